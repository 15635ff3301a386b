// The figures of distributions by noisy slices, and of the learners that call them: docs/guarantees/sanitizers.md.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::distribution_slices_test {
namespace {

const KeyInterval kAll{0, UINT64_MAX};

DistributionTask task_of(std::uint64_t points, double delta = 1e-6) {
  DistributionTask task;
  task.quantiles = points;
  task.domain = kAll;
  task.epsilon = 1;
  task.delta = delta;
  return task;
}

TEST_CASE("BNS13: thresholds sanitized with a delta are off by 87 ranks, without one by 1,169") {
  const auto sliced = DistributionRelease::plan(task_of(31));
  REQUIRE(sliced.slices);
  CHECK(std::ceil(sliced.rank_error) == 87);
  CHECK(std::ceil(DistributionRelease::plan(task_of(31, 0)).rank_error) == 1169);
  const Claim claim = DistributionRelease::claim(task_of(31), sliced);
  CHECK(claim.mechanism == "noisy slices");
  CHECK(claim.loss.delta == 1e-6);
  // Without a promise below the least number of records, the pure form is as good there.
  CHECK(sliced.fewer_error >= DistributionRelease::plan(task_of(31, 0)).rank_error);
}

TEST_CASE("a delta that is not needed is not spent") {
  DistributionTask task = task_of(31);
  task.method = DistributionMethod::quantiles;
  const Claim named = DistributionRelease::claim(task, DistributionRelease::plan(task));
  CHECK(named.loss.delta == 0);
  const Claim single =
      DistributionRelease::claim(task_of(1), DistributionRelease::plan(task_of(1)));
  CHECK(single.loss.delta == 0);
  CHECK(single.mechanism == "recursive quantiles");
}

TEST_CASE("slices by name need a delta and two points") {
  DistributionTask task = task_of(31, 0);
  task.method = DistributionMethod::slices;
  CHECK_THROWS_WITH(DistributionRelease::plan(task),
                    "delta must be a number above 0 and below 1, got 0");
  task = task_of(1);
  task.method = DistributionMethod::slices;
  CHECK_THROWS_WITH(DistributionRelease::plan(task),
                    "points must be a whole number from 2 to 999, got 1");
}

/// Two digits, rounded up.
double percent(double share) {
  const double digits = std::pow(10, 1 - std::floor(std::log10(100 * share)));
  return std::ceil(100 * share * digits) / digits;
}

TEST_CASE("the share that thresholds are off by with a delta is as the page lists it") {
  struct Row {
    double records;
    std::uint64_t points;
    double percent;
  };
  for (const Row& row :
       {Row{1e3, 3, 18}, {1e4, 31, 2.5}, {1e5, 255, 0.34}, {1e6, 999, 0.072}, {1e7, 999, 0.053}}) {
    double best = 1;
    std::uint64_t at = 0;
    for (const std::uint64_t m : {3u, 7u, 15u, 31u, 63u, 127u, 255u, 511u, 999u}) {
      const auto plan = DistributionRelease::plan(task_of(m));
      if (static_cast<double>(plan.least_records) > row.records) continue;
      const double share = plan.rank_error / row.records + 0.5 / static_cast<double>(m + 1);
      if (share < best) {
        best = share;
        at = m;
      }
    }
    CHECK(percent(best) == Approx(row.percent));
    CHECK(at == row.points);
  }
}

TEST_CASE("DKW: a planned number of draws is enough for the population") {
  DistributionPlanTask task{.domain = kAll, .loss = {1, 1e-6}, .accuracy = 0.05};
  const DistributionPlan plan = plan_distribution(task);
  CHECK(plan.sliced_points == 15);
  CHECK(plan.sliced_records == 4'054);
  for (const auto& [accuracy, fresh] :
       {std::pair{0.1, 2'874u}, {0.05, 6'604u}, {0.02, 26'515u}, {0.01, 64'793u}}) {
    task.accuracy = accuracy;
    CHECK(plan_distribution(task).sliced_fresh_records == fresh);
  }
}

TEST_CASE("the draws for a population are the fewest whose sampling error leaves room") {
  const auto off = [](double n) { return 70 / n + 0.02 + std::sqrt(std::log(40) / (2 * n)); };
  const auto records = static_cast<double>(*records_for_population(70, 0.02, 10, 0.05, 0.05));
  CHECK(off(records) <= 0.05);
  CHECK(off(records - 1) > 0.05);
  CHECK(records_for_population(70, 0.02, 100'000, 0.05, 0.05) == 100'000);
  CHECK_FALSE(records_for_population(70, 0.06, 10, 0.05, 0.05));
}

TEST_CASE(
    "BNS13 section 5.1: a threshold learned through slices errs less than through recursion") {
  ThresholdBySanitizerRelease::Task task;
  task.domain = kAll;
  task.epsilon = 1;
  task.delta = 1e-6;
  struct Row {
    std::uint64_t points;
    std::int64_t errors;
    std::uint64_t least;
    std::int64_t pure;
  };
  for (const Row& row : {Row{15, 991, 10'120, 6'953}, {31, 1'107, 21'856, 10'587}}) {
    task.quantiles = row.points;
    task.delta = 1e-6;
    const auto plan = ThresholdBySanitizerRelease::plan(task);
    REQUIRE(plan.quantiles.slices);
    CHECK(plan.errors.records == row.errors);
    CHECK(plan.least_records == row.least);
    CHECK(ThresholdBySanitizerRelease::claim(task, plan).loss.delta == 1e-6);
    task.delta = 0;
    CHECK(ThresholdBySanitizerRelease::plan(task).errors.records == row.pure);
  }
}

TEST_CASE("BNS13 section 3.5: a box learned through slices errs less than through recursion") {
  RectangleBySanitizerRelease::Task task;
  task.domains = {kAll, kAll};
  task.loss = {1, 1e-6};
  task.method = DistributionMethod::slices;
  const auto plan = RectangleBySanitizerRelease::plan(task);
  for (const DistributionParameters& axis : plan.quantiles) {
    REQUIRE(axis.slices);
    CHECK(std::ceil(axis.rank_error) == 389);
  }
  CHECK(plan.least_points == 37'200);
  task.method = DistributionMethod::quantiles;
  const auto pure = RectangleBySanitizerRelease::plan(task);
  CHECK(std::ceil(pure.quantiles.front().rank_error) == 4'675);
  CHECK(plan.errors.records < pure.errors.records);
}

TEST_CASE("a draw at a granted loss keeps the method of its plan") {
  ThresholdBySanitizerRelease::Task task;
  task.domain = kAll;
  task.epsilon = 1;
  task.delta = 1e-6;
  const auto plan = ThresholdBySanitizerRelease::plan(task);
  const auto run = ThresholdBySanitizerRelease::with_loss(task, plan, {2, 1e-6});
  CHECK(run.method == DistributionMethod::slices);
  const auto distribution = DistributionRelease::plan(task_of(31));
  CHECK(DistributionRelease::with_loss(task_of(31), distribution, {2, 1e-6}).method ==
        DistributionMethod::slices);
}

}  // namespace
}  // namespace logstar::testing::distribution_slices_test
