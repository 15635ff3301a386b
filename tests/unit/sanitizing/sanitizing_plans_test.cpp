// What is planned for sanitized data is what the calibrations of the draws promise.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::sanitizing_planner_test {
namespace {

PointsTask points_task(double accuracy) {
  PointsTask task;
  task.loss = {1, 1e-6};
  task.accuracy = accuracy;
  task.items = 3;
  return task;
}

DistributionPlanTask shares_of(Loss loss, double accuracy) {
  return {.domain = {0, 9999}, .loss = loss, .accuracy = accuracy};
}

/// So many records make the error of so many quantiles the share that is wanted.
double records_with(std::uint64_t points, const DistributionPlanTask& task) {
  const auto plan = DistributionRelease::plan(
      {points, task.domain, task.loss.epsilon, task.neighbors, task.confidence});
  return plan.rank_error / (task.accuracy - 0.5 / static_cast<double>(points + 1));
}

TEST_CASE("counts are planned for by the error that the stable histogram claims") {
  for (const double accuracy : {0.001, 0.1, 1.0}) {
    PointsTask task = points_task(accuracy);
    task.method = PointsMethod::paper;  // promises nothing of the items that it does not name
    const PointsPlan plan = plan_sanitized_points(task);
    task.method = PointsMethod::stable;
    CHECK(plan.error == static_cast<double>(PointsRelease::plan(task).error));
    CHECK(static_cast<double>(plan.records) * accuracy >= plan.error);
    CHECK(static_cast<double>(plan.records - 1) * accuracy < plan.error);
  }
}

TEST_CASE("a distribution is planned for by the quantiles that need the fewest records") {
  for (const double accuracy : {0.004, 0.05, 0.3}) {
    const auto task = shares_of({1, 1e-6}, accuracy);
    const DistributionPlan plan = plan_distribution(task);
    CHECK(plan.records == static_cast<std::uint64_t>(std::ceil(records_with(plan.points, task))));
    CHECK(plan.most_equal == DistributionRelease::plan(
                                 {plan.points, task.domain, 1.0, task.neighbors, task.confidence})
                                 .most_equal);
    for (const std::uint64_t points :
         {std::uint64_t{7}, std::uint64_t{127}, kMostSpreadQuantiles}) {
      if (accuracy <= 0.5 / static_cast<double>(points + 1)) continue;
      CHECK(static_cast<double>(plan.records) <= std::ceil(records_with(points, task)));
    }
  }
}

TEST_CASE("SanThresholds is planned for by the size from which it keeps the same promise") {
  const auto task = shares_of({1, 1e-6}, 0.1);
  SanThresholdsTask paper;
  paper.domain = task.domain;
  paper.request.bits = task.domain.bits();
  paper.request.accuracy = 0.1;
  paper.request.loss = task.loss;
  const auto least = SanThresholdsRelease::least_size(paper);
  REQUIRE(least);
  CHECK(plan_distribution(task).least_size == least);
  CHECK_FALSE(plan_distribution(shares_of({1, 0}, 0.1)).least_size);
  CHECK_FALSE(plan_distribution(shares_of({1e-6, 1e-6}, 0.1)).least_size);
}

TEST_CASE("plans of sanitized data for what there is not are refused by name") {
  for (const double accuracy : {0.0009, 1.1, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(plan_sanitized_points(points_task(accuracy)), OutOfRange);
    CHECK_THROWS_AS(plan_distribution(shares_of({1, 1e-6}, accuracy)), OutOfRange);
  }
  CHECK_THROWS_WITH(plan_distribution(shares_of({1, 1e-6}, 2)),
                    "accuracy must be a number from 0.001 to 1, got 2");
  for (const double delta : {1.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(plan_distribution(shares_of({1, delta}, 0.1)), OutOfRange);
  }
}

}  // namespace
}  // namespace logstar::testing::sanitizing_planner_test
