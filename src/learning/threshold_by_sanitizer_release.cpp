#include "logstar/learning/threshold_by_sanitizer_release.hpp"

#include <string>
#include <utility>

#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

std::optional<Obstacle> fillings_obstacle(const Loss& loss, Neighbors neighbors) {
  if (calibrate_threshold_by_sanitizer(loss, neighbors).count_epsilon >= kMinCountEpsilon) {
    return std::nullopt;
  }
  const double least = neighbors == Neighbors::replace ? 0.002 : 0.001;
  return Obstacle("epsilon", "at least ", loss.epsilon)
      .append(least,
              " for a sanitizer, which fills up either label's records as far as noise may reach");
}

/// A third of the failure probability for the numbers of records, a third for either label's quantiles.
ThresholdBySanitizerRelease::Plan ThresholdBySanitizerRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  const double beta = 1 - task.confidence;
  const Loss loss{task.epsilon, task.delta};
  if (const auto obstacle = fillings_obstacle(loss, task.neighbors)) refuse(*obstacle);
  Plan plan;
  plan.learner = calibrate_threshold_by_sanitizer(loss, task.neighbors);
  plan.quantiles = calibrate_distribution_of(task.quantiles, task.domain, plan.learner.sanitizer,
                                             Neighbors::replace, 1 - beta / 3, task.method);
  const double share = share_between_quantiles(task.quantiles);
  const auto excess = [&](double rank_error) {
    return threshold_by_sanitizer_excess(plan.learner, rank_error, share, beta / 3);
  };
  plan.errors = excess(plan.quantiles.rank_error);
  const auto noise =
      static_cast<std::uint64_t>(threshold_by_sanitizer_noise(plan.learner, beta / 3));
  // A part's fillings share one key.
  if (plan.quantiles.most_equal > 0) plan.most_equal = plan.quantiles.most_equal - noise;
  if (!plan.quantiles.slices) return plan;
  plan.fewer = excess(plan.quantiles.fewer_error);
  // A part of this many records is filled up, or cut off, to enough of them.
  plan.least_records = plan.quantiles.least_records + noise;
  return plan;
}

Claim ThresholdBySanitizerRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "a sanitizer";
  claim.loss = {asked.epsilon, plan.quantiles.slices ? asked.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.protects = asked.protects;
  claim.also_public = public_facts(asked.neighbors, asked.protects);
  claim.proof = "docs/guarantees/sanitizers-learn.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.errors.records), asked.confidence};
  claim.parameters =
      Facts()
          .with("algorithm", "sanitizer")
          .with("points", static_cast<double>(asked.quantiles))
          .with("by", name_of(plan.quantiles.slices ? DistributionMethod::slices
                                                    : DistributionMethod::quantiles));
  claim.conditions = Facts().with("share", plan.errors.share);
  if (plan.most_equal > 0) {
    claim.conditions.with("maxTies", static_cast<double>(plan.most_equal));
  }
  if (plan.quantiles.slices) {
    claim.conditions.with("leastRecords", static_cast<double>(plan.least_records))
        .with("errorBelowMin", static_cast<double>(plan.fewer.records));
    const auto any = least_promised(static_cast<double>(plan.errors.records),
                                    static_cast<double>(plan.fewer.records), plan.errors.share,
                                    2 * plan.least_records);
    if (any) claim.conditions.with("promisesFrom", *any);
  }
  return claim;
}

ThresholdBySanitizerRelease::Task ThresholdBySanitizerRelease::with_loss(const Task& task,
                                                                         const Plan& plan,
                                                                         const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.method = plan.quantiles.slices ? DistributionMethod::slices : DistributionMethod::quantiles;
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
