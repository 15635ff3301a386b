#include "logstar/sanitizing/planner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/sanitizing/value_counts_release.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

// More quantiles are finer and noisier; between these the number of records hardly moves.
constexpr std::uint64_t kTried[] = {
    1, 2, 3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127, 191, 255, 383, 511, 767, kMaxSpreadQuantiles};

void check_share(double accuracy) {
  if (accuracy >= 0.001 && accuracy <= 1) return;
  reject("accuracy", "a number from 0.001 to 1", accuracy);
}

std::uint64_t records_for(double error, double share) {
  return static_cast<std::uint64_t>(std::ceil(error / share));
}

std::optional<std::uint64_t> least_declared_size(const DistributionPlanTask& task) {
  if (task.loss.delta == 0) return std::nullopt;
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta("delta", task.loss.delta);
  SanThresholdsTask paper;
  paper.domain = task.domain;
  paper.request.bits = task.domain.bits();
  paper.request.accuracy = task.accuracy;
  paper.request.loss = task.loss;
  paper.request.neighbors = task.neighbors;
  paper.confidence = task.confidence;
  return SanThresholdsRelease::least_size(paper);
}

}  // namespace

std::vector<PointsPlan> plan_sanitized_points(PointsTask task) {
  check_share(task.accuracy);
  task.method = PointsMethod::stable;
  const auto error = static_cast<double>(PointsRelease::plan(task).error);
  std::vector<PointsPlan> plans = {
      {PointsMethod::stable, error, records_for(error, task.accuracy)}};
  for (const auto& [method, calibration] :
       {std::pair{PointsMethod::rounds, SanPointsCalibration::tight},
        {PointsMethod::paper, SanPointsCalibration::paper}}) {
    plans.push_back({method, 0, std::nullopt});
    if (!possible_san_points(calibration, task.accuracy, task.loss, task.neighbors,
                             1 - task.confidence)) {
      continue;
    }
    task.method = method;
    const auto plan = PointsRelease::plan(task);
    plans.back().error = static_cast<double>(plan.error);
    plans.back().records = plan.least_records;
  }
  return plans;
}

std::optional<std::uint64_t> records_for_population(double error, double half_step,
                                                    std::uint64_t least, double share,
                                                    double beta) {
  // With x = 1/sqrt(n): error x^2 + spread x <= share - half_step, at the greatest such x.
  const double left = subtract_down(share, half_step);
  if (!(left > 0)) return std::nullopt;
  const double spread = sqrt_up(divide_up(log_up(divide_up(2, beta)), 2));
  // 1/x, without subtracting numbers of about the same size.
  const double root = sqrt_up(add_up(multiply_up(spread, spread), multiply_up(4 * left, error)));
  const double inverse = divide_up(add_up(spread, root), 2 * left);
  const double records = std::ceil(multiply_up(inverse, inverse));
  if (!(records < 0x1p62)) return std::nullopt;
  return std::max(least, static_cast<std::uint64_t>(records));
}

DistributionPlan plan_distribution(const DistributionPlanTask& task) {
  check_share(task.accuracy);
  check_delta_or_zero("delta", task.loss.delta);
  DistributionPlan best;
  const double beta = 1 - task.confidence;
  const auto improve = [](std::uint64_t& least, std::uint64_t records) {
    if (least > 0 && records >= least) return false;
    least = records;
    return true;
  };
  for (const std::uint64_t points : kTried) {
    // Between two quantiles the share is taken to be half way.
    const double half_step = 0.5 / static_cast<double>(points + 1);
    if (task.accuracy <= half_step) continue;
    const auto fresh = [&](double rank_error, std::uint64_t least) {
      return *records_for_population(rank_error, half_step, least, task.accuracy, beta);
    };
    const DistributionParameters plan = DistributionRelease::plan(
        {points, task.domain, task.loss.epsilon, task.neighbors, task.confidence});
    improve(best.fresh_records, fresh(plan.rank_error, plan.least_records));
    if (improve(best.records, records_for(plan.rank_error, task.accuracy - half_step))) {
      best.points = points;
      best.most_equal = plan.most_equal;
    }
    if (task.loss.delta == 0 || points < 2) continue;
    const QuantilesTask by_slices =
        sliced_distribution_task(points, task.domain, task.loss, task.neighbors, task.confidence);
    // Most numbers of points need more records than the best so far, whatever their error.
    const std::uint64_t worst_so_far = std::max(best.sliced_records, best.sliced_fresh_records);
    if (best.sliced_points && sliced_records_at_least(by_slices) >= worst_so_far) continue;
    const auto sliced = promise_of_slices(by_slices);
    if (!sliced || sliced->rank_error >= plan.rank_error) continue;
    improve(best.sliced_fresh_records, fresh(sliced->rank_error, sliced->least_records));
    const auto records =
        std::max(sliced->least_records, records_for(sliced->rank_error, task.accuracy - half_step));
    if (improve(best.sliced_records, records)) best.sliced_points = points;
  }
  if (task.domain.highest - task.domain.lowest < kMaxCountedValues) {
    const auto counts =
        ValueCountsRelease::plan({task.domain, task.loss.epsilon, task.neighbors, task.confidence});
    best.counted_records = records_for(2 * static_cast<double>(counts.error), task.accuracy);
  }
  best.least_size = least_declared_size(task);
  return best;
}

}  // namespace logstar
