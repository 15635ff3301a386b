// Recursive quantiles: their exact law with random ties, and rules for ties that break privacy.
#include "logstar/interior_point/rank/quantiles.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "databases.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "mistakes/ties.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::quantiles_test {
namespace {

using Database = std::vector<std::size_t>;

constexpr double kEpsilon = 2;
const KeyInterval kDomain{0, 2};
const std::vector<QuantileFraction> kQuartiles = {{1, 4}, {1, 2}, {3, 4}};

auto mechanism(std::vector<QuantileFraction> taus, unsigned tie_bits) {
  auto parameters = calibrate_quantiles(std::move(taus), kEpsilon, Neighbors::add_remove);
  parameters.tie_bits = tie_bits;  // 16 bits would be too many to enumerate
  return [=](const Database& database, Randomness& randomness) {
    return draw_quantiles({database.begin(), database.end()}, kDomain, parameters, randomness);
  };
}

TEST_CASE("three quantiles are epsilon-DP under add-remove, with random ties of 0 and 1 bits") {
  const auto without_bits = check_add_remove(3, 0, 5, kEpsilon, mechanism(kQuartiles, 0));
  CHECK(without_bits.within(0));
  CHECK(without_bits.largest_log_ratio > 0.5 * kEpsilon);
  const auto with_bits = check_add_remove(3, 0, 4, kEpsilon, mechanism(kQuartiles, 1));
  CHECK(with_bits.within(0));
  CHECK(with_bits.largest_log_ratio > 0.4 * kEpsilon);
}

TEST_CASE("uneven quantiles are epsilon-DP, at both ends and with targets other than halves") {
  for (const std::vector<QuantileFraction>& taus :
       {std::vector<QuantileFraction>{{1, 10}, {1, 3}}, {{1, 2}, {9, 10}, {99, 100}}}) {
    CHECK(check_add_remove(3, 0, 4, kEpsilon, mechanism(taus, 0)).within(0));
    CHECK(check_add_remove(3, 0, 3, kEpsilon, mechanism(taus, 1)).within(0));
  }
}

TEST_CASE("quantiles of denominators up to 10^6 are epsilon-DP, also with rounded targets") {
  const std::vector<QuantileFraction> steps = {{1, 2'000}, {1, 1'000}, {1'999, 2'000}};
  const std::vector<QuantileFraction> odd = {{381'966, 999'961}, {617'977, 999'983}};
  const std::vector<QuantileFraction> ends = {{1, 1'000'000}, {1, 999'999}, {999'999, 1'000'000}};
  for (const auto& taus : {steps, odd, ends}) {
    CHECK(check_add_remove(3, 0, 4, kEpsilon, mechanism(taus, 0)).within(0));
    CHECK(check_add_remove(3, 0, 3, kEpsilon, mechanism(taus, 1)).within(0));
  }
}

TEST_CASE("three quantiles are epsilon-DP under replace at half the epsilon") {
  auto parameters = calibrate_quantiles(kQuartiles, kEpsilon, Neighbors::replace);
  parameters.tie_bits = 0;
  const auto replaced = [&](const Database& database, Randomness& randomness) {
    return draw_quantiles({database.begin(), database.end()}, kDomain, parameters, randomness);
  };
  CHECK(check_replace(3, 4, kEpsilon, replaced).within(0));
}

/// Quartiles of records at three places with gaps of 2^17 points between and around them, so that the
/// normaliser matters.
const ZoneWidths kWidths = {1 << 17, 1, 1 << 17, 1, 1 << 17, 1, 1 << 17};

Sides to_both(const Database& zones, std::size_t z) {
  Sides sides;
  for (const std::size_t zone : zones) {
    if (zone <= z) sides.first.push_back(zone);
    if (zone >= z) sides.second.push_back(zone);
  }
  return sides;
}

Sides to_neither(const Database& zones, std::size_t z) {
  Sides sides;
  for (const std::size_t zone : zones) {
    if (zone < z) sides.first.push_back(zone);
    if (zone > z) sides.second.push_back(zone);
  }
  return sides;
}

TEST_CASE("controls: ties broken by rank, by position or to both sides are rejected") {
  constexpr double kWide = 8;
  const auto checked = [&](const auto& split) {
    PrivacyCheck check(kWide, "add-remove", "pairs of 8 to 15 records at 3 places");
    const auto law = [&](const Database& d) {
      return enumerate(
          [&](Randomness& r) { return quartiles_parted(d, kWidths, kWide, split, r); });
    };
    // Found by search: the number of records at each place, and the place of the added record.
    const auto pair = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t place) {
      Database zones(a, 1);
      zones.insert(zones.end(), b, 3);
      zones.insert(zones.end(), c, 5);
      check.pair(law(zones), law(with(zones, 2 * place + 1)));
    };
    pair(8, 4, 2, 2);
    pair(6, 3, 1, 1);
    pair(0, 4, 4, 0);
    pair(6, 1, 8, 2);
    return check.report();
  };
  const auto neither = checked(to_neither);
  CHECK(neither.within_each_outcome());  // private, though useless on ties
  CHECK(neither.largest_log_ratio > 0.999 * kWide);
  // Pure privacy concerns every outcome, however rare. These have less mass than the sums can resolve.
  const auto rejected = [&](const PrivacyReport& report, long double ratio) {
    CHECK_FALSE(report.within_each_outcome());
    CHECK(report.largest_log_ratio > ratio);
  };
  rejected(checked(by_rank), 11);
  rejected(checked(by_position), 13);
  rejected(checked(to_both), 9.9L);
}

TEST_CASE("the law of one quantile equals the exponential mechanism, ties included") {
  const Database data = {0, 1, 1, 2, 2};
  const auto one = calibrate_quantiles({{1, 2}}, 1.3, Neighbors::add_remove);
  auto parameters = one;
  parameters.tie_bits = 0;
  const auto recursive = enumerate([&](Randomness& r) {
    return draw_quantiles({data.begin(), data.end()}, kDomain, parameters, r).front();
  });
  const auto direct = enumerate([&](Randomness& r) {
    return draw_exponential_rank({data.begin(), data.end()}, kDomain,
                                 calibrate_exponential_quantile({1, 2}, 1.3, Neighbors::add_remove),
                                 r);
  });
  for (std::uint64_t z = 0; z < 3; ++z) CHECK(std::fabs(recursive.of(z) - direct.of(z)) < 1e-12L);
  // With bits, a key is drawn through its two halves: e^(s/2) once for each rank among the ties.
  parameters.tie_bits = 1;
  const auto law = enumerate([&](Randomness& r) {
    return draw_quantiles({0}, {0, 1}, parameters, r).front();
  });
  // One record at 0: a point before it, it, and points after it; e^(-1.3/2) for missing by 1/2.
  const long double miss = std::exp(-0.65L);
  CHECK(std::fabs(law.of(1) - (0.5L * (2 * miss / (1 + 3 * miss)) * 2)) < 1e-12L);
}

/// The distance of z from the quantile among sorted data, in ranks.
double miss(const std::vector<std::uint64_t>& sorted, const QuantileFraction& tau,
            std::uint64_t z) {
  const double target = static_cast<double>(sorted.size()) * tau.numerator / tau.denominator;
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
  const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
  return std::max(
      {0.0, static_cast<double>(below) - target, target - static_cast<double>(at_most)});
}

TEST_CASE("99 quantiles keep their stated errors, on distinct, tied and constant data (60 runs)",
          "[statistics]") {
  SeededBits source(71);
  ExactRandomness randomness(source);
  SeededBits data_source(72);
  BitPool pool(data_source);
  std::vector<QuantileFraction> percentiles;
  for (std::uint32_t i = 1; i <= 99; ++i) percentiles.push_back({i, 100});
  const auto parameters = calibrate_quantiles(percentiles, 2, Neighbors::add_remove);
  REQUIRE(parameters.levels == 7);
  const KeyInterval domain{0, ~std::uint64_t(0)};
  const double confidence = 0.95;
  // At a failure probability of at most 0.05, 13 failures in 60 runs have probability < 1e-5.
  REQUIRE(binomial_at_most(60, 0.95L, 44) < 1e-6L);
  int good = 0;
  constexpr std::size_t kRecords = 30'000;
  const std::uint64_t coincident = coincident_records(kRecords, 16, 0.999);
  const auto errors = quantiles_rank_errors(domain.size(), parameters, confidence, coincident);
  for (int run = 0; run < 60; ++run) {
    std::vector<std::uint64_t> keys(kRecords);
    for (auto& key : keys) {
      key = run % 3 == 0 ? pool.word() : run % 3 == 1 ? pool.below(5) * 1'000'000'007 : 42;
    }
    const auto found = draw_quantiles(keys, domain, parameters, randomness);
    std::sort(keys.begin(), keys.end());
    bool all = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      all = all && miss(keys, percentiles[i], found[i]) <= errors[i];
      REQUIRE((i == 0 || found[i - 1] <= found[i]));
    }
    good += all;
  }
  CHECK(good >= 45);
}

TEST_CASE("omitting ties misses by thousands of ranks, and random bits do not") {
  SeededBits source(73);
  ExactRandomness randomness(source);
  std::vector<std::uint64_t> keys(9'000, 5);
  for (std::uint64_t i = 0; i < 1'000; ++i) keys.push_back(100 + i);
  const std::vector<QuantileFraction> taus = {{1, 2}, {3, 4}, {4, 5}};
  auto parameters = calibrate_quantiles(taus, 2, Neighbors::add_remove);
  const KeyInterval domain{0, 1'000'000};
  const auto found = draw_quantiles(keys, domain, parameters, randomness);
  CHECK(miss(keys, taus[2], found[2]) == 0);
  parameters.tie_bits = 0;  // all 9,000 records are at one point, and all are dropped
  const auto dropped = draw_quantiles(keys, domain, parameters, randomness);
  CHECK(std::max(miss(keys, taus[1], dropped[1]), miss(keys, taus[2], dropped[2])) > 1'000);
}

TEST_CASE("the stated error grows with the level, and with ties that are not broken") {
  const auto parameters = calibrate_quantiles(kQuartiles, 1, Neighbors::add_remove);
  const Natural size = Natural(1) << 64;
  const auto errors = quantiles_rank_errors(size, parameters, 0.95);
  // The middle: (2/1) ln(3 * 2^80 / 0.05). The other two add the same term at relative target 1/2, half of the
  // middle's error, and half of the one record at the middle.
  CHECK(errors[1] == Approx(2 * std::log(3 / 0.05 * std::ldexp(1.0, 80))).epsilon(1e-9));
  CHECK(errors[0] == Approx(1.5 * errors[1] + 0.5).epsilon(1e-9));
  CHECK(quantiles_rank_errors(size, parameters, 0.95, 10)[2] == Approx(errors[2] + 4.5));
  CHECK(coincident_records(1, 16, 0.95) == 1);
  CHECK(coincident_records(2, 16, 0.95) == 2);
  CHECK(coincident_records(10'000'000, 16, 0.95) > 153);
  CHECK(coincident_records(10'000'000, 16, 0.95) < 250);
}

TEST_CASE("the greatest number of records that share key and bits keeps its bound (200 runs)") {
  SeededBits source(74);
  BitPool pool(source);
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  const std::uint64_t bound = coincident_records(50'000, 8, 0.95);
  int within = 0;
  for (int run = 0; run < 200; ++run) {
    std::vector<std::uint64_t> counts(256);
    for (int i = 0; i < 50'000; ++i) ++counts[pool.below(256)];
    within += *std::max_element(counts.begin(), counts.end()) <= bound;
  }
  CHECK(within >= 172);
}

TEST_CASE("quantiles take empty data and the ends of the domain, and reject unordered quantiles") {
  SeededBits source(75);
  ExactRandomness randomness(source);
  const auto parameters = calibrate_quantiles(kQuartiles, 1e4, Neighbors::add_remove);
  CHECK(draw_quantiles({}, {7, 7}, parameters, randomness) == std::vector<std::uint64_t>{7, 7, 7});
  const std::uint64_t last = ~std::uint64_t(0);
  CHECK(draw_quantiles({last, last, last, last}, {0, last}, parameters, randomness) ==
        std::vector<std::uint64_t>{last, last, last});
  CHECK(draw_quantiles({0, 0, 0, 0}, {0, last}, parameters, randomness) ==
        std::vector<std::uint64_t>{0, 0, 0});
  CHECK_THROWS_WITH(
      calibrate_quantiles({{1, 2}, {1, 2}}, 1, Neighbors::add_remove),
      "qs must be increasing as fractions with denominators up to 1000000, got 1/2 after 1/2");
  CHECK_THROWS_WITH(calibrate_quantiles({}, 1, Neighbors::add_remove),
                    "qs must be 1 to 100000 numbers, got 0");
  CHECK_THROWS_WITH(calibrate_quantiles({{1, 2}}, 0, Neighbors::add_remove),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK_THROWS_WITH(calibrate_quantiles({{1, 2}}, 1, Neighbors::add_remove, 8),
                    "tieBits must be a whole number from 16 to 32, got 8");
}

}  // namespace
}  // namespace logstar::testing::quantiles_test
