#include "logstar/counts/group_discovery_release.hpp"

#include <cmath>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

template <typename Parameters>
void promise(GroupDiscovery::Plan& plan, const Parameters& parameters, double confidence) {
  plan.error = group_discovery_error(parameters, confidence);
  plan.named_from = named_from(parameters, confidence);
  plan.half_released_at = named_from(parameters, 0.5);
}

}  // namespace

NoiseKind GroupDiscovery::Plan::noise() const {
  return gaussian || gaussian_spread ? NoiseKind::gaussian : NoiseKind::laplace;
}

std::int64_t GroupDiscovery::Plan::threshold() const {
  if (gaussian) return gaussian->threshold;
  return gaussian_spread ? gaussian_spread->threshold : parameters.threshold;
}

std::int64_t named_from(const GroupDiscovery::Plan& plan, double probability) {
  if (plan.gaussian) return named_from(*plan.gaussian, probability);
  if (plan.gaussian_spread) return named_from(*plan.gaussian_spread, probability);
  return named_from(plan.parameters, probability);
}

GroupDiscovery::Plan gaussian_discovery_plan(const GaussianDiscoveryParameters& parameters,
                                             double confidence) {
  GroupDiscovery::Plan plan;
  plan.gaussian = parameters;
  promise(plan, parameters, confidence);
  return plan;
}

GroupDiscovery::Plan GroupDiscovery::plan(const Task& task) {
  return possible_plan(task).or_refuse();
}

Possible<GroupDiscovery::Plan> GroupDiscovery::possible_plan(const Task& task) {
  const std::optional<std::uint64_t>& groups = task.per_user.groups;
  Plan plan;
  const ContributionBound share = task.per_user.share();
  if (task.noise == NoiseKind::gaussian && !groups) {
    const auto spread = calibrate_gaussian_spread(task.loss, share.total, task.neighbors);
    plan.gaussian_spread = spread;
    promise(plan, spread, task.confidence);
    return plan;
  }
  if (task.noise != NoiseKind::gaussian) {
    const auto parameters = possible_group_discovery(task.loss, share, task.neighbors);
    if (!parameters) return parameters.obstacle();
    plan.parameters = *parameters;
    promise(plan, plan.parameters, task.confidence);
  }
  // With one group a user Laplace noise always releases more, as it is redrawn above the threshold.
  if (task.noise == NoiseKind::gaussian || (!task.noise && groups && *groups > 1)) {
    const auto gaussian = possible_gaussian_discovery(task.loss, *groups, task.neighbors);
    if (!gaussian) return gaussian.obstacle();
    if (task.noise ||
        named_from(*gaussian, kComparedAt) < named_from(plan.parameters, kComparedAt)) {
      plan.gaussian = *gaussian;
      promise(plan, *gaussian, task.confidence);
    }
  }
  return plan;
}

Claim GroupDiscovery::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  const auto in_users = [&](std::int64_t weight) { return static_cast<double>(weight) / unit; };
  const bool is_gaussian = plan.noise() == NoiseKind::gaussian;
  Claim claim =
      user_claim(is_gaussian ? "group discovery by discrete Gaussian noise above a threshold"
                             : "group discovery by discrete Laplace noise below a threshold",
                 asked.loss, asked.neighbors);
  claim.protects = asked.protects;
  claim.accuracy = {ErrorKind::count, in_users(plan.error), asked.confidence};
  claim.parameters = per_user_facts(asked.per_user).with("threshold", in_users(plan.threshold()));
  if (is_gaussian) {
    const double variance =
        plan.gaussian ? plan.gaussian->variance : plan.gaussian_spread->variance;
    claim.parameters.with("noise", std::string(name_of(NoiseKind::gaussian)))
        .with("deviation", std::sqrt(variance) / unit);
  }
  claim.conditions = Facts()
                         .with("namedFrom", in_users(plan.named_from))
                         .with("halfReleasedAt", in_users(plan.half_released_at));
  return claim;
}

GroupDiscoveryTask GroupDiscovery::with_loss(const Task& task, const Plan& plan,
                                             const Loss& granted) {
  Task run = task;
  run.loss = granted;
  run.noise = plan.noise();
  return run;
}

std::vector<NamedGroup> GroupDiscovery::draw(const Task& task, const Plan& plan, Data data,
                                             Randomness& randomness) {
  const auto weights = group_weights(data.rows, data.group_count, task.per_user, randomness);
  return draw_from_sums(task, plan, weights, randomness);
}

std::vector<NamedGroup> GroupDiscovery::draw_from_sums(const Task&, const Plan& plan,
                                                       const std::vector<Sum>& sums,
                                                       Randomness& randomness) {
  std::vector<std::uint64_t> weights;
  weights.reserve(sums.size());
  for (const std::uint64_t sum : sums)
    weights.push_back(static_cast<std::uint64_t>(clamp_sum(sum)));
  if (plan.gaussian) return discover_groups(weights, *plan.gaussian, randomness);
  if (plan.gaussian_spread) return discover_groups(weights, *plan.gaussian_spread, randomness);
  return discover_groups(weights, plan.parameters, randomness);
}

}  // namespace logstar
