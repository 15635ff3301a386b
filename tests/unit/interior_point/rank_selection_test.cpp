#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("selected ranks are those of the sorted records, with all that are equal to their ends") {
  SeededBits source(63);
  BitPool pool(source);
  for (const std::uint64_t values : {1ull, 2ull, 30ull, 100'000ull}) {
    std::vector<std::uint64_t> keys(10'000);
    for (auto& key : keys) key = pool.below(values);
    std::vector<std::uint64_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [from, to] : std::vector<std::pair<std::size_t, std::size_t>>{
             {0, 0}, {0, 50}, {4990, 5010}, {2000, 6900}, {9950, 9999}, {9999, 9999}}) {
      INFO(values << " values, ranks " << from << " to " << to);
      const auto selected = select_ranks(keys, from, to);
      REQUIRE(selected);
      const auto first = std::lower_bound(sorted.begin(), sorted.end(), sorted[from]);
      const auto last = std::upper_bound(sorted.begin(), sorted.end(), sorted[to]);
      CHECK(selected->below == static_cast<std::size_t>(first - sorted.begin()));
      CHECK(selected->keys == std::vector<std::uint64_t>(first, last));
    }
  }
}

TEST_CASE("ranks are not selected where the sort is as quick") {
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(100, 5), 40, 60));
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(10'000, 5), 100, 9'000));
}

}  // namespace
}  // namespace logstar::testing
