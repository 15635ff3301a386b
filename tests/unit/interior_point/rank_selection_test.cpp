#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("selected ranks match the sorted records, including all records equal to their ends") {
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

TEST_CASE(
    "of a million records those around a rank are selected in several steps, also at the ends") {
  constexpr std::size_t kMillion = 1'000'000;
  SeededBits source(65);
  BitPool pool(source);
  std::vector<std::uint64_t> keys(kMillion);
  for (auto& key : keys) key = pool.below(4) == 0 ? pool.below(10) : pool.word();
  std::vector<std::uint64_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (const std::size_t centre : {0ul, 5'000ul, 500'000ul, 999'999ul}) {
    for (const std::size_t margin : {0ul, 80ul, 20'000ul}) {
      const std::size_t from = centre > margin ? centre - margin : 0;
      const std::size_t to = std::min(centre + margin, kMillion - 1);
      INFO("ranks " << from << " to " << to);
      const auto selected = select_ranks(keys, from, to);
      REQUIRE(selected);
      const auto first = std::lower_bound(sorted.begin(), sorted.end(), sorted[from]);
      const auto last = std::upper_bound(sorted.begin(), sorted.end(), sorted[to]);
      CHECK(selected->below == static_cast<std::size_t>(first - sorted.begin()));
      CHECK(std::equal(first, last, selected->keys.begin(), selected->keys.end()));
    }
  }
}

// Regression: of records that alternate, a sample of every 20th saw one kind alone.
TEST_CASE("ranks of records that alternate in any short period are selected") {
  for (const std::size_t period : {2u, 4u, 5u, 10u}) {
    std::vector<std::uint64_t> keys(8'500);  // whose cube root is 20
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % period == 0 ? 100 + i : 50;
    INFO("period " << period);
    CHECK(select_ranks(keys, keys.size() / 4, keys.size() / 4 + 20));
  }
}

TEST_CASE("ranks are not selected if sorting is as quick") {
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(100, 5), 40, 60));
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(10'000, 5), 100, 9'000));
}

TEST_CASE("ranks selected by weight consist of whole keys, in order") {
  SeededBits source(64);
  BitPool pool(source);
  for (const std::uint64_t values : {1ull, 2ull, 30ull, 100'000ull}) {
    std::vector<std::uint64_t> keys(20'000);
    std::vector<std::uint32_t> weights(keys.size());
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = pool.below(values);
      weights[i] = static_cast<std::uint32_t>(1 + pool.below(i % 50 == 0 ? 5000 : 20));
      total += weights[i];
    }
    for (const auto& [from, to] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
             {0, 0}, {0, 900}, {total / 2, total / 2 + 5000}, {total - 700, total - 1}}) {
      INFO(values << " values, weights " << from << " to " << to << " of " << total);
      const auto selected = select_ranks_of_weights(keys, weights, total, from, to);
      REQUIRE(selected);
      CHECK(std::is_sorted(selected->keys.begin(), selected->keys.end()));
      std::uint64_t below = 0;
      std::uint64_t inside = 0;
      std::size_t rows = 0;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] < selected->keys.front()) below += weights[i];
        if (keys[i] < selected->keys.front() || keys[i] > selected->keys.back()) continue;
        inside += weights[i];
        ++rows;
      }
      CHECK(selected->below == below);
      CHECK(selected->keys.size() == rows);
      CHECK(std::accumulate(selected->weights.begin(), selected->weights.end(), std::uint64_t(0)) ==
            inside);
      CHECK((below <= from && below + inside > to));
      if (values > 1000) CHECK(rows < 6000);
    }
  }
  CHECK_FALSE(select_ranks_of_weights(std::vector<std::uint64_t>(100, 5),
                                      std::vector<std::uint32_t>(100, 2), 200, 90, 110));
}

}  // namespace
}  // namespace logstar::testing
