#include "logstar/sanitizing/planner.hpp"

#include <cmath>

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

PointsPlan plan_sanitized_points(PointsTask task) {
  check_share(task.accuracy);
  task.method = PointsMethod::stable;
  const auto error = static_cast<double>(PointsRelease::plan(task).error);
  return {error, records_for(error, task.accuracy)};
}

DistributionPlan plan_distribution(const DistributionPlanTask& task) {
  check_share(task.accuracy);
  DistributionPlan best;
  for (const std::uint64_t points : kTried) {
    // Between two quantiles the share is taken to be half way.
    const double half_step = 0.5 / static_cast<double>(points + 1);
    if (task.accuracy <= half_step) continue;
    const DistributionParameters plan = DistributionRelease::plan(
        {points, task.domain, task.loss.epsilon, task.neighbors, task.confidence});
    const std::uint64_t records = records_for(plan.rank_error, task.accuracy - half_step);
    if (best.records > 0 && records >= best.records) continue;
    best.points = points;
    best.records = records;
    best.most_equal = plan.most_equal;
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
