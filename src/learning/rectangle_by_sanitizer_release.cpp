#include "logstar/learning/rectangle_by_sanitizer_release.hpp"

#include <algorithm>
#include <string>

#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

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
  double worst = 0;
  for (const KeyInterval& domain : task.domains) {
    const Natural size = domain.size();
    plan.quantiles.push_back(calibrate_distribution(task.quantiles, size,
                                                    plan.learner.sanitizer.epsilon, task.neighbors,
                                                    1 - beta / 2 / static_cast<double>(axes)));
    worst = std::max(worst, plan.quantiles.back().rank_error);
  }
  plan.errors =
      rectangle_by_sanitizer_errors(plan.learner, worst, share_between_quantiles(task.quantiles));
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
  claim.conditions = Facts()
                         .with("share", plan.errors.share)
                         .with("maxTies", static_cast<double>(plan.quantiles.front().most_equal));
  return claim;
}

RectangleBySanitizerRelease::Task RectangleBySanitizerRelease::with_loss(const Task& task,
                                                                         const Plan&,
                                                                         const Loss& granted) {
  Task run = task;
  run.loss = granted;
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
