// Quantiles at two rates without a delta: their law by its definition, losses over all small databases,
// controls, and the promised errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"
#include "two_rates_tables.hpp"

namespace logstar::testing::pure_two_rates_test {
namespace {

using Database = std::vector<std::size_t>;

/// All prefixes together weigh less than their number at the score of no record, by a factor e^`short_of`.
TwoRatesParameters small(const QuantileFraction& tau, double rise, double fall, double base,
                         std::int64_t margin, std::uint64_t copies, double short_of = 0) {
  TwoRatesParameters p = small_two_rates(tau, rise, fall, base, margin, copies);
  p.uniform_score = BottomScore::above(-p.per_weight, (std::log(15.0) - short_of) / p.unit);
  return p;
}

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
