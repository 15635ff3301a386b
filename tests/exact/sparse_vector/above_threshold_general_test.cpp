// AboveThreshold on general queries with several answers: by composition, and with numbers.
#include <catch2/catch.hpp>

#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "value_questions.hpp"

namespace logstar::testing {
namespace {

using enum AnswerForm;

TEST_CASE("under replace queries get the noise for general ones, even if declared monotone") {
  for (const std::uint64_t answers : {1u, 3u}) {
    for (const double share : {0.0, 0.3}) {
      auto options = options_of(2, QueryKind::general, answers);
      options.delta = 0.1;
      options.numeric_share = share;
      const auto general = plan_above_threshold(options);
      options.neighbors = Neighbors::replace;
      options.queries = QueryKind::monotone;
      const auto replaced = plan_above_threshold(options);
      REQUIRE(replaced.size() == general.size());
      for (std::size_t i = 0; i < general.size(); ++i) {
        const auto& a = general[i].parameters;
        const auto& b = replaced[i].parameters;
        CHECK(replaced[i].loss == general[i].loss);
        CHECK(b.shape == NoiseShape::laplace);
        CHECK(b.threshold_noise == a.threshold_noise);
        CHECK(b.threshold_rate == a.threshold_rate);
        CHECK(b.query_rate == a.query_rate);
        CHECK(b.answer_rate == a.answer_rate);
      }
    }
  }
}

/// Values that rise or fall, on either side of the threshold.
const std::vector<ValuePair> kFour = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};

AboveThresholdPlan three_redrawn() {
  auto options = options_of(3, QueryKind::general, 3);
  options.delta = 0.05;
  return plan_of(options, redrawn);
}

TEST_CASE("answers to general queries with redrawn noise keep (epsilon, delta)") {
  const auto plan = three_redrawn();
  REQUIRE(plan.loss == Loss{3, 0.05});
  const auto report = check_above_threshold(3, 4, kFour, plan.parameters, 1e-9L);
  CHECK(report.within(plan.loss.delta));
  CHECK(report.largest_log_ratio > 0.35 * 3);
}

TEST_CASE("control: three answers with redrawn noise at four times the rate are rejected") {
  auto parameters = three_redrawn().parameters;
  parameters.threshold_rate *= 4;
  parameters.query_rate *= 4;
  CHECK_FALSE(check_above_threshold(3, 4, kFour, parameters, 1e-9L).within(0.05));
}

/// Two answers with numbers to general queries: with one noise on the threshold, without delta, and with
/// redrawn noise.
std::vector<AboveThresholdPlan> with_numbers() {
  auto options = options_of(6, QueryKind::general, 2);
  options.numeric_share = 0.3;
  options.delta = 0.2;
  const auto plans = plan_above_threshold(options);
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].loss == Loss{6, 0});
  CHECK(plans[1].loss == Loss{6, 0.2});
  return plans;
}

const std::vector<ValuePair> kEitherWay = {{0, 1}, {1, 0}};

TEST_CASE("several answers to general queries keep the budget with a number each") {
  for (const auto& plan : with_numbers()) {
    const auto report = check_above_threshold(6, 2, kEitherWay, plan.parameters, 1e-10L);
    CHECK(report.within(plan.loss.delta));
    CHECK(report.largest_log_ratio > 0.35 * 6);
  }
}

TEST_CASE("control: a number with each of several answers, at four times the rate, is rejected") {
  for (const auto& plan : with_numbers()) {
    auto parameters = plan.parameters;
    parameters.answer_rate *= 4;
    CHECK_FALSE(check_above_threshold(6, 2, kEitherWay, parameters, 1e-9L).within(plan.loss.delta));
  }
}

}  // namespace
}  // namespace logstar::testing
