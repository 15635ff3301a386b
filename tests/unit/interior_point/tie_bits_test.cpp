// Bits of many equal records, of which only numbers are kept.
#include "logstar/interior_point/rank/tie_bits.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

/// Bits, and each of them in a list.
struct Both {
  TieBits bits;
  std::vector<std::uint32_t> list;
  std::vector<std::size_t> starts;  ///< of classes of equal records

  void add(std::size_t equal, unsigned tie_bits, Randomness& randomness, Randomness& same) {
    starts.push_back(list.size());
    for (std::size_t i = 0; i < equal; ++i) {
      list.push_back(static_cast<std::uint32_t>(same.uniform_below(std::uint64_t(1) << tie_bits)));
    }
    std::sort(list.end() - static_cast<std::ptrdiff_t>(equal), list.end());
    if (TieBits::is_counted(equal, tie_bits)) {
      bits.draw_counted(equal, tie_bits, randomness);
    } else {
      std::ranges::sort(bits.draw_listed(equal, tie_bits, randomness));
    }
  }
};

/// How many places differ between the bits and their list.
std::size_t different(const TieBits& bits, const std::vector<std::uint32_t>& list) {
  if (bits.size() != list.size()) return list.size() + 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < list.size(); ++i) count += bits[i] != list[i];
  return count;
}

TEST_CASE("counted bits are the sorted ones of a list, also behind others") {
  SeededBits source(41);
  SeededBits twin(41);
  ExactRandomness randomness(source);
  ExactRandomness same(twin);
  SeededBits sizes(42);
  BitPool pool(sizes);
  std::size_t counted = 0;
  for (int round = 0; round < 300; ++round) {
    const auto tie_bits = 1 + static_cast<unsigned>(pool.below(6));
    Both first;
    Both second;
    for (Both* one : {&first, &second}) {
      for (std::uint64_t more = 1 + pool.below(8); more > 0; --more) {
        const auto equal = static_cast<std::size_t>(1 + pool.below(std::uint64_t(3) << tie_bits));
        one->add(equal, tie_bits, randomness, same);
        counted += TieBits::is_counted(equal, tie_bits);
      }
    }
    CHECK(different(first.bits, first.list) == 0);
    CHECK(different(second.bits, second.list) == 0);

    const std::size_t from = second.starts[pool.below(second.starts.size())];
    const TieBits before = first.bits;
    first.bits.append(second.bits, from);
    first.list.insert(first.list.end(), second.list.begin() + static_cast<std::ptrdiff_t>(from),
                      second.list.end());
    CHECK(different(first.bits, first.list) == 0);
    CHECK(first.bits.listed_from(0) == before.listed_from(0) + second.bits.listed_from(from));
  }
  CHECK(counted > 500);
}

TEST_CASE("bits are counted where a list of them would take as much memory") {
  CHECK_FALSE(TieBits::is_counted(65'535, 16));
  CHECK(TieBits::is_counted(65'536, 16));
  CHECK(TieBits::is_counted(1, 0));
  CHECK_FALSE(TieBits::is_counted(~std::size_t(0), 32));
}

}  // namespace
}  // namespace logstar::testing
