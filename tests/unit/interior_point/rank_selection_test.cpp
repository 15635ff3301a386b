#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

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

/// Of each 100 records, so many are of some keys, and the others spread to 2^32.
struct Ties {
  const char* name;
  std::vector<std::uint64_t> keys;
  std::uint64_t percent;
};

// Regression: half of 10^6 doubles were zero. The tally of equal records gave up for the others, and all were weighed.
TEST_CASE("ranks of records that are read once are selected, whatever share of them is equal") {
  SeededBits source(66);
  BitPool pool(source);
  for (const auto& [name, few, percent] :
       std::vector<Ties>{{"no equal ones", {0}, 0},
                         {"half at the lowest key", {0}, 50},
                         {"half at the highest key", {~std::uint64_t(0)}, 50},
                         {"a third in the middle", {1u << 31}, 33},
                         {"two keys", {8, 9}, 100},
                         {"two keys apart, with others between", {1u << 30, 3u << 30}, 80},
                         {"some of 50 keys, with others between", {}, 97},
                         {"one key", {77}, 100}}) {
    std::vector<std::uint64_t> keys(100'000);
    for (auto& key : keys) {
      if (pool.below(100) >= percent) {
        key = pool.below(std::uint64_t(1) << 32);
      } else {
        key = few.empty() ? (1u << 31) + 1000 * pool.below(50) : few[pool.below(few.size())];
      }
    }
    std::vector<std::uint64_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    const StoredKeys records(keys);
    for (const double share : {0.0, 0.1, 0.335, 0.4, 0.5, 0.6, 0.75, 0.9, 0.999}) {
      const auto from = static_cast<std::size_t>(share * static_cast<double>(keys.size()));
      const RankSpan ranks{from, from + 99};
      INFO(name << ", ranks from " << from << " on");
      const auto selected = select_ranks(records, [&](std::size_t) { return ranks; });
      REQUIRE(selected);
      CHECK(selected->records == keys.size());
      const auto& [below, found, before] = selected->ranks;
      const auto first = std::lower_bound(sorted.begin(), sorted.end(), sorted[ranks.from]);
      const auto last = std::upper_bound(sorted.begin(), sorted.end(), sorted[ranks.to]);
      CHECK(below == static_cast<std::size_t>(first - sorted.begin()));
      std::vector<std::uint64_t> all;
      for (std::size_t i = 0; i < found.size(); ++i) {
        all.insert(all.end(), before.empty() ? 1 : before[i + 1] - before[i], found[i]);
      }
      CHECK((all == std::vector<std::uint64_t>(first, last)));
      CHECK((before.empty() || std::adjacent_find(found.begin(), found.end()) == found.end()));
    }
  }
}

TEST_CASE("ranks are not selected if sorting is as quick") {
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(100, 5), 40, 60));
  CHECK_FALSE(select_ranks(std::vector<std::uint64_t>(10'000, 5), 100, 9'000));
}

// Every 17th record, and so the whole sample, has one key: the ranks just behind it are not among those found.
TEST_CASE("ranks by weight behind the one key of a sample are not taken for its records") {
  std::vector<std::uint64_t> keys(50'000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % 17 == 0 ? 5 : 1000 + i;
  const std::vector<std::uint32_t> weights(keys.size(), 3);
  CHECK(select_ranks_of_weights(keys, weights, 150'000, 8'000, 8'100));
  CHECK_FALSE(select_ranks_of_weights(keys, weights, 150'000, 9'000, 9'100));
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
             {0, 0},
             {0, 900},
             {total / 2, total / 2 + 5000},
             {total / 5 * 2, total / 5 * 3},  // of two values both
             {total - 700, total - 1}}) {
      INFO(values << " values, weights " << from << " to " << to << " of " << total);
      const auto selected = select_ranks_of_weights(keys, weights, total, from, to);
      REQUIRE(selected);
      CHECK(std::is_sorted(selected->keys.begin(), selected->keys.end()));
      REQUIRE(selected->before.size() == selected->keys.size() + 1);
      // The weight before each key by a pass over all records, and before what follows the last.
      std::map<std::uint64_t, std::uint64_t> weight_of;
      for (std::size_t i = 0; i < keys.size(); ++i) weight_of[keys[i]] += weights[i];
      std::uint64_t before = 0;
      auto next = weight_of.begin();
      for (; next->first < selected->keys.front(); ++next) before += next->second;
      for (std::size_t i = 0; i < selected->keys.size(); before += (next++)->second, ++i) {
        CHECK((next->first == selected->keys[i] && before == selected->before[i]));
      }
      CHECK(before == selected->before.back());
      CHECK((selected->before[1] > from && selected->before[0] <= from));
      CHECK((before > to && selected->before[selected->keys.size() - 1] <= to));
      if (values > 1000) CHECK(selected->keys.size() < 6000);
    }
  }
  CHECK_FALSE(select_ranks_of_weights(std::vector<std::uint64_t>(100, 5),
                                      std::vector<std::uint32_t>(100, 2), 200, 90, 110));
}

}  // namespace
}  // namespace logstar::testing
