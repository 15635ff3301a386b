#include "logstar/domain/grouped_keys.hpp"

#include <algorithm>
#include <numeric>

#include "logstar/domain/key_array.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {

std::uint64_t GroupedKeys::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
}

void check_grouped(const GroupedKeys& data) {
  check_same_length("counts", data.counts.size(), "keys", data.keys.size());
}

GroupedKeys grouped(std::vector<std::uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  GroupedKeys result;
  for (const std::uint64_t key : keys) {
    if (result.keys.empty() || result.keys.back() != key) {
      result.keys.push_back(key);
      result.counts.push_back(0);
    }
    ++result.counts.back();
  }
  return result;
}

GroupedKeys grouped(const std::vector<std::uint64_t>& keys,
                    const std::vector<std::uint64_t>& counts) {
  check_same_length("counts", counts.size(), "keys", keys.size());
  GroupedKeys result;
  for (const std::size_t i : KeyArray(64, keys).sort_with_order()) {
    if (counts[i] == 0) continue;
    if (result.keys.empty() || result.keys.back() != keys[i]) {
      result.keys.push_back(keys[i]);
      result.counts.push_back(0);
    }
    result.counts.back() += counts[i];
  }
  return result;
}

std::vector<std::uint64_t> records_before(const GroupedKeys& data) {
  check_grouped(data);
  std::vector<std::uint64_t> before(data.size() + 1, 0);
  std::partial_sum(data.counts.begin(), data.counts.end(), before.begin() + 1);
  return before;
}

}  // namespace logstar
