// Plans of sanitized data state the figures of the draws' calibrations.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

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

/// The number of records at which `points` quantiles have the requested error as a share.
double records_with(std::uint64_t points, const DistributionPlanTask& task) {
  const auto plan = DistributionRelease::plan(
      {points, task.domain, task.loss.epsilon, task.neighbors, task.confidence});
  return plan.rank_error / (task.accuracy - 0.5 / static_cast<double>(points + 1));
}

TEST_CASE("counts are planned by the error that the stable histogram claims") {
  for (const double accuracy : {0.001, 0.1, 1.0}) {
    PointsTask task = points_task(accuracy);
    const PointsPlan plan = plan_sanitized_points(task).front();
    task.method = PointsMethod::stable;
    CHECK(plan.method == PointsMethod::stable);
    CHECK(plan.error == static_cast<double>(PointsRelease::plan(task).error));
    CHECK(static_cast<double>(*plan.records) * accuracy >= plan.error);
    CHECK(static_cast<double>(*plan.records - 1) * accuracy < plan.error);
  }
}

TEST_CASE(
    "BNS13 Theorem 4.6: SanPoints is planned from the number of records that its claim states") {
  const auto plans = plan_sanitized_points(points_task(0.1));
  REQUIRE(plans.size() == 3);
  CHECK(plans[1].method == PointsMethod::rounds);
  CHECK(plans[2].method == PointsMethod::paper);
  CHECK(*plans[1].records > *plans[0].records);
  CHECK(*plans[2].records > *plans[1].records);
  for (const PointsPlan& plan : plans) {
    PointsTask task = points_task(0.1);
    task.method = plan.method;
    const auto released = PointsRelease::plan(task);
    CHECK(plan.error == static_cast<double>(released.error));
    if (plan.method != PointsMethod::stable) CHECK(plan.records == released.least_records);
  }
  // Beyond the printed composition's range that method is listed without records.
  PointsTask loose = points_task(0.1);
  loose.loss.epsilon = 100;
  CHECK_FALSE(plan_sanitized_points(loose)[2].records);
}

/// The probability that in `rounds` rounds all tests, draws and noises keep what san_points_least_records takes
/// them to keep, from below, computed anew.
double kept_at(const SanPointsParameters& parameters, double accuracy, double n) {
  const auto& choice = std::get<StableChoiceParameters>(parameters.choice);
  const double most = std::floor(accuracy * n);
  const double missed = stable_choice_failure(choice, static_cast<std::int64_t>(most));
  const double below = n * std::exp(-choice.draw_epsilon *
                                    (accuracy * n - n / static_cast<double>(parameters.rounds)));
  const double noise = 2 * std::exp(-parameters.noise_epsilon * (most + 1));
  return 1 - static_cast<double>(parameters.rounds) * (missed + below + noise);
}

TEST_CASE("from the stated number of records on SanPoints keeps the share of every item") {
  for (const double accuracy : {0.05, 0.1, 0.3}) {
    const Loss loss{1, 1e-6};
    const auto parameters = calibrate_san_points(SanPointsCalibration::tight, accuracy, loss,
                                                 Neighbors::add_remove, 0.05);
    const auto least = static_cast<double>(*san_points_least_records(parameters, accuracy, 0.05));
    for (const double more : {1.0, 1.1, 2.0, 100.0}) {
      CHECK(kept_at(parameters, accuracy, least * more) >= 0.95);
    }
    CHECK(kept_at(parameters, accuracy, 0.9 * least) < 0.95);
  }
}

TEST_CASE("every item's share is within the accuracy in at least 82 of 100 runs of SanPoints") {
  // At a success rate of at least 0.95, fewer successes have probability at most 1e-6.
  SeededBits bits(51);
  ExactRandomness randomness(bits);
  PointsTask task = points_task(0.2);
  task.method = PointsMethod::rounds;
  const auto plan = PointsRelease::plan(task);
  const auto n = static_cast<std::int64_t>(*plan.least_records);
  // Items at and below the share that may be withheld, and one that holds the rest.
  std::vector<std::int64_t> counts(4, n / 5);
  counts.push_back(n - 4 * (n / 5));
  int kept = 0;
  for (int run = 0; run < 100; ++run) {
    std::vector<double> released(counts.size(), 0);
    for (const NoisyPoint& point : PointsRelease::draw(task, plan, counts, randomness)) {
      released[point.index] = static_cast<double>(point.count);
    }
    bool all = true;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      all &=
          std::fabs(released[i] - static_cast<double>(counts[i])) <= 0.2 * static_cast<double>(n);
    }
    kept += all;
  }
  CHECK(kept >= 82);
}

TEST_CASE("a guess of the number of records chooses from 3 to 511 quantiles, 31 without one") {
  DistributionTask task;
  task.domain = {0, 9999};
  task.epsilon = 1;
  const auto points = [&] { return DistributionRelease::plan(task).quantiles.taus.size(); };
  CHECK(points() == 31);
  std::size_t before = 3;
  for (const std::uint64_t records : {1u, 100u, 1'000u, 10'000u, 100'000u, 10'000'000u}) {
    task.records = records;
    CHECK(points() >= before);
    CHECK(points() <= 511);
    before = points();
  }
  CHECK(before == 511);
  task.records = 1;
  CHECK(points() == 3);
  task.records = 1'000;
  CHECK(points() == spread_quantiles_for(1'000, 1, Neighbors::add_remove));
  CHECK(spread_quantiles_for(1'000, 0.1, Neighbors::add_remove) < points());
  const Claim claim = DistributionRelease::claim(task, DistributionRelease::plan(task));
  CHECK(claim.usual.has_value());
  CHECK(*claim.usual * 20 < claim.accuracy.error);
  // A run with another loss keeps the planned number of points.
  const auto plan = DistributionRelease::plan(task);
  CHECK(DistributionRelease::with_loss(task, plan, {0.1, 0}).quantiles ==
        plan.quantiles.taus.size());
  task.quantiles = 7;
  CHECK_THROWS_WITH(DistributionRelease::plan(task),
                    "records must be left out where points are given, got 1000");
  CHECK_THROWS_AS(spread_quantiles_for(0, 1, Neighbors::add_remove), OutOfRange);
}

/// The median, over 21 runs, of the greatest error of the share below a value, for n log-normal numbers and
/// these quantiles.
double usual_share_error(const DistributionTask& task, std::uint64_t n) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double u = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    keys.push_back(static_cast<std::uint64_t>(1e6 * std::exp(2 * (u - 0.5) / (u * (1 - u) + 0.1))));
  }
  SeededBits bits(12);
  ExactRandomness randomness(bits);
  const auto plan = DistributionRelease::plan(task);
  std::vector<double> errors;
  for (int run = 0; run < 21; ++run) {
    const auto found = DistributionRelease::draw(task, plan, keys, randomness);
    const auto m = static_cast<double>(found.size());
    double greatest = 0;
    for (std::size_t i = 0; i <= found.size(); ++i) {
      // Between two quantiles the share counts as half way.
      const double said = (static_cast<double>(i) + 0.5) / (m + 1);
      const auto below = [&](std::uint64_t key) {
        const auto end = std::lower_bound(keys.begin(), keys.end(), key);
        return static_cast<double>(end - keys.begin()) / static_cast<double>(n);
      };
      if (i > 0) greatest = std::max(greatest, std::fabs(said - below(found[i - 1] + 1)));
      if (i < found.size()) greatest = std::max(greatest, std::fabs(said - below(found[i])));
    }
    errors.push_back(greatest);
  }
  std::ranges::nth_element(errors, errors.begin() + 10);
  return errors[10];
}

TEST_CASE(
    "quantiles by a guess of the records err at most 15% more than 31 do (21 runs, one seed)") {
  DistributionTask task;
  task.domain = {0, std::uint64_t(1) << 40};
  task.epsilon = 1;
  for (const std::uint64_t n : {1'000u, 100'000u}) {
    task.records.reset();
    const double by_31 = usual_share_error(task, n);
    task.records = n;
    const double by_guess = usual_share_error(task, n);
    CHECK(by_guess <= 1.15 * by_31);
    // A floor of half a step of 31 is 1.6%.
    if (n == 100'000) CHECK(by_guess < 0.004);
    task.records = 3 * n;
    CHECK(usual_share_error(task, n) <= 1.6 * by_guess);
  }
}

TEST_CASE("a distribution is planned by the quantiles that need the fewest records") {
  for (const double accuracy : {0.004, 0.05, 0.3}) {
    const auto task = shares_of({1, 1e-6}, accuracy);
    const DistributionPlan plan = plan_distribution(task);
    CHECK(plan.records == static_cast<std::uint64_t>(std::ceil(records_with(plan.points, task))));
    CHECK(plan.most_equal == DistributionRelease::plan(
                                 {plan.points, task.domain, 1.0, task.neighbors, task.confidence})
                                 .most_equal);
    for (const std::uint64_t points : {std::uint64_t{7}, std::uint64_t{127}, kMaxSpreadQuantiles}) {
      if (accuracy <= 0.5 / static_cast<double>(points + 1)) continue;
      CHECK(static_cast<double>(plan.records) <= std::ceil(records_with(points, task)));
    }
  }
}

TEST_CASE("SanThresholds is planned by the size from which it keeps the same promise") {
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

TEST_CASE("plans of sanitized data reject invalid options by name") {
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
