#include "logstar/counts/by_group.hpp"

#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kUsualShare = 0.2;

double share_of(const GroupDiscoveryOptions& search) { return search.share.value_or(kUsualShare); }

double of_discovery(double epsilon, const GroupDiscoveryOptions& search) {
  return epsilon * share_of(search);
}

}  // namespace

double answer_epsilon(double epsilon, const GroupDiscoveryOptions& search) {
  return subtract_down(epsilon, of_discovery(epsilon, search));
}

GroupDiscoveryTask discovery_task(double epsilon, const GroupDiscoveryOptions& search,
                                  Neighbors neighbors, double confidence) {
  check_probability("discoveryShare", share_of(search));
  GroupDiscoveryTask task;
  task.loss = {of_discovery(epsilon, search), search.delta};
  task.per_user = {std::nullopt, search.user_weight};
  task.neighbors = neighbors;
  task.confidence = confidence;
  return task;
}

Facts epsilon_split_facts(double epsilon, const GroupDiscoveryTask& discovery_task) {
  return Facts()
      .with("discoveryEpsilon", discovery_task.loss.epsilon)
      .with("discoveryDelta", discovery_task.loss.delta)
      .with("answersEpsilon", subtract_down(epsilon, discovery_task.loss.epsilon));
}

Claim with_discovery(Claim answers, double epsilon, const GroupDiscoveryTask& task,
                     const GroupDiscovery::Plan& plan) {
  const Claim found = GroupDiscovery::claim(task, plan);
  answers.mechanism = found.mechanism + ", then " + answers.mechanism;
  answers.parameters.with(epsilon_split_facts(epsilon, task))
      .with("threshold",
            static_cast<double>(plan.threshold()) / static_cast<double>(task.per_user.unit()));
  answers.conditions.with(found.conditions);
  if (answers.loss.delta > 0) answers.parameters.with("answersDelta", answers.loss.delta);
  answers.loss = {epsilon, add_up(task.loss.delta, answers.loss.delta)};
  answers.rho = std::nullopt;  // of the answers alone
  return answers;
}

Claim with_names(Claim answers, const Loss& loss, const GroupNaming& naming, std::uint64_t unit) {
  const auto in_users = [&](std::int64_t weight) { return to_value(weight, unit); };
  answers.mechanism += ", which names groups";
  answers.parameters.with("threshold", in_users(naming.threshold));
  answers.conditions.with("namedFrom", in_users(naming.named_from))
      .with("halfReleasedAt", in_users(naming.half_released_at));
  answers.loss = loss;
  return answers;
}

void check_no_share(const GroupDiscoveryOptions& search) {
  if (!search.share) return;
  reject("discoveryShare", "left out where the answers themselves name the groups", *search.share);
}

std::vector<NamedGroup> select_groups(ValuedRows& rows, std::uint32_t group_count,
                                      const GroupDiscoveryTask& task,
                                      const GroupDiscovery::Plan& plan, Randomness& randomness) {
  auto named = GroupDiscovery::draw(task, plan, {rows.rows, group_count}, randomness);
  rows.rows.groups = only_named(std::move(rows.rows.groups), named);
  return named;
}

}  // namespace logstar
