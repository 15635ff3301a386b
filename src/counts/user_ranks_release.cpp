#include "logstar/counts/user_ranks_release.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "logstar/counts/by_group.hpp"
#include "logstar/counts/user_ranks_ways.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// The task of one draw with all of the loss.
UserRankTask resolved(const UserRanksTask& task) {
  UserRankTask each = task.each;
  if (task.quantiles) each.quantile = task.quantiles->front();
  if (task.unit_is_record) each.user_weight = 1;
  each.algorithm = algorithm_of(each);
  // The groups with an answer are the released groups: a small one should abstain.
  if (each.list == GroupList::occurring && each.algorithm == UserAlgorithm::cut) {
    each.abstain = true;
  }
  return each;
}

/// The default share of epsilon for finding the groups of quantiles. Quantiles need few users, so discovery is
/// the step that loses most groups. For interior points GroupDiscoveryOptions has the default.
constexpr double kUsualQuantilesShare = 0.5;

std::optional<double> share_of(const UserRanksTask& task) {
  const bool asks_quantile = task.quantiles || task.each.quantile;
  if (!task.discovery_share && asks_quantile) return kUsualQuantilesShare;
  return task.discovery_share;
}

bool finds_groups(const UserRankTask& each) {
  return each.list == GroupList::occurring && each.algorithm == UserAlgorithm::exponential;
}

/// Facts of a single quantile's draw, and facts that state the number of listed groups.
constexpr std::array<std::string_view, 4> kOfOneDraw = {"quantile", "drawEpsilon", "noneScore",
                                                        "noneBelow"};
constexpr std::array<std::string_view, 2> kOfGroups = {"groups", "groupCount"};
constexpr std::array<std::string_view, 2> kOfUsers = {"perUser", "userWeight"};

std::vector<std::string> texts_of(const std::vector<QuantileFraction>& quantiles) {
  std::vector<std::string> texts;
  texts.reserve(quantiles.size());
  for (const QuantileFraction& quantile : quantiles) texts.push_back(text_of(quantile));
  return texts;
}

bool holds(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// The claim parts common to all plans, as for one draw.
Claim claim_of_draws(const UserRanksTask& asked, const UserRanks::Plan& plan) {
  const UserRankTask& all = plan.tasks.front();
  if (!plan.recursion) return UserRankRelease::claim(all, plan.ranks.front());
  const UserQuantilesParameters& recursion = *plan.recursion;
  UserRankRelease::Plan likewise{UserRankParameters{}, recursion.error, recursion.least_users};
  Claim claim = UserRankRelease::claim(all, likewise);
  claim.mechanism = "recursive halving";
  claim.bounded_range = false;
  claim.usual = recursion.usual;
  Facts facts = Facts().with("algorithm", std::string(name_of(SeveralRanks::recursion)));
  for (const Fact& fact : claim.parameters) {
    if (fact.name != "algorithm" && !holds(kOfOneDraw, fact.name)) facts.with(fact);
  }
  claim.parameters = facts.with("quantiles", texts_of(*asked.quantiles))
                         .with("levelEpsilon", recursion.draws.level_epsilon)
                         .with("tieBits", static_cast<double>(recursion.draws.tie_bits));
  return claim;
}

Facts facts_of(const UserRanksTask& asked, const UserRanks::Plan& plan, const Facts& one) {
  Facts facts;
  for (const Fact& fact : one) {
    if (plan.ranks.size() > 1 && holds(kOfOneDraw, fact.name)) continue;
    if ((plan.discovery || asked.unit_is_record) && holds(kOfGroups, fact.name)) continue;
    if (asked.unit_is_record && holds(kOfUsers, fact.name)) continue;
    facts.with(fact);
  }
  if (plan.ranks.size() > 1) {
    facts.with("quantiles", texts_of(*asked.quantiles))
        .with("epsilonEach", plan.tasks[0].loss.epsilon);
  }
  if (!plan.discovery) return facts;
  return facts.with("groups", std::string(name_of(GroupList::occurring)))
      .with(epsilon_split_facts(asked.each.loss.epsilon, *plan.discovery));
}

UserRanks::Answer drawn_one_by_one(const std::vector<UserRankTask>& tasks,
                                   const std::vector<UserRankRelease::Plan>& ranks,
                                   const UserRows& rows, Randomness& randomness) {
  UserRanks::Answer answers;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto drawn = UserRankRelease::draw(tasks[i], ranks[i], rows, randomness);
    if (i == 0) {
      for (const GroupAnswer& one : drawn) answers.push_back({one.group, {}});
    }
    for (std::size_t place = 0; place < drawn.size(); ++place) {
      answers[place].values.push_back(drawn[place].value);
    }
  }
  return answers;
}

UserRanks::Answer drawn_by_recursion(const UserRankTask& task,
                                     const UserQuantilesParameters& parameters, UserRows rows,
                                     Randomness& randomness) {
  auto [divided, groups] = rows_of_groups(task, std::move(rows), randomness);
  UserRanks::Answer answers;
  for (std::uint32_t group = 0; group < groups; ++group) {
    const auto found =
        draw_user_quantiles(divided.take(group), one_word(task.domain), parameters, randomness);
    answers.push_back(ranks_of(group, found, parameters.draws.taus.size()));
  }
  return answers;
}

}  // namespace

UserAlgorithm algorithm_of(const UserRanksTask& task) { return *resolved(task).algorithm; }

std::string_view name_of(SeveralRanks several) {
  return several == SeveralRanks::separate ? "separate" : "recursion";
}

GroupRanks ranks_of(std::uint32_t group, const std::optional<std::vector<std::uint64_t>>& found,
                    std::size_t count) {
  GroupRanks ranks{group, std::vector<std::optional<WideKey>>(count)};
  for (std::size_t i = 0; found && i < count; ++i) ranks.values[i] = WideKey{(*found)[i]};
  return ranks;
}

void all_or_none(std::vector<std::optional<WideKey>>& values) {
  std::vector<WideKey> found;
  for (const auto& value : values) {
    if (value) found.push_back(*value);
  }
  if (found.size() < values.size()) found.clear();
  std::sort(found.begin(), found.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (found.empty())
      values[i].reset();
    else
      values[i] = found[i];
  }
}

UserRanks::Plan UserRanks::plan(const Task& task) { return possible_plan(task).or_refuse(); }

Possible<UserRanks::Plan> UserRanks::possible_plan(const Task& task) {
  if (task.quantiles) check_increasing_quantiles(*task.quantiles);
  check_confidence(task.each.confidence);
  Plan plan;
  UserRankTask all = resolved(task);
  if (finds_groups(all)) {
    const GroupDiscoveryOptions search{all.loss.delta, share_of(task), all.user_weight};
    plan.discovery = discovery_task(all.loss.epsilon, search, all.neighbors, all.confidence);
    plan.found = GroupDiscovery::plan(*plan.discovery);
    all.loss = {answer_epsilon(all.loss.epsilon, search), 0};
    // Groups that discovery found count as declared from here on.
    all.list = GroupList::declared;
  } else if (task.discovery_share) {
    reject("discoveryShare", "left out unless groups are found before they are answered",
           *task.discovery_share);
  }
  if (const auto obstacle = plan_draws(plan, all, task)) return *obstacle;
  return plan;
}

Claim UserRanks::claim(const Task& asked, const Plan& plan) {
  Claim claim = claim_of_draws(asked, plan);
  const bool asks_quantile = claim.accuracy.kind == ErrorKind::rank;
  double least_users = plan.recursion ? plan.recursion->least_users : 0;
  // 0 without a guess.
  double expected = plan.recursion ? plan.recursion->expected_least_users.value_or(0) : 0;
  for (const UserRankRelease::Plan& one : plan.ranks) {
    claim.accuracy.error = std::max(claim.accuracy.error,
                                    asks_quantile ? one.rank_error.value_or(0) : one.least_users);
    least_users = std::max(least_users, one.least_users);
    expected = std::max(expected, one.expected_least_users.value_or(0));
    if (one.usual) claim.usual = std::max(claim.usual.value_or(0), *one.usual);
  }
  claim.accuracy.confidence = asked.each.confidence;
  // Groups that are found first take the delta, whether or not there are any; so does cut choice. All of it, as asked:
  // the draws were planned for what a ledger grants of it.
  const bool takes_delta = plan.discovery || claim.loss.delta > 0;
  claim.loss = {asked.each.loss.epsilon, takes_delta ? asked.each.loss.delta : 0};
  claim.conditions =
      Facts().with(asked.each.most_rows ? "minRowsInside" : "minUsersInside", least_users);
  if (expected > 0) claim.conditions.with("minInsideExpected", expected);
  if (plan.recursion) {
    claim.conditions.with("maxTies", asked.each.counted(kMaxEqualUsers));
  }
  if (plan.discovery) {
    claim.mechanism = "group discovery and " + claim.mechanism;
    claim.bounded_range = false;
    claim.conditions.with(GroupDiscovery::claim(*plan.discovery, *plan.found).conditions);
  }
  if (asked.unit_is_record) {
    claim.protects = Protects::records;
    claim.also_public = public_facts(asked.each.neighbors);
  }
  claim.parameters = facts_of(asked, plan, claim.parameters);
  return claim;
}

UserRanksTask UserRanks::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.each.algorithm = plan.tasks[0].algorithm;
  if (is_several(task)) {
    run.several = plan.recursion ? SeveralRanks::recursion : SeveralRanks::separate;
  }
  run.each.loss = granted;
  return run;
}

UserRanks::Selected UserRanks::select(const Plan& plan, Data rows, Randomness& randomness) {
  Selected selected{std::move(rows), plan.tasks, {}};
  UserRows& all = selected.rows;
  if (plan.discovery) {
    std::uint32_t count = 0;
    for (const std::uint32_t group : all.groups) {
      if (group != kNoGroup) count = std::max(count, group + 1);
    }
    selected.named = GroupDiscovery::draw(*plan.discovery, *plan.found,
                                          {{all.users, all.groups}, count}, randomness);
    selected.is_empty = selected.named.empty();
    if (selected.is_empty) return selected;
    all.groups = only_named(std::move(all.groups), selected.named);
    for (UserRankTask& one : selected.tasks) {
      one.groups = static_cast<std::uint32_t>(selected.named.size());
    }
  }
  // Once for all quantiles: they are of the same rows.
  if (plan.tasks.front().most_rows) {
    all = rows_that_count(selected.tasks.front(), std::move(all), randomness);
  }
  return selected;
}

UserRanks::Answer UserRanks::draw_selected(const Plan& plan, Selected selected,
                                           Randomness& randomness) {
  if (selected.is_empty) return {};
  const auto& tasks = selected.tasks;
  Answer answers = plan.recursion ? drawn_by_recursion(tasks.front(), *plan.recursion,
                                                       std::move(selected.rows), randomness)
                                  : drawn_one_by_one(tasks, plan.ranks, selected.rows, randomness);
  for (std::size_t place = 0; place < answers.size(); ++place) {
    auto& [group, values] = answers[place];
    if (plan.discovery) group = selected.named[place].group;
    all_or_none(values);
  }
  return answers;
}

UserRanks::Answer UserRanks::draw(const Task&, const Plan& plan, Data rows,
                                  Randomness& randomness) {
  return draw_selected(plan, select(plan, std::move(rows), randomness), randomness);
}

}  // namespace logstar
