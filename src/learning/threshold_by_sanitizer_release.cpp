#include "logstar/learning/threshold_by_sanitizer_release.hpp"

#include <string>
#include <utility>

#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

/// A third of the failure probability for the numbers of records, a third for either label's quantiles.
ThresholdBySanitizerRelease::Plan ThresholdBySanitizerRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  const double beta = 1 - task.confidence;
  const Natural size = task.domain.size();
  Plan plan;
  plan.learner = calibrate_threshold_by_sanitizer({task.epsilon, 0}, task.neighbors);
  plan.quantiles = calibrate_distribution(task.quantiles, size, plan.learner.sanitizer.epsilon,
                                          Neighbors::replace, 1 - beta / 3);
  plan.errors = threshold_by_sanitizer_excess(plan.learner, plan.quantiles.rank_error,
                                              share_between_quantiles(task.quantiles), beta / 3);
  return plan;
}

Claim ThresholdBySanitizerRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "a sanitizer";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = asked.neighbors;
  claim.protects = asked.protects;
  claim.also_public = public_facts(asked.neighbors, asked.protects);
  claim.proof = "docs/guarantees/sanitizers-learn.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.errors.records), asked.confidence};
  claim.parameters =
      Facts().with("algorithm", "sanitizer").with("points", static_cast<double>(asked.quantiles));
  claim.conditions = Facts()
                         .with("share", plan.errors.share)
                         .with("maxTies", static_cast<double>(plan.quantiles.most_equal));
  return claim;
}

ThresholdBySanitizerRelease::Task ThresholdBySanitizerRelease::with_loss(const Task& task,
                                                                         const Plan&,
                                                                         const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

ThresholdHypothesis ThresholdBySanitizerRelease::draw(const Task& task, const Plan& plan,
                                                      LabelledKeys records,
                                                      Randomness& randomness) {
  return learn_threshold_by_sanitizer(
      grouped(std::move(records.ones).words()), grouped(std::move(records.zeros).words()),
      task.domain, plan.learner, sanitizer_by_quantiles(plan.quantiles, task.domain), randomness);
}

}  // namespace logstar
