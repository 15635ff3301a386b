#include "logstar/interior_point/rank/rank_depth.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "logstar/support/checks.hpp"

// Let a_1 <= ... <= a_n be the records, s the depth. The result is a_s, ..., a_(n - s + 1).
//
// Privacy. Insert x. With n + 1 < 2 s - 1 records both results are empty. With n + 1 = 2 s - 1 the first is
// empty and the second is one record. Otherwise the second is the first and a_(s - 1), if x <= a_(s - 1); and
// a_(n - s + 2), if x >= a_(n - s + 2); and x, if it lies between. A record replaced is one removed and one
// added: either result is that of the n - 1 common records and at most one more, of the same number.
//
// Accuracy. At or before a point z >= a_s lie a_1, ..., a_s; at or after z <= a_(n - s + 1) lie as many.

namespace logstar {

void check_depth(std::uint64_t depth) { check_count("depth", depth, 1, kMaxDepth); }

KeyArray records_inside(KeyArray keys, std::uint64_t depth) {
  keys.sort();
  const auto outer = static_cast<std::size_t>(depth - 1);
  const std::uint32_t bits = keys.bits();
  const std::size_t limbs = keys.limbs();
  const std::size_t count = keys.size();
  if (count <= 2 * outer) return KeyArray(bits);
  std::vector<std::uint64_t> words = std::move(keys).words();
  const auto at = [&](std::size_t key) {
    return words.begin() + static_cast<std::ptrdiff_t>(key * limbs);
  };
  words.erase(at(count - outer), words.end());
  words.erase(words.begin(), at(outer));
  return KeyArray(bits, std::move(words));
}

}  // namespace logstar
