// The exponential mechanism over an explicit list: exact privacy of all four calibrations.
#include "logstar/selection/exponential.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/support/errors.hpp"
#include "score_examples.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kValues = 4;

template <typename Score>
auto choice(double draw_epsilon, const Score& score) {
  return [=](const Database& database, Randomness& randomness) {
    return exponential_choice(score(database, kValues), draw_epsilon, randomness);
  };
}

TEST_CASE("an exponential choice is epsilon-DP in each of its four calibrations") {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const auto draw = [epsilon](ScoreMoves moves, Neighbors neighbors) {
      return calibrate_exponential_choice(epsilon, moves, neighbors);
    };
    const auto one_way = check_add_remove(
        kValues, 0, 5, epsilon, choice(draw(ScoreMoves::one_way, Neighbors::add_remove), counts));
    CHECK(one_way.within(0));
    CHECK(one_way.largest_log_ratio > 0.7 * epsilon);
    const auto both_ways = check_add_remove(
        kValues, 0, 5, epsilon, choice(draw(ScoreMoves::both_ways, Neighbors::add_remove), votes));
    CHECK(both_ways.within(0));
    CHECK(both_ways.largest_log_ratio > 0.5 * epsilon);
    CHECK(check_replace(kValues, 4, epsilon,
                        choice(draw(ScoreMoves::one_way, Neighbors::replace), counts))
              .within(0));
  }
}

TEST_CASE("control: scores that move both ways drawn at full epsilon are rejected") {
  CHECK_FALSE(check_add_remove(kValues, 0, 5, 1.0, choice(1.0, votes)).within(0));
  CHECK_FALSE(check_replace(kValues, 4, 1.0, choice(1.0, counts)).within(0));
}

TEST_CASE("the drawn score misses the best by the shortfall with probability at most beta") {
  const Scores scores = {7, 3, 3, 0, 5, 0, 0, 1};
  const double draw_epsilon = 0.9;
  const auto law = enumerate(
      [&](Randomness& randomness) { return exponential_choice(scores, draw_epsilon, randomness); });
  for (const double beta : {0.5, 0.2, 0.05}) {
    const double shortfall = exponential_choice_shortfall(scores.size(), draw_epsilon, beta);
    CHECK(shortfall == Approx(std::log(8 / beta) / 0.9));
    long double missed = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (static_cast<double>(scores[i]) <= 7 - shortfall) missed += law.of(i);
    }
    CHECK(missed <= beta);
  }
}

TEST_CASE("no candidates and a bad epsilon are rejected by name") {
  CHECK_THROWS_WITH(calibrate_exponential_choice(0, ScoreMoves::one_way, Neighbors::add_remove),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
  EnumeratingRandomness randomness;
  CHECK_THROWS_WITH(exponential_choice({}, 1, randomness),
                    "candidates must be a list of at least 1, got none");
  CHECK_THROWS_WITH(exponential_choice_shortfall(0, 1, 0.05),
                    "candidates must be at least 1, got 0");
}

}  // namespace
}  // namespace logstar::testing
