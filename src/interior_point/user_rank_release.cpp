#include "logstar/interior_point/user_rank_release.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "logstar/interior_point/cut_forms.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/chosen_rows.hpp"

namespace logstar {
namespace {

bool is_median(const UserRankTask& task) {
  return task.quantile && task.quantile->numerator * 2 == task.quantile->denominator;
}

void check_task(const UserRankTask& task) {
  check_count("bits", task.bits, 1, kMaxKeyBits);
  check_delta_or_zero("delta", task.loss.delta);
  check_confidence(task.confidence);
  check_count("groups", task.groups, 1, kMaxGroups);
  check_count("userWeight", task.user_weight, 1, kMaxUserWeight);
  check_measure(task.measure, task.domain);
  if (task.most_rows) check_count("perUser", *task.most_rows, 1, kMaxUserWeight);
}

void check_algorithm(UserAlgorithm algorithm, const UserRankTask& task) {
  if (algorithm == UserAlgorithm::cut) {
    if (task.quantile) reject("algorithm", "exponential, for a quantile", "cut");
    return;
  }
  if (task.list == GroupList::occurring) {
    reject("algorithm", "cut, for groups that are not declared", "exponential");
  }
}

/// On smooth data a miss by x of users' weight has probability proportional to e^(-rate x), however the
/// weight is spread over rows.
std::optional<double> usual_exponential(const UserRankTask& task,
                                        const UserRankRelease::Plan& plan) {
  if (task.bits > kMaxSmoothBits) return std::nullopt;
  const ExponentialParameters& draw = std::get<UserRankParameters>(plan.parameters).draw;
  const double user_weight = task.most_weight();
  if (task.quantile) return usual_exponential_error(draw) / user_weight;
  const double for_none = task.abstain ? usual_records_for_none(draw, 1 - task.confidence) : 0;
  return usual_exponential_records(draw, task.bits, plan.least_users * user_weight, for_none) /
         user_weight;
}

Possible<UserRankRelease::Plan> plan_exponential(const UserRankTask& task) {
  UserRankRequest request;
  // A median has a smaller error by depth than by its quantile score (docs/guarantees/exponential.md).
  if (!is_median(task)) request.quantile = task.quantile;
  request.epsilon = task.loss.epsilon;
  request.neighbors = task.neighbors;
  request.several_groups = task.list != GroupList::none;
  request.user_weight = task.most_weight();
  // Each key weighs at least 1, so the bounds for this many points of weight 1 hold for all keys.
  const Natural points = task.measure.bounds(task.size_of_domain()).total;
  const double beta = subtract_down(1, task.confidence);
  auto calibrated = task.abstain ? calibrate_abstaining_user_rank(request, points, beta)
                                 : calibrate_user_rank(request);
  if (!calibrated) return calibrated.obstacle();
  UserRankParameters& parameters = *calibrated;
  parameters.draw.measure = task.measure;
  if (const auto obstacle = user_rank_obstacle(points, parameters, task.confidence)) {
    return *obstacle;
  }
  UserRankRelease::Plan plan{parameters, std::nullopt, 0};
  plan.rank_error = user_rank_error(points, parameters, task.confidence);
  plan.least_users = user_rank_least_users(points, parameters, task.confidence);
  plan.expected_least_users = expected_user_rank_least_users(points, parameters, task.confidence);
  plan.usual = usual_exponential(task, plan);
  return plan;
}

UserRankRelease::Plan plan_cut(const UserRankTask& task) {
  CutChoiceRequest request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = task.neighbors;
  request.beta = subtract_down(1, task.confidence);
  request.abstain = task.abstain;
  const auto parameters = calibrate_weighted_cut_choice(request, task.most_weight());
  UserRankRelease::Plan plan{parameters, std::nullopt, 0};
  plan.least_users = divide_up(count_up(parameters.least_weight), task.most_weight());
  plan.usual = usual_records_share(CutForm::stable, task.bits) * plan.least_users;
  return plan;
}

Possible<UserRankRelease::Plan> plan_by(UserAlgorithm algorithm, const UserRankTask& task) {
  check_algorithm(algorithm, task);
  auto possible = algorithm == UserAlgorithm::cut ? plan_cut(task) : plan_exponential(task);
  if (!possible) return possible;
  UserRankRelease::Plan& plan = *possible;
  plan.least_users = task.counted(plan.least_users);
  if (plan.expected_least_users) {
    plan.expected_least_users = task.counted(*plan.expected_least_users);
  }
  if (plan.rank_error) plan.rank_error = task.counted(*plan.rank_error);
  if (plan.usual) plan.usual = task.counted(*plan.usual);
  return possible;
}

/// The figures that algorithm_of compares; without usual figures of both, promises decide.
ErrorFigures figures_of(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  const bool by_promise =
      task.choice == AlgorithmChoice::least_promise || task.bits > kMaxSmoothBits;
  return {plan.least_users, by_promise ? 0 : plan.usual.value_or(plan.least_users)};
}

/// For an interior point with a delta, for one group or listed ones. By the promises of plain answers, as
/// best_algorithm: "none" makes the exponential mechanism need more, but its answers are as good.
UserAlgorithm best_for_point(UserRankTask task) {
  task.abstain = false;
  std::array<ErrorFigures, 2> figures;
  figures[0] = figures_of(task, plan_exponential(task).or_refuse());
  figures[1] = figures_of(task, plan_cut(task));
  return place_of_best(figures, kUsualRecordsMargin) == 0 ? UserAlgorithm::exponential
                                                          : UserAlgorithm::cut;
}

/// The parameters of an algorithm as facts.
struct UserNumbers {
  Facts operator()(const UserRankParameters& p) const {
    Facts facts = Facts().with("drawEpsilon", p.draw.draw_epsilon);
    return p.none ? facts.with(none_facts(*p.none)) : facts;
  }
  Facts operator()(const WeightedCutParameters& p) const {
    return Facts()
        .with("drawEpsilon", p.draw_epsilon)
        .with("offset", static_cast<double>(p.offset))
        .with("bottomScore", as_number(p.bottom));
  }
};

/// One draw, of one group.
struct Draw {
  const WideInterval& domain;
  WeightedKeys rows;
  Randomness& randomness;

  std::optional<WideKey> operator()(const UserRankParameters& p) {
    return draw_user_rank(std::move(rows), domain, p, randomness);
  }
  std::optional<WideKey> operator()(const WeightedCutParameters& p) {
    return draw_weighted_cut_choice(std::move(rows), domain, p, randomness);
  }
};

/// How many groups are drawn from.
std::uint32_t count_groups(const UserRankTask& task, const std::vector<std::uint32_t>& groups) {
  if (task.list == GroupList::none) return 1;
  if (task.list == GroupList::declared) return task.groups;
  std::uint32_t count = 0;
  for (const std::uint32_t group : groups) {
    if (group != kNoGroup) count = std::max(count, group + 1);
  }
  return count;
}

}  // namespace

UserRows rows_that_count(const UserRankTask& task, UserRows rows, Randomness& randomness) {
  if (task.list == GroupList::declared) {
    for (std::uint32_t& group : rows.groups) {
      if (group >= task.groups) group = kNoGroup;
    }
  }
  if (task.most_rows) rows = chosen_rows(std::move(rows), *task.most_rows, randomness);
  return rows;
}

RowsOfGroups rows_of_groups(const UserRankTask& task, UserRows rows, Randomness& randomness) {
  check_user_columns(rows.columns());
  const bool grouped = task.list != GroupList::none;
  if (rows.groups.empty() == grouped && rows.keys.size() > 0) {
    reject("groups", grouped ? "a column, one group a row" : "left out, as there is one group",
           grouped ? "none" : "a column");
  }
  rows = rows_that_count(task, std::move(rows), randomness);
  const std::uint32_t groups = count_groups(task, rows.groups);
  // Selected rows count as one unit each, and a user has at most `most_rows` of them.
  return {GroupedRows(std::move(rows), task.most_rows ? 1 : task.user_weight, groups), groups};
}

std::string_view name_of(UserAlgorithm algorithm) {
  return algorithm == UserAlgorithm::cut ? "cut" : "exponential";
}

std::string_view name_of(GroupList list) {
  switch (list) {
    case GroupList::none:
      return "none";
    case GroupList::declared:
      return "declared";
    case GroupList::occurring:
      return "private";
  }
  return "";
}

UserAlgorithm algorithm_of(const UserRankTask& task) {
  check_task(task);
  if (task.algorithm) return *task.algorithm;
  if (task.quantile || task.loss.delta == 0) return UserAlgorithm::exponential;
  if (task.list == GroupList::occurring) return UserAlgorithm::cut;
  if (guess_decides(task.choice, task.measure)) return UserAlgorithm::exponential;
  return best_for_point(task);
}

Natural UserRankTask::size_of_domain() const {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

UserRankRelease::Plan UserRankRelease::plan(const Task& task) {
  return possible_plan(task).or_refuse();
}

Possible<UserRankRelease::Plan> UserRankRelease::possible_plan(const Task& task) {
  return plan_by(algorithm_of(task), task);
}

Claim UserRankRelease::claim(const Task& asked, const Plan& plan) {
  const UserAlgorithm algorithm = plan.algorithm();
  const bool is_cut = algorithm == UserAlgorithm::cut;
  Claim claim;
  claim.mechanism = is_cut ? "cut choice" : "the exponential mechanism";
  claim.loss = {asked.loss.epsilon, is_cut ? asked.loss.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.protects = Protects::users;
  claim.bounded_range = !is_cut;
  claim.also_public = asked.neighbors == Neighbors::replace
                          ? "the parameters and the number of users"
                          : "the parameters";
  claim.proof = "docs/guarantees/users.md";
  claim.accuracy = asked.quantile
                       ? Accuracy{ErrorKind::rank, plan.rank_error.value_or(0), asked.confidence}
                       : Accuracy{ErrorKind::interior, plan.least_users, asked.confidence};
  claim.usual = plan.usual;
  claim.parameters = Facts().with("algorithm", std::string(name_of(algorithm)));
  if (asked.quantile) claim.parameters.with("quantile", text_of(*asked.quantile));
  if (asked.most_rows) {
    claim.parameters.with("perUser", static_cast<double>(*asked.most_rows));
  } else {
    claim.parameters.with("perUser", "spread")
        .with("userWeight", static_cast<double>(asked.user_weight));
  }
  claim.parameters.with("groups", std::string(name_of(asked.list)));
  if (asked.list == GroupList::declared) {
    claim.parameters.with("groupCount", static_cast<double>(asked.groups));
  }
  claim.parameters.with("abstain", asked.abstain).with(std::visit(UserNumbers(), plan.parameters));
  claim.conditions =
      Facts().with(asked.most_rows ? "minRowsInside" : "minUsersInside", plan.least_users);
  if (plan.expected_least_users) {
    claim.conditions.with("minInsideExpected", *plan.expected_least_users);
  }
  return claim;
}

UserRankTask UserRankRelease::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.algorithm = plan.algorithm();
  run.loss = granted;
  return run;
}

UserRankRelease::Answer UserRankRelease::draw(const Task& task, const Plan& plan, Data rows,
                                              Randomness& randomness) {
  auto [divided, groups] = rows_of_groups(task, std::move(rows), randomness);
  Answer answers;
  for (std::uint32_t group = 0; group < groups; ++group) {
    auto value = std::visit(Draw{task.domain, divided.take(group), randomness}, plan.parameters);
    if (task.list == GroupList::occurring && !value) continue;
    answers.push_back({group, std::move(value)});
  }
  return answers;
}

}  // namespace logstar
