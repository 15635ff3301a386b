#include "logstar/learning/rectangle_by_sanitizer_release.hpp"

#include <algorithm>
#include <string>

#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

namespace {

/// The quantiles of every axis. Whether slices draw all of them.
bool calibrate_axes(RectangleBySanitizerRelease::Plan& plan,
                    const RectangleBySanitizerRelease::Task& task, double confidence,
                    DistributionMethod method) {
  plan.quantiles.clear();
  bool all = true;
  for (const KeyInterval& domain : task.domains) {
    plan.quantiles.push_back(calibrate_distribution_of(
        task.quantiles, domain, plan.learner.sanitizer, task.neighbors, confidence, method));
    all &= plan.quantiles.back().slices.has_value();
  }
  return all;
}

}  // namespace

/// Half of the failure probability for the counts, half for the quantiles of all axes.
RectangleBySanitizerRelease::Plan RectangleBySanitizerRelease::plan(const Task& task) {
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
  const bool has_slices = calibrate_axes(plan, task, each, method);
  const double share = share_between_quantiles(task.quantiles);
  const auto worst = [&](double DistributionParameters::*error) {
    double most = 0;
    for (const auto& one : plan.quantiles) most = std::max(most, one.*error);
    return rectangle_by_sanitizer_errors(plan.learner, most, share);
  };
  plan.errors = worst(&DistributionParameters::rank_error);
  if (!has_slices) return plan;
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
  claim.parameters =
      Facts().with("algorithm", "sanitizers").with("points", static_cast<double>(asked.quantiles));
  claim.conditions = Facts().with("share", plan.errors.share);
  const DistributionParameters& first = plan.quantiles.front();
  std::uint64_t most_equal = 0;
  for (const auto& one : plan.quantiles) most_equal = std::max(most_equal, one.most_equal);
  if (most_equal > 0) claim.conditions.with("maxTies", static_cast<double>(most_equal));
  if (first.slices) {
    claim.parameters.with("quantilesBy", "slices");
    claim.conditions.with("leastRecords", static_cast<double>(plan.least_points))
        .with("errorBelowMin", static_cast<double>(plan.fewer.records));
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
