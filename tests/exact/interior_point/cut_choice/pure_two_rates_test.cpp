// Quantiles at two rates without a delta: their law by its definition, losses over all small databases,
// controls, and the promised errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"
#include "small_two_rates.hpp"
#include "two_rates_tables.hpp"

namespace logstar::testing::pure_two_rates_test {
namespace {

double epsilon_of(const TwoRatesParameters& p) {
  return p.unit * static_cast<double>(p.per_weight + p.most_fall);
}

/// By the definition: each of the 15 prefixes and keys weighs e^score, or the weight of a candidate without
/// records if that is larger. The sampler plays no part.
std::map<std::uint64_t, long double> law_by_definition(const Database& database,
                                                       const TwoRatesParameters& p) {
  Database all(p.padding, 0);
  all.insert(all.end(), database.begin(), database.end());
  all.insert(all.end(), p.padding, 7);
  const std::int64_t b = p.tau.denominator;
  const auto copies = static_cast<std::int64_t>(p.padding);
  const std::int64_t target = p.tau.numerator * static_cast<std::int64_t>(database.size());
  std::map<std::uint64_t, long double> weights;
  long double total = 0;
  for (std::uint32_t rest = 0; rest <= 3; ++rest) {
    for (std::uint64_t prefix = 0; prefix << rest < 8; ++prefix) {
      const std::uint64_t z = (prefix << rest) + (rest == 0 ? 0 : (1u << (rest - 1)) - 1);
      std::int64_t weight = 0, at_most = 0, before = 0;
      for (const std::size_t x : all) {
        weight += x >> rest == prefix;
        at_most += x <= z;
        before += x < z;
      }
      const std::int64_t score =
          std::min({p.per_weight * (weight - 1),
                    p.base + p.per_part_before * (b * (at_most - copies) - target + p.margin),
                    p.base + p.per_part_after * (target - b * (before - copies) + p.margin)});
      const long double part =
          std::exp(p.unit * static_cast<long double>(std::max(score, -p.per_weight)));
      weights[z] += part;
      total += part;
    }
  }
  for (auto& [z, weight] : weights) weight /= total;
  return weights;
}

TEST_CASE(
    "a pure quantile at two rates has the law of its definition, with every prefix a candidate") {
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    const auto p = small(tau, 1.5, 0.75, 1.0, tau.denominator, 2);
    for (std::size_t size = 0; size <= 4; ++size) {
      for_each_multiset(8, size, [&](const Database& database) {
        const auto law = enumerate(
            [&](Randomness& randomness) { return two_rates_mechanism(p)(database, randomness); });
        long double apart = 0;
        for (const auto& [z, mass] : law_by_definition(database, p)) {
          apart = std::max(apart, std::fabs(law.of(z) - mass));
        }
        // `everywhere` is rounded up to 2^-20 of a unit.
        REQUIRE(apart <= 1e-9L);
      });
    }
  }
}

TEST_CASE("a pure quantile at two rates is epsilon-DP under add-remove and always answers") {
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const double epsilon : {0.5, 2.0, 6.0}) {
      const auto parameters = calibrate_pure_two_rates(tau, 3, epsilon, 0.3);
      INFO(tau.numerator << "/" << tau.denominator << ", " << parameters.padding << " copies");
      CHECK(check_add_remove(8, 0, 4, epsilon, two_rates_mechanism(parameters)).within(0));
      // A domain that is narrower than its keys.
      const auto inside = [&](const Database& database, Randomness& randomness) {
        Database moved;
        for (const std::size_t x : database) moved.push_back(1 + x);
        return two_rates_mechanism(parameters, {{1}, {3}})(moved, randomness);
      };
      CHECK(check_add_remove(3, 0, 6, epsilon, inside).within(0));
    }
  }
}

TEST_CASE("the claim of a pure quantile at two rates is its fall and rise, and nearly tight") {
  long double most_used = 0;
  for (const QuantileFraction tau : kTwoRatesQuantiles) {
    for (const auto& [rise, fall] : {std::pair{1.5, 0.75}, {1.0, 1.0}, {0.75, 1.5}}) {
      for (const std::uint64_t copies : {1u, 2u}) {
        const auto p = small(tau, rise, fall, 1.0, tau.denominator, copies);
        const auto report = check_add_remove(8, 0, 5, epsilon_of(p), two_rates_mechanism(p));
        CHECK(report.within(0));
        most_used = std::max(most_used, report.largest_log_ratio / epsilon_of(p));
      }
    }
  }
  CHECK(most_used > 0.8L);
}

TEST_CASE("controls: pure two rates that claim the rise only, or for replace, are rejected") {
  const auto p = small({1, 2}, 1.0, 1.0, 1.0, 2, 2);
  CHECK_FALSE(check_add_remove(8, 0, 5, 1.0, two_rates_mechanism(p)).within(0));
  // A record that moves past a place changes its rank by 1, at the rates of both sides.
  REQUIRE(check_add_remove(8, 0, 5, epsilon_of(p), two_rates_mechanism(p)).within(0));
  CHECK_FALSE(check_replace(8, 4, epsilon_of(p), two_rates_mechanism(p)).within(0));
}

TEST_CASE("control: pure two rates with the rates of both sides swapped are rejected") {
  auto p = small({9, 10}, 1.0, 0.25, 1.0, 10, 2);
  std::swap(p.per_part_before, p.per_part_after);
  CHECK_FALSE(check_add_remove(8, 0, 5, epsilon_of(p), two_rates_mechanism(p)).within(0));
}

TEST_CASE(
    "control: pure two rates whose candidates without records weigh too little are rejected") {
  const auto p = small({1, 2}, 1.0, 0.5, 2.0, 2, 1, 1.0);
  CHECK_FALSE(check_add_remove(8, 0, 5, epsilon_of(p), two_rates_mechanism(p)).within(0));
}

/// Accepts every candidate, as if scores were weights.
class Unthinned final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::size_t thinned_choice(ThinnedRuns& runs, double epsilon,
                             const BottomScore& bottom) override {
    return weighted_choice(runs, epsilon, bottom);
  }
};

TEST_CASE("control: pure two rates whose candidates keep the uniform score are rejected") {
  const auto p = small({1, 2}, 1.0, 0.125, 3.0, 2, 1);
  const auto unthinned = [&](const Database& database, Randomness& randomness) {
    Unthinned plain(randomness);
    return two_rates_mechanism(p)(database, plain);
  };
  REQUIRE(check_add_remove(8, 0, 4, epsilon_of(p), two_rates_mechanism(p)).within(0));
  CHECK_FALSE(check_add_remove(8, 0, 4, epsilon_of(p), unthinned).within(0));
}

TEST_CASE("bad parameters of pure quantiles at two rates are rejected by name") {
  CHECK_THROWS_WITH(calibrate_pure_two_rates({1, 1}, 64, 1, 0.05),
                    "quantile's denominator must be a whole number from 2 to 1000000, got 1");
  CHECK_THROWS_WITH(calibrate_pure_two_rates({1, 2}, 0, 1, 0.05),
                    "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(calibrate_pure_two_rates({1, 2}, 1 << 26, 0.1, 0.05),
                    "epsilon must be large enough for a window that fits into memory, got 0.1");
}

}  // namespace
}  // namespace logstar::testing::pure_two_rates_test
