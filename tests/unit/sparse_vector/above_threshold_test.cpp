
#include "logstar/sparse_vector/above_threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::above_threshold_test {
namespace {

using testing::SeededBits;

TEST_CASE("AboveThreshold stops for good after its charged yeses, and says so") {
  SeededBits source(1);
  ExactRandomness randomness(source);
  AboveThresholdOptions options;
  options.max_answers = 2;
  AboveThreshold mechanism(calibrate_above_threshold(options).parameters, 100, randomness);
  CHECK_FALSE(mechanism.ask(-100'000, randomness).yes);
  CHECK(mechanism.ask(100'000, randomness).yes);
  CHECK_FALSE(mechanism.exhausted());
  CHECK(mechanism.ask(100'000, randomness).yes);
  CHECK(mechanism.exhausted());
  CHECK_THROWS_AS(mechanism.ask(0, randomness), BudgetExceeded);
  CHECK_THROWS_WITH(mechanism.ask(0, randomness),
                    "this AboveThreshold is exhausted: it has returned the charged number of yes "
                    "answers, 2; make a new one to continue");
}

TEST_CASE("a saved AboveThreshold resumes its state") {
  AboveThresholdOptions options;
  options.queries = QueryKind::monotone;
  options.max_answers = 3;
  options.numeric_share = 0.2;
  const auto parameters = calibrate_above_threshold(options).parameters;
  SeededBits source(2);
  SeededBits same_source(2);
  ExactRandomness randomness(source);
  ExactRandomness same(same_source);
  AboveThreshold mechanism(parameters, 10, randomness);
  AboveThresholdState saved = AboveThreshold(parameters, 10, same).state();
  for (std::int64_t value = 0; value < 200 && !mechanism.exhausted(); ++value) {
    AboveThreshold resumed(parameters, 10, saved);
    CHECK(resumed.ask(value, same) == mechanism.ask(value, randomness));
    saved = resumed.state();
    CHECK(saved == mechanism.state());
  }
  saved.answers_left = 4;
  CHECK_THROWS_WITH(AboveThreshold(parameters, 10, saved),
                    "saved.answers_left must be a whole number from 0 to 3, got 4");
}

// Regression: the distance of a number near the ends of 64 bits to the threshold overflowed. A saved -2^63 was
// answered with no, or ended a query with an error.
TEST_CASE("a saved noisy threshold must be reachable by noise, and is compared without overflow") {
  constexpr std::int64_t kMaxNoise = std::int64_t(1) << 62;
  constexpr std::int64_t kMaxValue = std::int64_t(1) << 60;
  const auto parameters = calibrate_above_threshold({}).parameters;
  SeededBits source(8);
  ExactRandomness randomness(source);
  for (const std::int64_t threshold : {-kMaxValue, std::int64_t(0), kMaxValue}) {
    for (const std::int64_t value : {INT64_MIN, std::int64_t(0), INT64_MAX}) {
      AboveThreshold lowest(parameters, threshold, {threshold - kMaxNoise, 1});
      CHECK(lowest.ask(value, randomness).yes);
      AboveThreshold highest(parameters, threshold, {threshold + kMaxNoise, 1});
      CHECK_FALSE(highest.ask(value, randomness).yes);
    }
    CHECK_THROWS_AS(AboveThreshold(parameters, threshold, {threshold - kMaxNoise - 1, 1}),
                    OutOfRange);
    CHECK_THROWS_AS(AboveThreshold(parameters, threshold, {threshold + kMaxNoise + 1, 1}),
                    OutOfRange);
  }
  CHECK_THROWS_WITH(AboveThreshold(parameters, 10, {INT64_MIN, 1}),
                    "saved.noisy_threshold must be within 2^62 steps of the threshold, got "
                    "-9223372036854775808");
}

TEST_CASE("a yes carries a number only if numbers were requested") {
  SeededBits source(3);
  ExactRandomness randomness(source);
  AboveThresholdOptions options;
  AboveThreshold plain(calibrate_above_threshold(options).parameters, 0, randomness);
  CHECK_FALSE(plain.ask(1'000'000, randomness).value.has_value());
  options.numeric_share = 0.5;
  const auto parameters = calibrate_above_threshold(options).parameters;
  AboveThreshold numeric(parameters, 0, randomness);
  CHECK_FALSE(numeric.ask(-1'000'000, randomness).value.has_value());
  const auto answer = numeric.ask(1'000'000, randomness);
  REQUIRE(answer.value.has_value());
  CHECK(std::fabs(static_cast<double>(*answer.value) - 1e6) <=
        above_threshold_answer_error(parameters, 0.999999));
}

TEST_CASE("values of any size are compared without overflow") {
  SeededBits source(4);
  ExactRandomness randomness(source);
  const auto parameters = calibrate_above_threshold({}).parameters;
  AboveThreshold low(parameters, -(std::int64_t(1) << 60), randomness);
  CHECK(low.ask(INT64_MAX, randomness).yes);
  AboveThreshold high(parameters, std::int64_t(1) << 60, randomness);
  CHECK_FALSE(high.ask(INT64_MIN, randomness).yes);
  CHECK_THROWS_WITH(AboveThreshold(parameters, (std::int64_t(1) << 60) + 1, randomness),
                    "threshold must be from -2^60 to 2^60 steps, got 1152921504606846977");
}

TEST_CASE("bad options of AboveThreshold are rejected by name") {
  AboveThresholdOptions options;
  options.epsilon = 0;
  CHECK_THROWS_WITH(calibrate_above_threshold(options),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
  options = {};
  options.delta = 1;
  CHECK_THROWS_AS(calibrate_above_threshold(options), OutOfRange);
  options = {};
  options.max_answers = 0;
  CHECK_THROWS_WITH(calibrate_above_threshold(options),
                    "maxAnswers must be a whole number from 1 to 1000000, got 0");
  options = {};
  options.numeric_share = 1;
  CHECK_THROWS_WITH(calibrate_above_threshold(options),
                    "numericShare must be a number from 0 to below 1, got 1");
  options = {};
  options.shape = NoiseShape::one_sided;
  CHECK_THROWS_WITH(calibrate_above_threshold(options),
                    "shape must be laplace, unless questions are monotone under add-remove, got "
                    "one_sided");
  options.queries = QueryKind::monotone;
  options.neighbors = Neighbors::replace;
  CHECK_THROWS_AS(calibrate_above_threshold(options), OutOfRange);
  options = {};
  options.epsilon = 1e-9;
  options.grid = QueryGrid::fractions;
  CHECK_THROWS_WITH(calibrate_above_threshold(options),
                    "epsilon must be large enough for noise below 2^40 grid steps, got 1e-09");
}

TEST_CASE("a draw that fails after a yes exhausts AboveThreshold, and before one changes nothing") {
  AboveThresholdOptions options;
  options.max_answers = 3;
  options.numeric_share = 0.2;
  auto parameters = calibrate_above_threshold(options).parameters;
  parameters.threshold_noise = ThresholdNoise::redrawn;
  REQUIRE(parameters.answer_rate > 0);
  for (const std::size_t draws : {0u, 1u, 2u}) {  // for query, answer and new threshold
    SeededBits source(3);
    ExactRandomness exact(source);
    testing::FailingRandomness randomness(exact);
    AboveThreshold mechanism(parameters, 100, randomness);
    const auto before = mechanism.state();
    randomness.refuse_after(draws);
    CHECK_THROWS_AS(mechanism.ask(100'000, randomness), EntropyUnavailable);
    CHECK(mechanism.exhausted() == (draws > 0));
    CHECK((mechanism.state() == before) == (draws == 0));
  }
}

}  // namespace
}  // namespace logstar::testing::above_threshold_test
