#include "logstar/interior_point/rank/wide_selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::wide_selection_test {
namespace {

/// Keys of `values` values that differ in their first limbs, their last ones or both.
KeyArray keys_of(std::size_t n, std::uint64_t values, bool shared, BitPool& pool) {
  KeyArray keys(190);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t any = pool.below(values);
    keys.append(WideKey{shared ? 3 : any % 7, shared ? 5 : any, any * any});
  }
  return keys;
}

TEST_CASE("selected keys match the sorted ones at the requested ranks and all keys equal to them") {
  SeededBits source(67);
  BitPool pool(source);
  std::size_t selections = 0;
  for (const std::size_t n : {5'000u, 100'000u}) {
    for (const std::uint64_t values : {1ull, 2ull, 30ull, 1'000ull, 1ull << 31}) {
      for (const bool shared : {false, true}) {
        const KeyArray keys = keys_of(n, values, shared, pool);
        KeyArray sorted = keys;
        sorted.sort();
        for (const auto& [from, to] :
             std::vector<std::pair<std::size_t, std::size_t>>{{0, 0},
                                                              {0, 50},
                                                              {n / 2 - 10, n / 2 + 10},
                                                              {n / 5, n / 3},
                                                              {n / 5 * 2, n / 5 * 3},
                                                              {n - 1, n - 1}}) {
          INFO(n << " keys of " << values << " values, ranks " << from << " to " << to);
          const auto selected = select_wide_ranks(keys, from, to);
          if (!selected) continue;
          ++selections;
          const auto& [found, before] = *selected;
          REQUIRE(before.size() == found.size() + 1);
          const std::size_t below = before.front();
          const std::size_t end = before.back();
          REQUIRE((below <= from && to < end && end <= n));
          KeyArray all(keys.bits());
          for (std::size_t i = 0; i < found.size(); ++i) {
            for (std::size_t k = before[i]; k < before[i + 1]; ++k) all.append(found[i]);
          }
          REQUIRE(all.size() == end - below);
          CHECK(std::equal(all.words().begin(), all.words().end(),
                           sorted.words().begin() + static_cast<std::ptrdiff_t>(3 * below)));
          CHECK((below == 0 || !sorted.equal(below - 1, below)));
          CHECK((end == n || !sorted.equal(end - 1, end)));
        }
      }
    }
  }
  CHECK(selections > 40);
}

TEST_CASE("keys outside any regular sample cause no wrong selection") {
  SeededBits source(70);
  BitPool pool(source);
  const KeyArray usual = keys_of(100'000, 1ull << 31, true, pool);
  KeyArray uneven(190);  // the selection samples every 7th of 100,000 keys
  for (std::size_t i = 0; i < usual.size(); ++i) {
    if (i % 7 == 0) {
      uneven.append(WideKey{0, 0, i});
    } else {
      uneven.append(usual[i]);
    }
  }
  for (const std::size_t rank : {10'000u, 50'000u, 90'000u}) {
    const auto selected = select_wide_ranks(uneven, rank, rank + 20);
    if (!selected) continue;
    CHECK(selected->before.front() <= rank);
    CHECK(rank + 20 < selected->before.back());
  }
}

TEST_CASE("wide selection keeps few of many keys around a rank") {
  SeededBits source(68);
  BitPool pool(source);
  const KeyArray keys = keys_of(1'000'000, std::uint64_t(1) << 31, true, pool);
  const auto selected = select_wide_ranks(keys, 499'900, 500'100);
  REQUIRE(selected);
  CHECK(selected->keys.size() < 5'000);
}

// Regression: all records were sorted and weighed if more than a quarter were equal.
TEST_CASE("keys are selected whatever share of them is equal, and each is there once") {
  SeededBits source(71);
  BitPool pool(source);
  for (const std::uint64_t percent : {30u, 50u, 97u, 100u}) {
    KeyArray keys(190);
    for (const auto& any = keys_of(100'000, 1ull << 31, false, pool); keys.size() < any.size();) {
      if (pool.below(100) < percent) {
        keys.append(WideKey{3, 5, 7});
      } else {
        keys.append(any[keys.size()]);
      }
    }
    for (const std::size_t rank : {10'000u, 30'000u, 50'000u, 80'000u}) {
      INFO(percent << "% equal, rank " << rank);
      const auto selected = select_wide_ranks(keys, rank, rank + 20);
      REQUIRE(selected);
      CHECK(selected->keys.size() < 5'000);
    }
  }
}

TEST_CASE("keys are not selected if sorting is as quick") {
  SeededBits source(69);
  BitPool pool(source);
  CHECK_FALSE(select_wide_ranks(keys_of(100, 5, false, pool), 40, 60));
  CHECK_FALSE(select_wide_ranks(keys_of(10'000, 1000, false, pool), 100, 9'000));
}

}  // namespace
}  // namespace logstar::testing::wide_selection_test
