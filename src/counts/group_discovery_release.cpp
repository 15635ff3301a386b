#include "logstar/counts/group_discovery_release.hpp"

#include "logstar/counts/user_claim.hpp"

namespace logstar {

GroupDiscovery::Plan GroupDiscovery::plan(const Task& task) {
  Plan plan;
  plan.parameters = calibrate_group_discovery(task.loss, task.per_user.share(), task.neighbors);
  plan.error = group_discovery_error(plan.parameters, task.confidence);
  plan.named_from = named_from(plan.parameters, task.confidence);
  plan.half_from = named_from(plan.parameters, 0.5);
  return plan;
}

Claim GroupDiscovery::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  const auto in_users = [&](std::int64_t weight) { return static_cast<double>(weight) / unit; };
  Claim claim = user_claim("group discovery by discrete Laplace noise below a threshold",
                           asked.loss, asked.neighbors);
  claim.accuracy = {ErrorKind::count, in_users(plan.error), asked.confidence};
  claim.parameters =
      per_user_facts(asked.per_user).with("threshold", in_users(plan.parameters.threshold));
  claim.conditions = Facts()
                         .with("namedFrom", in_users(plan.named_from))
                         .with("halfNamedFrom", in_users(plan.half_from));
  return claim;
}

GroupDiscoveryTask GroupDiscovery::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.loss = granted;
  return run;
}

std::vector<NamedGroup> GroupDiscovery::draw(const Task& task, const Plan& plan, Data data,
                                             Randomness& randomness) {
  const auto weights = group_weights(data.rows, data.group_count, task.per_user, randomness);
  return draw_of_sums(task, plan, weights, randomness);
}

std::vector<NamedGroup> GroupDiscovery::draw_of_sums(const Task&, const Plan& plan,
                                                     const std::vector<Sum>& sums,
                                                     Randomness& randomness) {
  std::vector<std::uint64_t> weights;
  weights.reserve(sums.size());
  for (const std::uint64_t sum : sums) weights.push_back(static_cast<std::uint64_t>(cut_sum(sum)));
  return discover_groups(weights, plan.parameters, randomness);
}

}  // namespace logstar
