#include "logstar/counts/user_ranks_release.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

/// What finding groups takes of epsilon, unless everything is found by it: the answers are what is looked at.
constexpr double kFindingShare = 0.2;

/// What the draws of one quantile are told; groups that are found are as good as declared by then.
std::vector<UserRankTask> tasks_of(const UserRanksTask& task, const Loss& loss) {
  const std::size_t count = std::max<std::size_t>(task.quantiles.size(), 1);
  const auto parts = count_up(count);
  std::vector<UserRankTask> tasks(count, task.each);
  for (std::size_t i = 0; i < count; ++i) {
    if (!task.quantiles.empty()) tasks[i].quantile = task.quantiles[i];
    tasks[i].loss = {divide_down(loss.epsilon, parts), loss.delta};
    // All of them keep to it with the confidence asked for, by the union bound.
    tasks[i].confidence =
        subtract_up(1, divide_down(subtract_down(1, task.each.confidence), parts));
    if (task.find_groups) tasks[i].list = GroupList::declared;
  }
  return tasks;
}

/// Facts of one quantile's draw that are not those of all, or that say how many groups were declared.
constexpr std::array<std::string_view, 4> kOfOneDraw = {"quantile", "drawEpsilon", "noneScore",
                                                        "noneBelow"};
constexpr std::array<std::string_view, 2> kOfGroups = {"groups", "groupCount"};
constexpr std::array<std::string_view, 2> kOfUsers = {"perUser", "userWeight"};

bool holds(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Facts facts_of(const UserRanksTask& asked, const UserRanks::Plan& plan, const Facts& one) {
  Facts facts;
  for (const Fact& fact : one) {
    if (plan.ranks.size() > 1 && holds(kOfOneDraw, fact.name)) continue;
    if ((asked.find_groups || asked.of_records) && holds(kOfGroups, fact.name)) continue;
    if (asked.of_records && holds(kOfUsers, fact.name)) continue;
    facts.with(fact);
  }
  if (plan.ranks.size() > 1) {
    std::vector<std::string> names;
    for (const UserRankTask& task : plan.tasks) names.push_back(text_of(*task.quantile));
    facts.with("quantiles", std::move(names)).with("epsilonEach", plan.tasks[0].loss.epsilon);
  }
  if (!asked.find_groups) return facts;
  return facts.with("groups", "discovered")
      .with("discoveryEpsilon", plan.finding->loss.epsilon)
      .with("discoveryDelta", plan.finding->loss.delta);
}

/// Each for itself may be none, and they may come out of order: what is told is all of them in order, or nothing.
void all_or_none(std::vector<std::optional<WideKey>>& values) {
  std::vector<WideKey> found;
  for (const auto& value : values) {
    if (value) found.push_back(*value);
  }
  if (found.size() < values.size()) found.clear();
  std::ranges::sort(found);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (found.empty())
      values[i].reset();
    else
      values[i] = found[i];
  }
}

}  // namespace

UserRanks::Plan UserRanks::plan(const Task& task) {
  if (!task.quantiles.empty()) check_increasing_quantiles(task.quantiles);
  check_probability("confidence", task.each.confidence);
  Plan plan;
  Loss left = task.each.loss;
  if (task.find_groups) {
    const Loss loss = {task.each.loss.epsilon * kFindingShare, task.each.loss.delta};
    const PerUser per_user = {std::nullopt, task.each.whole};
    plan.finding = {loss, per_user, task.each.neighbors, task.each.confidence};
    plan.found = GroupDiscovery::plan(*plan.finding);
    left = {subtract_down(task.each.loss.epsilon, loss.epsilon), 0};
  }
  plan.tasks = tasks_of(task, left);
  for (const UserRankTask& one : plan.tasks) plan.ranks.push_back(UserRankRelease::plan(one));
  return plan;
}

Claim UserRanks::claim(const Task& asked, const Plan& plan) {
  Claim claim = UserRankRelease::claim(plan.tasks[0], plan.ranks[0]);
  const bool asks_quantile = claim.accuracy.kind == ErrorKind::rank;
  double least_users = 0;
  for (const UserRankRelease::Plan& one : plan.ranks) {
    claim.accuracy.error = std::max(claim.accuracy.error,
                                    asks_quantile ? one.rank_error.value_or(0) : one.least_users);
    least_users = std::max(least_users, one.least_users);
  }
  claim.accuracy.confidence = asked.each.confidence;
  claim.loss = asked.each.loss;
  claim.conditions = Facts().with("insideFromUsers", least_users);
  if (asked.find_groups) {
    claim.mechanism = "group discovery and " + claim.mechanism;
    claim.bounded_range = false;
    claim.conditions.with(GroupDiscovery::claim(*plan.finding, *plan.found).conditions);
  }
  if (asked.of_records) {
    claim.protects = Protects::records;
    claim.reveals = public_sizes(asked.each.neighbors);
  }
  claim.parameters = facts_of(asked, plan, claim.parameters);
  return claim;
}

UserRanksTask UserRanks::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.each.loss = granted;
  return run;
}

UserRanks::Answer UserRanks::draw(const Task& task, const Plan& plan, Data rows,
                                  Randomness& randomness) {
  Answer answers;
  std::vector<NamedGroup> named;
  std::vector<UserRankTask> tasks = plan.tasks;
  if (task.find_groups) {
    std::uint32_t count = 0;
    for (const std::uint32_t group : rows.groups) {
      if (group != kNoGroup) count = std::max(count, group + 1);
    }
    named = GroupDiscovery::draw(*plan.finding, *plan.found, {{rows.users, rows.groups}, count},
                                 randomness);
    if (named.empty()) return answers;
    rows.groups = only_named(std::move(rows.groups), named);
    for (UserRankTask& one : tasks) one.groups = static_cast<std::uint32_t>(named.size());
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto drawn = UserRankRelease::draw(tasks[i], plan.ranks[i], rows, randomness);
    if (i == 0) {
      for (const GroupAnswer& one : drawn) answers.push_back({one.group, {}});
    }
    for (std::size_t place = 0; place < drawn.size(); ++place) {
      answers[place].values.push_back(drawn[place].value);
    }
  }
  for (std::size_t place = 0; place < answers.size(); ++place) {
    auto& [group, values] = answers[place];
    if (task.find_groups) group = named[place].group;
    all_or_none(values);
  }
  return answers;
}

}  // namespace logstar
