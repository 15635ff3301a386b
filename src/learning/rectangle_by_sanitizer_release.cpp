#include "logstar/learning/rectangle_by_sanitizer_release.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

namespace {

/// The quantiles of every axis; axes of one domain share a calibration.
Possible<std::vector<DistributionParameters>> calibrate_axes(
    const RectangleBySanitizerRelease::Task& task, const Loss& each, double confidence,
    DistributionMethod method) {
  std::vector<DistributionParameters> axes;
  for (std::size_t i = 0; i < task.domains.size(); ++i) {
    const KeyInterval& domain = task.domains[i];
    std::size_t same = 0;
    while (task.domains[same].lowest != domain.lowest ||
           task.domains[same].highest != domain.highest) {
      ++same;
    }
    if (same < i) {
      axes.push_back(axes[same]);
      continue;
    }
    auto found =
        possible_distribution_of(task.quantiles, domain, each, task.neighbors, confidence, method);
    if (!found) return found.obstacle();
    axes.push_back(*std::move(found));
  }
  return axes;
}

}  // namespace

RectangleBySanitizerRelease::Plan RectangleBySanitizerRelease::plan(const Task& task) {
  return possible_plan(task).or_refuse();
}

/// Half of the failure probability for the counts, half for the quantiles of all axes.
Possible<RectangleBySanitizerRelease::Plan> RectangleBySanitizerRelease::possible_plan(
    const Task& task) {
  check_confidence(task.confidence);
  check_count("points", task.quantiles, 1,
              kMaxSpreadQuantiles);  // before the learner counts two more
  const double beta = 1 - task.confidence;
  const std::size_t axes = task.domains.size();
  Plan plan;
  plan.learner = calibrate_rectangle_by_sanitizer(axes, task.quantiles + 2, task.loss,
                                                  task.neighbors, beta / 2);
  const double each = 1 - beta / 2 / static_cast<double>(axes);
  const auto method = task.method.value_or(DistributionMethod::quantiles);
  auto quantiles = calibrate_axes(task, plan.learner.sanitizer, each, method);
  if (!quantiles) return quantiles.obstacle();
  plan.quantiles = *std::move(quantiles);
  const double share = share_between_quantiles(task.quantiles);
  const auto worst = [&](double DistributionParameters::*error) {
    double most = 0;
    for (const auto& one : plan.quantiles) most = std::max(most, one.*error);
    return rectangle_by_sanitizer_errors(plan.learner, most, share);
  };
  plan.errors = worst(&DistributionParameters::rank_error);
  if (method != DistributionMethod::slices) return plan;
  plan.fewer = worst(&DistributionParameters::fewer_error);
  for (const auto& one : plan.quantiles) {
    plan.least_points = std::max(plan.least_points, one.least_records);
  }
  return plan;
}

Claim RectangleBySanitizerRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "sanitizers";
  claim.loss = asked.loss;
  claim.neighbors = asked.neighbors;
  claim.also_public = public_points(asked.neighbors);
  claim.proof = "docs/guarantees/sanitizers-learn.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.errors.records), asked.confidence};
  claim.parameters = Facts()
                         .with("algorithm", "sanitizers")
                         .with("points", static_cast<double>(asked.quantiles))
                         .with("by", name_of(asked.method.value_or(DistributionMethod::quantiles)));
  claim.conditions = Facts().with("share", plan.errors.share);
  const DistributionParameters& first = plan.quantiles.front();
  std::uint64_t most_equal = 0;
  for (const auto& one : plan.quantiles) most_equal = std::max(most_equal, one.most_equal);
  if (most_equal > 0) claim.conditions.with("maxTies", static_cast<double>(most_equal));
  if (first.slices) {
    claim.conditions.with("leastRecords", static_cast<double>(plan.least_points))
        .with("errorBelowMin", static_cast<double>(plan.fewer.records));
    const auto any = least_promised(static_cast<double>(plan.errors.records),
                                    static_cast<double>(plan.fewer.records), plan.errors.share,
                                    plan.least_points);
    if (any) claim.conditions.with("promisesFrom", *any);
  }
  return claim;
}

RectangleBySanitizerRelease::Task RectangleBySanitizerRelease::with_loss(const Task& task,
                                                                         const Plan& plan,
                                                                         const Loss& granted) {
  Task run = task;
  run.loss = granted;
  run.method =
      plan.quantiles.front().slices ? DistributionMethod::slices : DistributionMethod::quantiles;
  return run;
}

std::optional<RectangleHypothesis> RectangleBySanitizerRelease::draw(const Task& task,
                                                                     const Plan& plan,
                                                                     LabelledPoints points,
                                                                     Randomness& randomness) {
  check_labelled(points, task.domains.size());
  std::vector<KeyArray> ones = with_label(points, true);
  std::vector<KeyArray> zeros = with_label(points, false);
  std::vector<LabelledAxis> axes;
  std::vector<ThresholdSanitizer> sanitizers;
  for (std::size_t i = 0; i < task.domains.size(); ++i) {
    axes.push_back({task.domains[i], grouped(std::move(ones[i]).words()),
                    grouped(std::move(zeros[i]).words())});
    sanitizers.push_back(sanitizer_by_quantiles(plan.quantiles[i], task.domains[i]));
  }
  return learn_rectangle_by_sanitizer(axes, plan.learner, sanitizers, randomness);
}

}  // namespace logstar
