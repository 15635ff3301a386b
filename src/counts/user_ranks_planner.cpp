#include "logstar/counts/user_ranks_planner.hpp"

#include <algorithm>

#include "logstar/counts/user_ranks_ways.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

bool asks_quantile(const UserRanksTask& task) { return task.quantiles || task.each.quantile; }

/// The reason why the algorithm cannot answer the task; empty if it can.
std::string obstacle_for(UserAlgorithm algorithm, const UserRanksTask& task) {
  if (algorithm == UserAlgorithm::exponential) return "";
  if (asks_quantile(task)) return "finds interior points only";
  return task.each.loss.delta == 0 ? "needs a delta above 0" : "";
}

/// The task as that algorithm runs it, which takes no more than it needs.
UserRanksTask task_for(UserAlgorithm algorithm, UserRanksTask task) {
  task.each.algorithm = algorithm;
  const bool searches = task.each.list == GroupList::occurring;
  if (algorithm == UserAlgorithm::cut && searches) task.discovery_share.reset();
  return task;
}

void fill(UserRanksPlan& plan, const UserRanksTask& task, const UserRanks::Plan& drawn) {
  if (drawn.recursion) {
    plan.users = drawn.recursion->least_users;
    plan.rank_error = drawn.recursion->error;
    plan.usual = drawn.recursion->usual;
  }
  for (const UserRankRelease::Plan& one : drawn.ranks) {
    plan.users = std::max(plan.users, one.least_users);
    if (one.usual) plan.usual = std::max(plan.usual.value_or(0), *one.usual);
    if (asks_quantile(task)) {
      plan.rank_error = std::max(plan.rank_error.value_or(0), one.rank_error.value_or(0));
    }
  }
  if (drawn.found) {
    const auto unit = static_cast<double>(drawn.discovery->per_user.unit());
    plan.named_from = static_cast<double>(drawn.found->named_from) / unit;
    plan.half_released_at = static_cast<double>(drawn.found->half_released_at) / unit;
  }
  plan.spent = UserRanks::claim(task, drawn).loss;
  plan.available = true;
}

/// Several quantiles one by one and by recursion.
std::vector<UserRanksPlan> plan_several(UserRanksTask task) {
  std::vector<UserRanksPlan> plans;
  task.each.algorithm = UserAlgorithm::exponential;
  task.several.reset();
  const bool by_recursion = UserRanks::plan(task).recursion.has_value();
  for (const auto several : {SeveralRanks::separate, SeveralRanks::recursion}) {
    UserRanksPlan plan;
    plan.several = task.several = several;
    if (const auto drawn = UserRanks::possible_plan(task)) {
      fill(plan, task, *drawn);
    } else {
      plan.reason = several == SeveralRanks::recursion && task.each.bits > 64
                        ? "takes values of at most 64 bits"
                        : "needs a larger epsilon";
    }
    plan.chosen = by_recursion == (several == SeveralRanks::recursion);
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace

std::vector<UserRanksPlan> plan_user_ranks(const UserRanksTask& task) {
  if (is_several(task)) return plan_several(task);
  std::vector<UserRanksPlan> plans;
  for (const auto algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    UserRanksPlan plan;
    plan.algorithm = algorithm;
    plan.reason = obstacle_for(algorithm, task);
    if (plan.reason.empty()) {
      const UserRanksTask by_name = task_for(algorithm, task);
      fill(plan, by_name, UserRanks::plan(by_name));
    }
    plans.push_back(std::move(plan));
  }
  UserRanksTask by_rule = task;
  by_rule.each.algorithm.reset();
  plans[algorithm_of(by_rule) == UserAlgorithm::cut ? 1 : 0].chosen = true;
  return plans;
}

}  // namespace logstar
