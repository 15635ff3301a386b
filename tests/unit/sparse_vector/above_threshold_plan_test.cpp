// Plans of AboveThreshold: noise scales, forms, spent rates, and stated accuracy.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::above_threshold_test {
namespace {

AboveThresholdPlan plan_of(const AboveThresholdOptions& options, AnswerForm form) {
  for (const auto& plan : plan_above_threshold(options)) {
    if (plan.form == form) return plan;
  }
  FAIL("no such form");
  return {};
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

}  // namespace
}  // namespace logstar::testing::above_threshold_test
