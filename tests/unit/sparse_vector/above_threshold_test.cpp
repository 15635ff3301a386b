#include "logstar/sparse_vector/above_threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar {
namespace {

using testing::SeededBits;

AboveThresholdPlan plan_of(const AboveThresholdOptions& options, AnswerForm form) {
  for (const auto& plan : plan_above_threshold(options)) {
    if (plan.form == form) return plan;
  }
  FAIL("no such form");
  return {};
}

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
                    "this AboveThreshold is exhausted: it has given the 2 yes it was paid for; "
                    "make a new one to go on");
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

TEST_CASE("noise scales for c = 10, 100, 1000 monotone answers at (1, 1e-6), Laplace and redrawn") {
  AboveThresholdOptions options;
  options.delta = 1e-6;
  options.queries = QueryKind::monotone;
  options.shape = NoiseShape::laplace;
  const auto scale = [&](std::uint64_t answers, AnswerForm form) {
    options.max_answers = answers;
    return 1 / plan_of(options, form).parameters.query_rate;
  };
  CHECK(scale(10, AnswerForm::redrawn) == Approx(20).epsilon(0.005));
  CHECK(scale(100, AnswerForm::redrawn) == Approx(83.3).epsilon(0.005));
  CHECK(scale(1000, AnswerForm::redrawn) == Approx(266.8).epsilon(0.005));
  // The range of the loss, in place of its size, saves another eighth.
  CHECK(scale(100, AnswerForm::redrawn_bounded_range) == Approx(73.9).epsilon(0.005));
  CHECK(scale(1000, AnswerForm::redrawn_bounded_range) == Approx(233.5).epsilon(0.005));
}

TEST_CASE("the form with the least width is chosen: one noise for few answers, redrawn for many") {
  AboveThresholdOptions options;
  options.delta = 1e-6;
  options.queries = QueryKind::monotone;
  const auto chosen = [&](std::uint64_t answers) {
    options.max_answers = answers;
    return calibrate_above_threshold(options).form;
  };
  CHECK(chosen(1) == AnswerForm::kept);
  CHECK(chosen(100) == AnswerForm::kept);
  CHECK(chosen(150) == AnswerForm::redrawn_bounded_range);
  options.queries = QueryKind::general;
  CHECK(chosen(100) == AnswerForm::kept);
  CHECK(chosen(1000) == AnswerForm::redrawn);
}

TEST_CASE("a plan spends its stated loss: without a delta all forms are pure") {
  AboveThresholdOptions options;
  options.queries = QueryKind::monotone;
  options.max_answers = 20;
  for (const auto& plan : plan_above_threshold(options)) CHECK(plan.loss == Loss{1, 0});
  options.delta = 1e-6;
  CHECK(plan_of(options, AnswerForm::kept).loss == Loss{1, 0});
  CHECK(plan_of(options, AnswerForm::redrawn_bounded_range).loss == Loss{1, 1e-6});
}

TEST_CASE("rates add up to at most epsilon in every form") {
  for (const double share : {0.0, 0.1, 0.5, 0.9}) {
    for (const std::uint64_t answers : {1u, 7u, 300u}) {
      AboveThresholdOptions options;
      options.max_answers = answers;
      options.numeric_share = share;
      options.epsilon = 0.7;
      const auto c = static_cast<double>(answers);
      const auto general = plan_of(options, AnswerForm::kept).parameters;
      CHECK(general.threshold_rate + c * (2 * general.query_rate + general.answer_rate) <= 0.7);
      CHECK(general.threshold_rate + c * (2 * general.query_rate + general.answer_rate) > 0.6999);
      options.queries = QueryKind::monotone;
      const auto monotone = plan_of(options, AnswerForm::kept).parameters;
      const double up =
          monotone.threshold_rate + c * std::max(monotone.query_rate, monotone.answer_rate);
      const double down = c * (monotone.query_rate + monotone.answer_rate);
      CHECK(up <= 0.7);
      CHECK(down <= 0.7);
      CHECK(std::max(up, down) > 0.6999);
    }
  }
}

TEST_CASE("the accuracy statement holds (2,000 sessions of 50 queries, alpha 1e-6)") {
  // A conversation fails with probability at most 0.1; 267 failures or more have probability below 1e-6.
  SeededBits source(5);
  ExactRandomness randomness(source);
  for (const auto kind : {QueryKind::general, QueryKind::monotone}) {
    AboveThresholdOptions options;
    options.queries = kind;
    options.expected_questions = 50;
    options.confidence = 0.9;
    const AboveThresholdPlan plan = calibrate_above_threshold(options);
    const auto yes_at = 1000 + static_cast<std::int64_t>(plan.accuracy.sure_yes_above);
    const auto no_at = 1000 - static_cast<std::int64_t>(plan.accuracy.sure_no_below);
    int failures = 0;
    for (int run = 0; run < 2'000; ++run) {
      AboveThreshold mechanism(plan.parameters, 1000, randomness);
      bool failed = false;
      for (int i = 0; i < 49 && !failed; ++i) failed = mechanism.ask(no_at, randomness).yes;
      failures += failed || !mechanism.ask(yes_at, randomness).yes;
    }
    CHECK(failures < 267);
    CHECK(failures > 0);  // the margin is needed now and then
  }
}

TEST_CASE("a centred threshold has certain yeses and noes from one distance on, or one step more") {
  AboveThresholdOptions options;
  options.queries = QueryKind::monotone;
  options.max_answers = 5;
  options.expected_questions = 100;
  const AboveThresholdPlan centred = calibrate_above_threshold(options);
  CHECK(centred.accuracy.sure_yes_above == 35);
  CHECK(centred.accuracy.sure_no_below == 35);
  CHECK(centred.parameters.shift == 21);
  options.centred = false;
  const AboveThresholdPlan plain = calibrate_above_threshold(options);
  CHECK(plain.accuracy.sure_yes_above == 14);
  CHECK(plain.accuracy.sure_no_below == 56);
  CHECK(plain.parameters.shift == 0);
  for (const auto kind : {QueryKind::general, QueryKind::monotone}) {
    for (const QueryGrid grid : {QueryGrid::counts, QueryGrid::fractions}) {
      for (const std::uint64_t answers : {1u, 40u, 1000u}) {
        for (const std::uint64_t questions : {1u, 1000u}) {
          AboveThresholdOptions one;
          one.delta = 1e-6;
          one.queries = kind;
          one.grid = grid;
          one.max_answers = answers;
          one.expected_questions = questions;
          for (const auto& plan : plan_above_threshold(one)) {
            const double apart = plan.accuracy.sure_no_below - plan.accuracy.sure_yes_above;
            CHECK(std::fabs(apart) <= records_of_steps(1, grid));
          }
          one.centred = false;
          const double width = calibrate_above_threshold(one).accuracy.width();
          one.centred = true;
          CHECK(calibrate_above_threshold(one).accuracy.width() == width);
        }
      }
    }
  }
}

TEST_CASE("a shifted threshold draws as one placed there, and its numbers are not shifted") {
  AboveThresholdOptions options;
  options.queries = QueryKind::monotone;
  options.max_answers = 3;
  options.numeric_share = 0.2;
  const auto moved = calibrate_above_threshold(options).parameters;
  REQUIRE(moved.shift > 0);
  auto there = moved;
  there.shift = 0;
  for (const auto redrawn : {ThresholdNoise::kept, ThresholdNoise::redrawn}) {
    auto first = moved;
    first.threshold_noise = there.threshold_noise = redrawn;
    SeededBits source(2);
    SeededBits same_source(2);
    ExactRandomness randomness(source);
    ExactRandomness same(same_source);
    AboveThreshold mechanism(first, 10, randomness);
    AboveThreshold other(there, 10 + moved.shift, same);
    for (std::int64_t value = 0; value < 200 && !mechanism.exhausted(); ++value) {
      CHECK(mechanism.ask(value, randomness) == other.ask(value, same));
      CHECK(mechanism.state() == other.state());
    }
    CHECK(mechanism.exhausted());
  }
  auto far = moved;
  far.shift = (std::int64_t(1) << 60) + 1;
  SeededBits source(2);
  ExactRandomness randomness(source);
  CHECK_THROWS_WITH(AboveThreshold(far, 0, randomness),
                    "shift must be from -2^60 to 2^60 steps, got 1152921504606846977");
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
}  // namespace logstar
