#include "logstar/domain/base_measure.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr KeyInterval kEight{0, 7};
/// Weights 1, 1, 4, 9, 9, 6, 1, 1.
const BaseMeasure kUneven(kEight, {{kEight, 1}, {{2, 4}, 3}, {{3, 5}, 5}});

TEST_CASE(
    "the mass of an interval is the sum of its keys' weights, which add up where slopes overlap") {
  const int weights[] = {1, 1, 4, 9, 9, 6, 1, 1};
  for (std::uint64_t low = 0; low < 8; ++low) {
    int sum = 0;
    for (std::uint64_t high = low; high < 8; ++high) {
      sum += weights[high];
      CHECK(kUneven.mass({low, high}) == sum);
    }
  }
  const MassBounds bounds = kUneven.bounds(8);
  CHECK(bounds.total == 32);
  CHECK(bounds.least == 1);
  CHECK(bounds.even_keys() == 32);
}

TEST_CASE("key_from reaches each key at as many places as it weighs, in order") {
  for (std::uint64_t low = 0; low < 8; ++low) {
    std::vector<int> places(8, 0);
    const auto mass = static_cast<int>(kUneven.mass({low, 7}));
    std::uint64_t last = low;
    for (int place = 0; place < mass; ++place) {
      const std::uint64_t key = kUneven.key_from(low, place);
      CHECK(key >= last);
      last = key;
      ++places[key];
    }
    for (std::uint64_t key = low; key < 8; ++key) CHECK(kUneven.mass({key, key}) == places[key]);
  }
}

TEST_CASE("masses read at rising points are those looked up one by one") {
  for (const BaseMeasure& measure : {kUneven, BaseMeasure()}) {
    for (const unsigned tie_bits : {0u, 2u}) {
      for (const unsigned step : {1u, 3u, 7u}) {
        for (Uint128 first = 0; first < 8; ++first) {
          BaseMeasure::Rising rising(measure, tie_bits);
          for (Uint128 point = first; point < (Uint128(8) << tie_bits); point += step) {
            const auto expected = measure.mass_at(point, tie_bits);
            for (int twice = 0; twice < 2; ++twice) {
              const auto mass = rising.at(point);
              CHECK(mass.before == expected.before);
              CHECK(mass.own == expected.own);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a point weighs what its key weighs, and point_from reaches it as often") {
  constexpr unsigned kBits = 2;
  for (Uint128 low = 0; low < 32; ++low) {
    Natural sum = 0;
    for (Uint128 high = low; high < 32; ++high) {
      const auto key = static_cast<std::uint64_t>(high >> kBits);
      const Natural weight = kUneven.mass({key, key});
      CHECK(kUneven.point_from(low, sum, kBits) == high);
      sum += weight;
      CHECK(kUneven.mass_of_points(low, high, kBits) == sum);
      CHECK(kUneven.point_from(low, sum - 1, kBits) == high);
    }
  }
}

TEST_CASE("without slopes all keys weigh 1, of any domain") {
  const BaseMeasure even;
  constexpr KeyInterval kAll{0, std::numeric_limits<std::uint64_t>::max()};
  CHECK(even.is_even());
  CHECK(even.mass(kAll) == kAll.size());
  CHECK(even.key_from(5, 3) == 8);
  CHECK(even.bounds(kAll.size()).even_keys() == kAll.size());
  CHECK(even.bounds(Natural(1) << 200).total == Natural(1) << 200);
}

TEST_CASE("a measure of all 64-bit keys with heavy keys at both ends is exact") {
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
  const Uint128 heavy = Uint128(1) << 80;
  const BaseMeasure measure({0, kTop}, {{{0, kTop}, 3}, {{0, 0}, heavy}, {{kTop, kTop}, heavy}});
  CHECK(measure.mass({0, kTop}) == (Natural(3) << 64) + (Natural(1) << 81));
  CHECK(measure.key_from(0, Natural(heavy) + 2) == 0);
  CHECK(measure.key_from(0, Natural(heavy) + 3) == 1);
  CHECK(measure.key_from(0, measure.mass({0, kTop}) - 1) == kTop);
  const Uint128 last = (Uint128(kTop) << 32) | 0xffffffffu;
  CHECK(measure.point_from(0, measure.mass_of_points(0, last, 32) - 1, 32) == last);
}

TEST_CASE("even_keys is total/least, rounded up") {
  CHECK(MassBounds{10, 3}.even_keys() == 4);
  CHECK(MassBounds{9, 3}.even_keys() == 3);
}

TEST_CASE("slopes outside the domain, keys that weigh nothing and too much mass are rejected") {
  CHECK_THROWS_AS(BaseMeasure(kEight, {{{0, 8}, 1}}), OutOfRange);
  CHECK_THROWS_AS(BaseMeasure(kEight, {{{1, 7}, 1}}), OutOfRange);
  CHECK_THROWS_AS(BaseMeasure(kEight, {{kEight, Uint128(1) << 92}}), OutOfRange);
  CHECK_NOTHROW(BaseMeasure(kEight, {{kEight, (Uint128(1) << 92) - 1}}));
}

}  // namespace
}  // namespace logstar
