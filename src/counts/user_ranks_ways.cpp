#include "logstar/counts/user_ranks_ways.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// One draw for each quantile, if there are several, dividing the loss of all.
std::vector<UserRankTask> divided(const UserRankTask& all, const UserRanksTask& asked) {
  const std::size_t count = asked.quantiles ? asked.quantiles->size() : 1;
  const auto parts = count_up(count);
  std::vector<UserRankTask> tasks(count, all);
  for (std::size_t i = 0; i < count; ++i) {
    if (asked.quantiles) tasks[i].quantile = (*asked.quantiles)[i];
    tasks[i].loss.epsilon = divide_down(all.loss.epsilon, parts);
    // All of them hold together with the requested confidence, by the union bound.
    tasks[i].confidence = subtract_up(1, divide_down(subtract_down(1, all.confidence), parts));
  }
  return tasks;
}

Possible<UserQuantilesParameters> plan_recursion(const UserRankTask& all,
                                                 const std::vector<QuantileFraction>& quantiles) {
  UserQuantilesRequest request;
  request.taus = quantiles;
  request.epsilon = all.loss.epsilon;
  request.neighbors = all.neighbors;
  request.user_weight = all.most_weight();
  request.confidence = all.confidence;
  request.abstain = all.abstain;
  request.measure = all.measure;
  auto calibrated = possible_user_quantiles(request, one_word(all.domain));
  if (!calibrated) return calibrated;
  UserQuantilesParameters& parameters = *calibrated;
  parameters.error = all.counted(parameters.error);
  parameters.usual = all.counted(parameters.usual);
  parameters.least_users = all.counted(parameters.least_users);
  if (parameters.expected_least_users) {
    parameters.expected_least_users = all.counted(*parameters.expected_least_users);
  }
  return calibrated;
}

/// The obstacle in the loss or the confidence of one of several draws.
std::optional<Obstacle> share_obstacle(const UserRankTask& one) {
  if (auto obstacle = confidence_obstacle(one.confidence)) return obstacle;
  return epsilon_obstacle("epsilon", one.loss.epsilon);
}

/// Adds separate draws to the plan. Returns an obstacle, or empty.
std::optional<Obstacle> plan_separate(UserRanks::Plan& plan, const UserRankTask& all,
                                      const UserRanksTask& asked) {
  plan.tasks = divided(all, asked);
  if (plan.tasks.size() > 1 && all.algorithm == UserAlgorithm::exponential) {
    if (auto obstacle = share_obstacle(plan.tasks.front())) return obstacle;
  }
  for (const UserRankTask& one : plan.tasks) {
    auto rank = UserRankRelease::possible_plan(one);
    if (!rank) return rank.obstacle();
    plan.ranks.push_back(*std::move(rank));
  }
  return std::nullopt;
}

ErrorFigures figures_of(const UserRanks::Plan& plan, AlgorithmChoice choice) {
  ErrorFigures figures;
  if (plan.recursion) {
    figures = {plan.recursion->error, plan.recursion->usual};
  }
  for (const UserRankRelease::Plan& one : plan.ranks) {
    figures.promise = std::max(figures.promise, one.rank_error.value_or(0));
    figures.usual = std::max(figures.usual, one.usual.value_or(0));
  }
  if (choice == AlgorithmChoice::least_promise) figures.usual = 0;
  return figures;
}

/// `plan` with the draws of one way.
Possible<UserRanks::Plan> planned(UserRanks::Plan plan, SeveralRanks several,
                                  const UserRankTask& all, const UserRanksTask& asked) {
  if (several == SeveralRanks::separate) {
    if (const auto obstacle = plan_separate(plan, all, asked)) return *obstacle;
    return plan;
  }
  plan.tasks = {all};
  auto recursion = plan_recursion(all, *asked.quantiles);
  if (!recursion) return recursion.obstacle();
  plan.recursion = *std::move(recursion);
  return plan;
}

std::optional<Obstacle> obstacle_to_recursion(const UserRankTask& all, const UserRanksTask& asked) {
  if (!is_several(asked)) {
    return Obstacle{"algorithm", "one for a single answer, as one quantile is asked for",
                    "recursion"};
  }
  if (all.algorithm != UserAlgorithm::exponential) {
    return Obstacle{"algorithm", "exponential, for a quantile", "cut"};
  }
  if (all.bits > 64) {
    return Obstacle{"algorithm", "separate for values of more than 64 bits", "recursion"};
  }
  return std::nullopt;
}

/// Both ways, as far as this loss allows them, and the better one by the rule of rank/usual_error.hpp.
Possible<UserRanks::Plan> better_way(const UserRanks::Plan& begun, const UserRankTask& all,
                                     const UserRanksTask& asked) {
  std::vector<UserRanks::Plan> plans;
  std::vector<ErrorFigures> figures;
  for (const SeveralRanks several : {SeveralRanks::separate, SeveralRanks::recursion}) {
    auto plan = planned(begun, several, all, asked);
    if (plan) {
      plans.push_back(*std::move(plan));
      figures.push_back(figures_of(plans.back(), all.choice));
    } else if (several == SeveralRanks::recursion && plans.empty()) {
      return plan;
    }
  }
  return std::move(plans[place_of_best(figures)]);
}

}  // namespace

bool is_several(const UserRanksTask& task) { return task.quantiles && task.quantiles->size() > 1; }

KeyInterval one_word(const WideInterval& domain) {
  return {domain.lowest.front(), domain.highest.front()};
}

std::optional<Obstacle> plan_draws(UserRanks::Plan& plan, const UserRankTask& all,
                                   const UserRanksTask& asked) {
  auto obstacle = obstacle_to_recursion(all, asked);
  if (asked.several == SeveralRanks::recursion && obstacle) return obstacle;
  auto drawn =
      asked.several || obstacle
          ? planned(std::move(plan), asked.several.value_or(SeveralRanks::separate), all, asked)
          : better_way(plan, all, asked);
  if (!drawn) return drawn.obstacle();
  plan = *std::move(drawn);
  return std::nullopt;
}

}  // namespace logstar
