// Stable choice: its exact law over all small databases, and changes that break it.
#include "logstar/selection/stable_choice.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/support/errors.hpp"
#include "score_examples.hpp"

namespace logstar::testing {
namespace {

template <typename Score>
auto choice(const StableChoiceParameters& parameters, std::size_t values, const Score& score) {
  return [=](const Database& database, Randomness& randomness) {
    const Occurring found = occurring(score(database, values));
    ScoreList candidates(found.scores);
    const auto index = stable_choice(candidates, parameters, randomness);
    return index ? found.solutions[*index] : kNothing;
  };
}

TEST_CASE(
    "stable choice of counts is (epsilon, delta)-DP for every delta, at delta / (1 + delta)") {
  // The pairs with epsilon = 0.1 have delta > e^epsilon - 1.
  for (const auto& [epsilon, delta] : {std::pair{0.1, 0.3}, {0.5, 0.05}, {1.0, 0.2}, {3.0, 0.01}}) {
    const auto parameters = calibrate_stable_choice({epsilon, delta}, 1, Neighbors::add_remove);
    const auto report = check_add_remove(8, 0, 4, epsilon, choice(parameters, 8, counts));
    CHECK(report.within(delta));
    // The whole loss: a count of 0 becomes 1 with no other data.
    CHECK(static_cast<double>(report.worst_delta) == Approx(delta / (1 + delta)).epsilon(1e-4));
  }
}

TEST_CASE("stable choice allows a record to raise two scores if the caller declares it") {
  for (const auto& [epsilon, delta] : {std::pair{0.5, 0.05}, {1.0, 0.2}, {2.0, 0.01}}) {
    const auto parameters = calibrate_stable_choice({epsilon, delta}, 2, Neighbors::add_remove);
    const auto report = check_add_remove(5, 0, 5, epsilon, choice(parameters, 5, pair_counts));
    CHECK(report.within(delta));
    CHECK(report.worst_delta > 0.8 * delta);
  }
}

TEST_CASE("stable choice is (epsilon, delta)-DP under replace, for every delta") {
  for (const auto& [epsilon, delta] : {std::pair{0.1, 0.3}, {1.0, 0.2}, {3.0, 0.05}}) {
    const auto one = calibrate_stable_choice({epsilon, delta}, 1, Neighbors::replace);
    CHECK(check_replace(5, 4, epsilon, choice(one, 5, counts)).within(delta));
    const auto two = calibrate_stable_choice({epsilon, delta}, 2, Neighbors::replace);
    CHECK(check_replace(5, 3, epsilon, choice(two, 5, pair_counts)).within(delta));
  }
}

TEST_CASE("controls: bottom one lower, two scores raised undeclared, full epsilon under replace") {
  const Loss loss{2.0, 0.05};
  auto lower = calibrate_stable_choice(loss, 1, Neighbors::add_remove);
  lower.bottom.whole -= 1;
  CHECK_FALSE(check_add_remove(5, 0, 3, loss.epsilon, choice(lower, 5, counts)).within(loss.delta));
  const auto untold = calibrate_stable_choice(loss, 1, Neighbors::add_remove);
  CHECK_FALSE(
      check_add_remove(5, 0, 3, loss.epsilon, choice(untold, 5, pair_counts)).within(loss.delta));
  CHECK_FALSE(check_replace(5, 6, loss.epsilon, choice(untold, 5, counts)).within(loss.delta));
}

TEST_CASE("the law of stable choice is e^(epsilon score) over the sum, bottom included") {
  const Scores scores = {4, 1, 2};
  const auto parameters = calibrate_stable_choice({1, 0.125}, 1, Neighbors::add_remove);
  const auto law = enumerate([&](Randomness& randomness) {
    ScoreList candidates(scores);
    return stable_choice(candidates, parameters, randomness).value_or(99);
  });
  const long double bottom = std::exp(1.0L) * 8;
  const long double total = std::exp(4.0L) + std::exp(1.0L) + std::exp(2.0L) + bottom;
  CHECK(static_cast<double>(law.of(0)) == Approx(static_cast<double>(std::exp(4.0L) / total)));
  CHECK(static_cast<double>(law.of(99)) == Approx(static_cast<double>(bottom / total)));
}

TEST_CASE("stable choice at its least score returns nothing with probability at most beta") {
  for (const double beta : {0.3, 0.05, 1e-3}) {
    const auto parameters = calibrate_stable_choice({0.7, 0.01}, 3, Neighbors::add_remove);
    const auto nothing = [&](std::int64_t best) {
      const Scores scores = {best};
      ScoreList candidates(scores);
      return enumerate([&](Randomness& randomness) {
               return stable_choice(candidates, parameters, randomness).has_value();
             })
          .of(false);
    };
    const std::int64_t least = stable_choice_least_score(parameters, beta);
    CHECK(nothing(least) <= beta);
    CHECK(nothing(least - 2) > beta);
    CHECK(stable_choice_failure(parameters, least) <= beta);
    CHECK(nothing(least) <= stable_choice_failure(parameters, least));
  }
}

TEST_CASE("no candidates return nothing, and parameters out of range are rejected by name") {
  const auto parameters = calibrate_stable_choice({1, 1e-6}, 1, Neighbors::add_remove);
  EnumeratingRandomness randomness;
  ScoreList none({});
  CHECK_FALSE(stable_choice(none, parameters, randomness).has_value());
  CHECK_THROWS_WITH(calibrate_stable_choice({1, 0}, 1, Neighbors::add_remove),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(calibrate_stable_choice({std::nan(""), 0.1}, 1, Neighbors::add_remove),
                    "epsilon must be a number from 1e-9 to 10000, got nan");
  CHECK_THROWS_WITH(calibrate_stable_choice({1, 0.1}, 0, Neighbors::add_remove),
                    "growth must be a whole number from 1 to 1125899906842624, got 0");
}

}  // namespace
}  // namespace logstar::testing
