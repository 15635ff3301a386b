// Quantiles at two rates: laws over all small databases, controls, and the promised errors.
#include "logstar/interior_point/cut_choice/two_rates.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"
#include "two_rates_tables.hpp"

namespace logstar::testing::two_rates_test {
namespace {

using Database = std::vector<std::size_t>;

TEST_CASE("a quantile at two rates is (epsilon, delta)-DP under add-remove and always answers") {
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const auto& [epsilon, delta] : {std::pair{2.0, 0.2}, {4.0, 0.05}, {8.0, 0.3}}) {
      const auto parameters = calibrate_two_rates(tau, 3, {epsilon, delta}, 0.3);
      INFO(tau.numerator << "/" << tau.denominator << ", " << parameters.padding << " copies");
      const auto report = check_add_remove(8, 0, 5, epsilon, two_rates_mechanism(parameters));
      CHECK(report.within(delta));
      // A domain that is narrower than its keys.
      const WideInterval narrow{{1}, {3}};
      const auto inside = [&](const Database& database, Randomness& randomness) {
        Database moved;
        for (const std::size_t x : database) moved.push_back(1 + x);
        return two_rates_mechanism(parameters, narrow)(moved, randomness);
      };
      CHECK(check_add_remove(3, 0, 6, epsilon, inside).within(delta));
    }
  }
}

/// The least total weight of all candidates over all databases of up to `most` records.
double least_weight(const TwoRatesParameters& p, std::size_t most) {
  // The law's probabilities are weights over their total, so a candidate of known weight would determine the
  // total. The sum below follows the definition.
  double least = 1e300;
  const std::int64_t a = p.tau.numerator;
  const std::int64_t b = p.tau.denominator;
  for (std::size_t size = 0; size <= most; ++size) {
    for_each_multiset(8, size, [&](const Database& database) {
      Database all(p.padding, 0);
      all.insert(all.end(), database.begin(), database.end());
      all.insert(all.end(), p.padding, 7);
      double sum = 0;
      for (std::uint32_t rest = 0; rest <= 3; ++rest) {
        for (std::uint64_t prefix = 0; prefix << rest < 8; ++prefix) {
          const std::uint64_t z = (prefix << rest) + (rest == 0 ? 0 : (1u << (rest - 1)) - 1);
          std::int64_t weight = 0, at_most = 0, before = 0;
          for (const std::size_t x : all) {
            weight += x >> rest == prefix;
            at_most += x <= z;
            before += x < z;
          }
          if (weight == 0) continue;
          const auto copies = static_cast<std::int64_t>(p.padding);
          const std::int64_t target = a * static_cast<std::int64_t>(size);
          const std::int64_t score =
              std::min({p.per_weight * (weight - 1),
                        p.base + p.per_part_before * (b * (at_most - copies) - target + p.margin),
                        p.base + p.per_part_after * (target - b * (before - copies) + p.margin)});
          sum += std::exp(p.unit * static_cast<double>(score));
        }
      }
      least = std::min(least, sum);
    });
  }
  return least;
}

double epsilon_of(const TwoRatesParameters& p, double delta) {
  const double rise = p.unit * static_cast<double>(p.per_weight);
  return p.unit * static_cast<double>(p.most_fall) + std::log(std::exp(rise) + delta);
}

TEST_CASE("the claim at two rates follows from its least total weight and is nearly tight") {
  long double most_used = 0;
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const auto& [rise, fall] : {std::pair{1.5, 0.75}, {1.0, 1.0}, {0.75, 1.5}}) {
      for (const std::uint64_t copies : {1u, 2u}) {
        const auto p = small_two_rates(tau, rise, fall, 1.0, tau.denominator, copies);
        const double delta = std::min(0.9, 2 / least_weight(p, 5));  // K = L - 1 = 2
        const double epsilon = epsilon_of(p, delta);
        const auto report = check_add_remove(8, 0, 5, epsilon, two_rates_mechanism(p));
        CHECK(report.within(delta));
        most_used = std::max(most_used, report.largest_log_ratio / epsilon);
      }
    }
  }
  CHECK(most_used > 0.8L);
}

TEST_CASE("controls: two rates at full rate both ways, and claiming the rise only, are rejected") {
  const auto p = small_two_rates({1, 2}, 1.0, 1.0, 1.0, 2, 2);
  const double delta = 2 / least_weight(p, 5);
  // The loss that the rise alone would have.
  const double rise_only = std::log(std::exp(1.0) + delta);
  const auto report = check_add_remove(8, 0, 5, rise_only, two_rates_mechanism(p));
  CHECK_FALSE(report.within(delta));
  // Both draws at a rate that takes all of epsilon.
  const auto full = small_two_rates({1, 2}, rise_only, rise_only, 1.0, 2, 2);
  const double full_delta = 2 / least_weight(full, 5);
  CHECK_FALSE(check_add_remove(8, 0, 5, rise_only, two_rates_mechanism(full)).within(full_delta));
}

TEST_CASE("control: two rates with candidates too light for the claim are rejected") {
  // One copy at either end and a low base: no weight outweighs a new key.
  const auto light = small_two_rates({1, 2}, 2.0, 0.5, -1.0, 2, 1);
  const double delta = 0.5 * 2 / least_weight(light, 4);
  REQUIRE(delta < 1);
  CHECK_FALSE(check_add_remove(8, 0, 4, epsilon_of(light, delta), two_rates_mechanism(light))
                  .within(delta));
}

TEST_CASE("the bounds on total weight and error are kept on all data of up to 6 records") {
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const double epsilon : {2.0, 5.0}) {
      const auto p = calibrate_two_rates(tau, 3, {epsilon, 0.1}, 0.2);
      for (const std::uint64_t group : {1u, 2u}) {
        CHECK(two_rates_bound(p, 3, group).log_least_weight <= std::log(least_weight(p, 6)));
      }
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
            const std::int64_t b = tau.denominator;
            const std::int64_t target = tau.numerator * static_cast<std::int64_t>(size);
            if (b * less > target + p.margin || b * at_most < target - p.margin) misses += mass;
          }
          REQUIRE(misses <= 0.2L);
        });
      }
    }
  }
}

TEST_CASE(
    "rank errors of quantiles at two rates, (1, 1e-6, 0.05), are within a rank of the figures") {
  struct Row {
    std::uint32_t bits;
    double median, p90, p99;
  };
  for (const Row& row : {Row{25, 21.5, 25.5, 27.2},
                         {32, 22, 26, 27.9},
                         {64, 23.5, 28, 29.9},
                         {1024, 29.5, 35.5, 38},
                         {8192, 33.5, 41.5, 44}}) {
    const auto error = [&](const QuantileFraction& tau) {
      const auto parameters = calibrate_two_rates(tau, row.bits, {1, 1e-6}, 0.05);
      const TwoRatesBound bound = two_rates_bound(parameters, row.bits, 1);
      CHECK(bound.failure <= 0.05);
      CHECK(bound.log_least_weight >= std::log((row.bits - 1) / 1e-6));
      return two_rates_error(parameters);
    };
    INFO(row.bits << " bits");
    CHECK(error({1, 2}) <= row.median);
    CHECK(error({9, 10}) <= row.p90);
    CHECK(error({99, 100}) <= row.p99);
    CHECK(error({1, 10}) <= row.p90);
  }
}

TEST_CASE("a quantile at two rates keeps its rank error on every kind of data (alpha 1e-6)") {
  // At a failure probability of at most 0.05, 48 or more failures in 400 runs have probability < 1e-6.
  SeededBits source(51);
  ExactRandomness randomness(source);
  SeededBits data_source(52);
  BitPool pool(data_source);
  REQUIRE(binomial_at_least(400, 0.05L, 48) < 1e-6L);
  constexpr std::uint32_t kBits = 64;
  for (const std::int64_t records : {0, 20, 400}) {
    for (const QuantileFraction tau : {QuantileFraction{1, 100}, {1, 2}, {9, 10}}) {
      const auto parameters = calibrate_two_rates(tau, kBits, {1, 1e-6}, 0.05);
      CHECK(two_rates_failures(parameters, records, randomness, pool) < 48);
    }
  }
}

TEST_CASE("bad parameters of quantiles at two rates are rejected by name") {
  CHECK_THROWS_WITH(calibrate_two_rates({1, 1}, 64, {1, 1e-6}, 0.05),
                    "quantile's denominator must be a whole number from 2 to 1000000, got 1");
  CHECK_THROWS_WITH(calibrate_two_rates({1, 2}, 64, {1, 0}, 0.05),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(calibrate_two_rates({1, 2}, 64, {1e-8, 1e-9}, 0.05),
                    "epsilon must be large enough for a window that fits into memory, got 1e-08");
}

}  // namespace
}  // namespace logstar::testing::two_rates_test
