#include "logstar/learning/rule_release.hpp"

#include "logstar/learning/rule_choice.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

template <typename Rules>
typename RuleRelease<Rules>::Plan RuleRelease<Rules>::plan(const Task& task) {
  check_confidence(task.confidence);
  Plan plan;
  plan.draw_epsilon = calibrate_rule_choice(task.protects, task.epsilon, task.neighbors);
  plan.rules = task.rules.count();
  plan.excess = rule_choice_excess(plan.rules, plan.draw_epsilon, 1 - task.confidence);
  return plan;
}

template <typename Rules>
Claim RuleRelease<Rules>::claim(const Task& asked, const Plan& plan) {
  const bool labels = asked.protects == Protects::labels;
  Claim claim;
  claim.mechanism = "the exponential mechanism";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = labels ? Neighbors::replace : asked.neighbors;
  claim.protects = asked.protects;
  claim.bounded_range = true;
  claim.also_public = labels ? "everything but the labels"
                      : asked.neighbors == Neighbors::replace
                          ? "the rules and the number of records"
                          : "the rules";
  claim.proof = "docs/guarantees/label-private.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.excess), asked.confidence};
  claim.parameters =
      Facts().with("rules", static_cast<double>(static_cast<std::uint64_t>(plan.rules)));
  return claim;
}

template <typename Rules>
typename RuleRelease<Rules>::Task RuleRelease<Rules>::with_loss(const Task& task, const Plan&,
                                                                const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

template struct RuleRelease<ListedRules>;
template struct RuleRelease<ThresholdRules>;
template struct RuleRelease<BoxRules>;

}  // namespace logstar
