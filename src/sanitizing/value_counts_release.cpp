#include "logstar/sanitizing/value_counts_release.hpp"

namespace logstar {

ValueCountsParameters ValueCountsRelease::plan(const Task& task) {
  return calibrate_value_counts(task.domain, task.epsilon, task.neighbors, task.confidence);
}

Claim ValueCountsRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "noisy counts of all values";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = asked.neighbors;
  claim.also_public = public_facts(asked.neighbors);
  claim.proof = "docs/guarantees/sanitizers.md";
  // A share is a noisy number out of a noisy total: each may be off by the error.
  claim.accuracy = {ErrorKind::rank, 2 * static_cast<double>(plan.error), asked.confidence};
  claim.parameters =
      Facts().with("values", static_cast<double>(asked.domain.highest - asked.domain.lowest + 1));
  return claim;
}

ValueCountsRelease::Task ValueCountsRelease::with_loss(const Task& task, const Plan&,
                                                       const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

GroupedKeys ValueCountsRelease::draw(const Task& task, const Plan& plan, const Data& keys,
                                     Randomness& randomness) {
  return draw_value_counts(keys, task.domain, plan, randomness);
}

}  // namespace logstar
