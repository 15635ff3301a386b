// The promises of quantiles of users by recursion, and their cost.
#include "logstar/interior_point/rank/user_quantiles.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/users/spread.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::user_quantiles_promise_test {
namespace {

const KeyInterval kAll{0, ~std::uint64_t(0)};

std::vector<QuantileFraction> in_steps(std::uint32_t steps) {
  std::vector<QuantileFraction> quantiles;
  for (std::uint32_t i = 1; i < steps; ++i) quantiles.push_back({i, steps});
  return quantiles;
}

UserQuantilesRequest asked(std::vector<QuantileFraction> quantiles, bool abstain = false) {
  UserQuantilesRequest request;
  request.taus = std::move(quantiles);
  request.epsilon = 1;
  request.user_weight = kUserWeight;
  request.abstain = abstain;
  return request;
}

TEST_CASE("percentiles of users have a quarter of the error promised by separate draws") {
  const auto parameters = calibrate_user_quantiles(asked(in_steps(100)), kAll);
  CHECK(parameters.error > 2'000);
  CHECK(parameters.error < 2'400);  // one by one: 10,184
  CHECK(calibrate_user_quantiles(asked(in_steps(10)), kAll).error < 800);
}

TEST_CASE("under replace the levels of quantiles of users get half of epsilon") {
  UserQuantilesRequest request = asked(in_steps(10));
  const auto added = calibrate_user_quantiles(request, kAll);
  request.neighbors = Neighbors::replace;
  const auto replaced = calibrate_user_quantiles(request, kAll);
  CHECK(added.draws.levels == 4);
  CHECK(added.draws.level_epsilon == 0.25);
  CHECK(replaced.draws.level_epsilon == 0.125);
}

TEST_CASE("quantiles of users reject an epsilon at which scores could not represent a miss") {
  UserQuantilesRequest request = asked({{381'966, 999'961}, {617'977, 999'983}});
  request.epsilon = 1e-8;
  CHECK_THROWS_WITH(calibrate_user_quantiles(request, kAll),
                    Catch::Contains("epsilon must be at least") &&
                        Catch::Contains("for these quantiles and so large a domain"));
}

TEST_CASE("rows that share key and bits keep the bound on their weight (100 runs)") {
  SeededBits source(76);
  BitPool pool(source);
  // Rows weigh half a user each; a run fails with probability at most 0.05.
  REQUIRE(binomial_at_most(100, 0.95L, 80) < 1e-6L);
  const double bound = coincident_users(5'000, 2, 8, 0.05);
  CHECK(bound > 5'000.0 / 256);
  CHECK(bound < 5'000.0 / 256 + 50);
  int within = 0;
  for (int run = 0; run < 100; ++run) {
    std::vector<double> weights(256);
    for (int i = 0; i < 10'000; ++i) weights[pool.below(256)] += 0.5;
    within += *std::max_element(weights.begin(), weights.end()) <= bound;
  }
  CHECK(within >= 81);
}

/// Rows of users with up to three rows, with keys of any shape.
WeightedKeys rows_of_users(std::size_t users, BitPool& pool, std::uint64_t values) {
  WeightedKeys rows{KeyArray(64), {}};
  for (std::size_t user = 0; user < users; ++user) {
    const std::uint64_t own = 1 + pool.below(3);
    for (std::uint64_t row = 0; row < own; ++row) {
      const std::uint64_t key = values == 0 ? pool.word() >> pool.below(60) : pool.below(values);
      rows.keys.append(WideKey{key});
      rows.weights.push_back(static_cast<std::uint32_t>(kUserWeight / own));
    }
  }
  return rows;
}

/// The distance of z from a quantile, in users.
double miss_of(const std::map<std::uint64_t, std::uint64_t>& weights, double total, double share,
               std::uint64_t z) {
  double below = 0;
  double at_most = 0;
  for (const auto& [key, weight] : weights) {
    if (key < z) below += static_cast<double>(weight);
    if (key <= z) at_most += static_cast<double>(weight);
  }
  return std::max({0.0, below - share * total, share * total - at_most}) / kUserWeight;
}

TEST_CASE("deciles of users keep their promise on distinct, tied and constant data (60 runs)",
          "[statistics]") {
  SeededBits source(77);
  ExactRandomness randomness(source);
  SeededBits data(78);
  BitPool pool(data);
  const auto parameters = calibrate_user_quantiles(asked(in_steps(10), true), kAll);
  // There are two statements, so a run fails with probability at most 0.1.
  REQUIRE(binomial_at_most(60, 0.9L, 40) < 1e-6L);
  int good = 0;
  const auto users = static_cast<std::size_t>(parameters.least_users) + 1;
  for (int run = 0; run < 60; ++run) {
    const std::uint64_t values = run % 3 == 0 ? 0 : run % 3 == 1 ? 5 : 1;
    const WeightedKeys rows = rows_of_users(users, pool, values);
    std::map<std::uint64_t, std::uint64_t> weights;
    for (std::size_t i = 0; i < rows.size(); ++i) weights[rows.keys[i].front()] += rows.weights[i];
    const auto found = draw_user_quantiles(rows, kAll, parameters, randomness);
    bool all = found.has_value();
    const double total = static_cast<double>(users) * kUserWeight;
    for (std::size_t i = 0; all && i < found->size(); ++i) {
      const std::uint64_t z = (*found)[i];
      all = miss_of(weights, total, static_cast<double>(i + 1) / 10, z) <= parameters.error &&
            z >= weights.begin()->first && z <= weights.rbegin()->first;
    }
    good += all;
  }
  CHECK(good >= 41);
}

TEST_CASE("deciles of 1,000 users with abstain nearly always answer, near the ranks (100 runs)",
          "[statistics]") {
  SeededBits source(79);
  ExactRandomness randomness(source);
  SeededBits data(80);
  BitPool pool(data);
  const auto parameters = calibrate_user_quantiles(asked(in_steps(10), true), kAll);
  int answered = 0;
  int near = 0;
  for (int run = 0; run < 100; ++run) {
    // Keys of smooth doubles fill about 2^52 of 2^64 places.
    WeightedKeys rows{KeyArray(64), {}};
    std::map<std::uint64_t, std::uint64_t> weights;
    for (int user = 0; user < 1'000; ++user) {
      const std::uint64_t key = (std::uint64_t(1) << 63) + (pool.word() >> 12);
      rows.keys.append(WideKey{key});
      rows.weights.push_back(kUserWeight);
      weights[key] += kUserWeight;
    }
    const auto found = draw_user_quantiles(rows, kAll, parameters, randomness);
    answered += found.has_value();
    double worst = 0;
    for (std::size_t i = 0; found && i < found->size(); ++i) {
      worst = std::max(worst, miss_of(weights, 1'000.0 * kUserWeight,
                                      static_cast<double>(i + 1) / 10, (*found)[i]));
    }
    near += found && worst < 60;
  }
  CHECK(answered >= 95);
  CHECK(near >= 90);
}

}  // namespace
}  // namespace logstar::testing::user_quantiles_promise_test
