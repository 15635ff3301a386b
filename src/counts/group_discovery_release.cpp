#include "logstar/counts/group_discovery_release.hpp"

#include <cmath>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// From how many users on a group is named, by which noises are compared.
constexpr double kComparedAt = 0.95;

template <typename Parameters>
void promise(GroupDiscovery::Plan& plan, const Parameters& parameters, double confidence) {
  plan.error = group_discovery_error(parameters, confidence);
  plan.named_from = named_from(parameters, confidence);
  plan.half_from = named_from(parameters, 0.5);
}

}  // namespace

GroupDiscovery::Plan GroupDiscovery::plan(const Task& task) {
  const std::optional<std::uint64_t>& groups = task.per_user.groups;
  if (task.noise == NoiseKind::gaussian && !groups) {
    throw OutOfRange("noise", "laplace where users are spread over their groups", "gaussian");
  }
  Plan plan;
  const UserShare share = task.per_user.share();
  if (task.noise != NoiseKind::gaussian) {
    plan.parameters = calibrate_group_discovery(task.loss, share, task.neighbors);
    promise(plan, plan.parameters, task.confidence);
  }
  // Of one group a user Laplace noise always names more, as it is drawn again above the threshold.
  if (task.noise == NoiseKind::gaussian || (!task.noise && groups && *groups > 1)) {
    const auto gaussian = calibrate_gaussian_discovery(task.loss, *groups, task.neighbors);
    if (task.noise ||
        named_from(gaussian, kComparedAt) < named_from(plan.parameters, kComparedAt)) {
      plan.gaussian = gaussian;
      promise(plan, gaussian, task.confidence);
    }
  }
  return plan;
}

Claim GroupDiscovery::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  const auto in_users = [&](std::int64_t weight) { return static_cast<double>(weight) / unit; };
  Claim claim =
      user_claim(plan.gaussian ? "group discovery by discrete Gaussian noise above a threshold"
                               : "group discovery by discrete Laplace noise below a threshold",
                 asked.loss, asked.neighbors);
  claim.protects = asked.protects;
  claim.accuracy = {ErrorKind::count, in_users(plan.error), asked.confidence};
  claim.parameters = per_user_facts(asked.per_user).with("threshold", in_users(plan.threshold()));
  if (plan.gaussian) {
    claim.parameters.with("noise", std::string(name_of(NoiseKind::gaussian)))
        .with("deviation", std::sqrt(plan.gaussian->variance));
  }
  claim.conditions = Facts()
                         .with("namedFrom", in_users(plan.named_from))
                         .with("halfNamedFrom", in_users(plan.half_from));
  return claim;
}

GroupDiscoveryTask GroupDiscovery::within(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.loss = granted;
  run.noise = plan.gaussian ? NoiseKind::gaussian : NoiseKind::laplace;
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
  if (plan.gaussian) return discover_groups(weights, *plan.gaussian, randomness);
  return discover_groups(weights, plan.parameters, randomness);
}

}  // namespace logstar
