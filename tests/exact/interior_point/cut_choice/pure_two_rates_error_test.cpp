// Rank errors of pure quantiles at two rates, and few records.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "seeded_bits.hpp"
#include "small_two_rates.hpp"
#include "statistics.hpp"
#include "two_rates_tables.hpp"

namespace logstar::testing::pure_two_rates_test {
namespace {

/// A lower bound, for any n records, on the probability of the cut between the two halves of all keys
/// (docs/guarantees/cut-choice.md, "Very few records"). It uses ln of the cut's weight and an upper bound on
/// all others.
long double least_of_middle(const TwoRatesParameters& p, std::uint32_t bits, std::size_t n) {
  const long double unit = p.unit;
  const auto records = static_cast<long double>(n);
  const auto copies = static_cast<long double>(p.padding);
  const long double rise = unit * static_cast<long double>(p.per_weight);
  const auto by_rank = [&](std::int64_t per_part, std::uint32_t parts) {
    return unit * (static_cast<long double>(p.base) +
                   static_cast<long double>(per_part) *
                       (static_cast<long double>(p.margin) - parts * records));
  };
  const std::uint32_t a = p.tau.numerator;
  const long double middle =
      std::min({rise * (2 * copies + records - 1), by_rank(p.per_part_before, a),
                by_rank(p.per_part_after, p.tau.denominator - a)});
  const long double uniform_score =
      unit * (static_cast<long double>(p.uniform_score->whole) +
              std::ldexp(static_cast<long double>(p.uniform_score->fraction),
                         -static_cast<int>(BottomScore::kFractionBits)));
  const long double others = std::exp(uniform_score - middle) +
                             2 * bits * std::exp(rise * (copies + records - 1) - middle) +
                             bits * records * std::exp(rise * (records - 1) - middle);
  return 1 / (1 + others);
}

TEST_CASE("a pure quantile of few records is the middle of the domain as often as proved") {
  long double least = 1;
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const auto& [base, copies] : {std::pair{2.0, 2u}, {4.0, 4u}}) {
      const auto p = small(tau, 1.5, 0.75, base, 2 * tau.denominator, copies);
      for (std::size_t size = 0; size <= 3; ++size) {
        for_each_multiset(8, size, [&](const Database& database) {
          const auto law = enumerate(
              [&](Randomness& randomness) { return two_rates_mechanism(p)(database, randomness); });
          const long double said = least_of_middle(p, 3, size);
          REQUIRE(law.of(3) >= said);
          least = std::min(least, said);
        });
      }
    }
  }
  CHECK(least < 0.5L);
}

TEST_CASE(
    "a pure median of up to 13 records over all numbers is one fixed value, whatever the data") {
  const auto p = calibrate_pure_two_rates({1, 2}, 64, 1, 0.05);
  CHECK(least_of_middle(p, 64, 13) >= 1 - 1e-6L);
  CHECK(least_of_middle(p, 64, 13 + 1) < 1 - 1e-6L);
  CHECK(least_of_middle(p, 64, 26) > 0.5L);
  CHECK(least_of_middle(p, 64, 26 + 1) < 0.5L);
  SeededBits source(55);
  ExactRandomness randomness(source);
  SeededBits data_source(56);
  BitPool pool(data_source);
  for (const DataKind kind : kDataKinds) {
    for (const std::uint64_t records : {0, 1, 6, 13}) {
      const KeyArray keys = sample_data(kind, records, 64, pool);
      for (int run = 0; run < 20; ++run) {
        const WideKey drawn = draw_two_rates(keys, WideInterval::all(64), p, randomness);
        REQUIRE(drawn.front() == ~std::uint64_t(0) / 2);
      }
    }
  }
  // With many records it is another key.
  const KeyArray many(64, std::vector<std::uint64_t>(500, 7));
  CHECK(draw_two_rates(many, WideInterval::all(64), p, randomness).front() == 7);
}

TEST_CASE("a pure quantile at two rates keeps its error on all data of up to 5 records") {
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const double epsilon : {2.0, 5.0}) {
      const auto p = calibrate_pure_two_rates(tau, 3, epsilon, 0.2);
      const std::int64_t b = tau.denominator;
      for (std::size_t size = 0; size <= 5; ++size) {
        for_each_multiset(8, size, [&](const Database& database) {
          const auto law = enumerate(
              [&](Randomness& randomness) { return two_rates_mechanism(p)(database, randomness); });
          long double misses = 0;
          for (const auto& [z, mass] : law.mass) {
            std::int64_t less = 0, at_most = 0;
            for (const std::size_t x : database) {
              less += x < z;
              at_most += x <= z;
            }
            const std::int64_t target = tau.numerator * static_cast<std::int64_t>(size);
            if (b * less > target + p.margin || b * at_most < target - p.margin) misses += mass;
          }
          REQUIRE(misses <= 0.2L);
        });
      }
    }
  }
}

TEST_CASE("rank errors of pure quantiles at two rates, epsilon 1, beta 0.05, match the proof") {
  struct Row {
    std::uint32_t bits;
    double median, p90, p99;
  };
  for (const Row& row : {Row{25, 25.5, 29.6, 31.5},
                         {64, 47, 51, 53},
                         {1024, 451, 453, 459},
                         {8192, 3125, 3130, 3137}}) {
    const auto error = [&](const QuantileFraction& tau) {
      return two_rates_error(calibrate_pure_two_rates(tau, row.bits, 1, 0.05));
    };
    INFO(row.bits << " bits");
    CHECK(error({1, 2}) <= row.median);
    CHECK(error({9, 10}) <= row.p90);
    CHECK(error({99, 100}) <= row.p99);
    CHECK(error({1, 10}) <= row.p90);
    CHECK(error({1, 2}) > 0.97 * row.median);
  }
}

TEST_CASE("a pure quantile at two rates keeps its rank error on every kind of data (alpha 1e-6)") {
  // At a failure probability of at most 0.05, 48 or more failures in 400 runs have probability < 1e-6.
  SeededBits source(53);
  ExactRandomness randomness(source);
  SeededBits data_source(54);
  BitPool pool(data_source);
  REQUIRE(binomial_at_least(400, 0.05L, 48) < 1e-6L);
  constexpr std::uint32_t kBits = 64;
  for (const std::int64_t records : {0, 40, 600}) {
    for (const QuantileFraction tau : {QuantileFraction{1, 100}, {1, 2}, {9, 10}}) {
      const auto parameters = calibrate_pure_two_rates(tau, kBits, 1, 0.05);
      CHECK(two_rates_failures(parameters, records, randomness, pool) < 48);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::pure_two_rates_test
