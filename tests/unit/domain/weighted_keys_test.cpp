#include "logstar/domain/weighted_keys.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace logstar::testing::weighted_keys_test {
namespace {

// Cause: the standard library's sort chose the order of rows with one key, so the same seed gave other
// quantiles of users in WebAssembly.
TEST_CASE("weighted keys are sorted by key, then by weight, for any input order") {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> weights;
  for (std::uint32_t i = 0; i < 100; ++i) {
    keys.push_back(i * 7 % 3);
    weights.push_back(i * 37 % 100);
  }
  std::vector<std::uint64_t> reversed(keys.rbegin(), keys.rend());
  std::vector<std::uint32_t> along(weights.rbegin(), weights.rend());
  sort_along(keys, weights);
  sort_along(reversed, along);
  CHECK(std::ranges::is_sorted(keys));
  CHECK(reversed == keys);
  CHECK(along == weights);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i] == keys[i - 1]) CHECK(weights[i - 1] < weights[i]);
  }
}

}  // namespace
}  // namespace logstar::testing::weighted_keys_test
