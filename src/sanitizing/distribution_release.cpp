#include "logstar/sanitizing/distribution_release.hpp"

#include <utility>

namespace logstar {

DistributionParameters DistributionRelease::plan(const Task& task) {
  return calibrate_distribution(task.quantiles, task.domain.size(), task.epsilon, task.neighbors,
                                task.confidence);
}

Claim DistributionRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "recursive quantiles";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = asked.neighbors;
  claim.reveals = public_sizes(asked.neighbors);
  claim.proof = "docs/guarantees/sanitizers.md";
  claim.accuracy = {ErrorKind::rank, plan.rank_error, asked.confidence};
  claim.parameters = Facts()
                         .with("points", static_cast<double>(asked.quantiles))
                         .with("levels", static_cast<double>(plan.quantiles.levels));
  // Between two quantiles the share is taken to be half way, which adds half a step to the error.
  claim.conditions = Facts()
                         .with("halfStep", 0.5 / static_cast<double>(asked.quantiles + 1))
                         .with("mostEqual", static_cast<double>(plan.most_equal));
  return claim;
}

DistributionTask DistributionRelease::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<std::uint64_t> DistributionRelease::draw(const Task& task, const Plan& plan, Data keys,
                                                     Randomness& randomness) {
  return sanitize_distribution(std::move(keys), task.domain, plan, randomness);
}

}  // namespace logstar
