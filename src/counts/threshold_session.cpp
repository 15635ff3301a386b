#include "logstar/counts/threshold_session.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/accuracy.hpp"

// Theorem 7. Let each of c steps return an item of a single user with probability at most d, and be rho-zCDP
//   otherwise. Together they are (epsilon, c d + D)-DP, D the delta at epsilon + c ln(1 - d) of c rho of
//   zero-concentrated privacy. So d = delta/(2c), and c rho is the greatest of which D <= delta/2.

namespace logstar {
namespace {

constexpr std::uint64_t kMaxInSession = 1'000'000;

ThresholdSessionPlan basic_steps(const ThresholdSessionTask& task) {
  const double calls = count_up(task.calls);
  return {StepSum::basic,
          {divide_down(task.total.epsilon, calls), divide_down(task.total.delta, calls)},
          0};
}

ThresholdSessionPlan concentrated_steps(const ThresholdSessionTask& task) {
  const double calls = count_up(task.calls);
  const double half = task.total.delta / 2;
  const double alone = divide_down(half, calls);
  const double left = subtract_down(task.total.epsilon, multiply_up(calls, -log1p_down(-alone)));
  // No epsilon is left where delta is next to 1.
  const double rho = left > 0 ? divide_down(largest_rho({left, half}), calls) : 0;
  return {StepSum::concentrated, {0, alone}, rho};
}

void check_steps(const ThresholdSessionPlan& plan, const ThresholdSessionTask& task) {
  if (!(plan.each.delta > 0)) {
    reject("delta", "above 0 when shared out among calls", task.total.delta);
  }
}

/// Empty if each step has too little loss for any noise.
std::optional<std::int64_t> compared_from(const ThresholdSessionTask& task,
                                          const ThresholdSessionPlan& plan) {
  const ThresholdQuestion question{1, task.per_user, !task.per_user};
  const auto step = possible_step(task, plan, question);
  if (!step) return std::nullopt;
  return named_from(*step, kComparedAt);
}

Possible<GaussianDiscoveryParameters> gaussian_step(const ThresholdSessionTask& task,
                                                    const ThresholdSessionPlan& plan,
                                                    std::uint64_t per_user) {
  if (!(plan.rho > 0)) {
    return Obstacle{"epsilon", "such that some of it is left to each call", task.total.epsilon};
  }
  const std::uint64_t moved = task.neighbors == Neighbors::replace ? 2 * per_user : per_user;
  const double needed = divide_up(count_up(moved), multiply_down(2, plan.rho));
  GaussianDiscoveryParameters parameters;
  parameters.variance = few_digits_up(std::fmax(kMinGaussianVariance, needed));
  if (const auto obstacle = variance_obstacle(parameters.variance)) return *obstacle;
  const double each = -expm1_up(divide_up(log1p_up(-plan.each.delta), count_up(per_user)));
  parameters.threshold = gaussian_tail_start(parameters.variance, std::fmax(each, 0x1p-1000));
  return parameters;
}

GroupDiscoveryTask step_of(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                           const ThresholdQuestion& question) {
  GroupDiscoveryTask step;
  step.loss = plan.each;
  if (!question.spread) step.per_user.groups = question.per_user;
  step.neighbors = task.neighbors;
  step.confidence = task.confidence;
  return step;
}

}  // namespace

std::string_view name_of(StepSum sum) { return sum == StepSum::basic ? "basic" : "concentrated"; }

GroupDiscovery::Plan plan_step(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                               const ThresholdQuestion& question) {
  return possible_step(task, plan, question).or_refuse();
}

Possible<GroupDiscovery::Plan> possible_step(const ThresholdSessionTask& task,
                                             const ThresholdSessionPlan& plan,
                                             const ThresholdQuestion& question) {
  if (!question.spread && !question.per_user) {
    reject("perUser", "a whole number for a threshold", "any number");
  }
  if (!question.spread) check_count("perUser", *question.per_user, 1, kMaxPerUser);
  if (plan.sum == StepSum::basic) {
    if (const auto obstacle = epsilon_obstacle("epsilon", plan.each.epsilon)) return *obstacle;
    return GroupDiscovery::possible_plan(step_of(task, plan, question));
  }
  if (question.spread) {
    return Obstacle{"perUser", "a whole number where steps are added up as concentrated", "spread"};
  }
  const auto step = gaussian_step(task, plan, *question.per_user);
  if (!step) return step.obstacle();
  return gaussian_discovery_plan(*step, task.confidence);
}

ThresholdSessionPlan ThresholdSession::plan(const Task& task) {
  check_confidence(task.confidence);
  check_epsilon("epsilon", task.total.epsilon);
  check_delta("delta", task.total.delta);
  check_count("outcomes", task.outcomes, 1, kMaxInSession);
  check_count("calls", task.calls, 1, kMaxInSession);
  if (task.per_user) check_count("perUser", *task.per_user, 1, kMaxPerUser);
  const Plan basic = basic_steps(task);
  const Plan concentrated = concentrated_steps(task);
  check_steps(basic, task);
  check_steps(concentrated, task);
  if (task.sum) return *task.sum == StepSum::basic ? basic : concentrated;
  const auto from = compared_from(task, concentrated);
  const auto from_basic = compared_from(task, basic);
  return from && (!from_basic || *from < *from_basic) ? concentrated : basic;
}

bool threshold_names_more(const TopKSessionTask& draws, const ThresholdSessionTask& steps) {
  const auto from = compared_from(steps, ThresholdSession::plan(steps));
  if (!from || !steps.per_user) return from.has_value();
  const TopKParameters drawn = TopKSession(draws).parameters_for({1, kMaxKBar, steps.per_user});
  return static_cast<double>(*from) <= std::ceil(top_k_sure_gap_for(drawn, 1, kComparedAt));
}

Claim ThresholdSession::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = std::to_string(asked.calls) + " calls above a threshold";
  claim.loss = asked.total;
  claim.neighbors = asked.neighbors;
  claim.protects = asked.protects;
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/counts.md";
  claim.parameters = Facts()
                         .with("outcomes", static_cast<double>(asked.outcomes))
                         .with("calls", static_cast<double>(asked.calls))
                         .with("composition", std::string(name_of(plan.sum)));
  return claim;
}

ThresholdSessionTask ThresholdSession::with_loss(const Task& task, const Plan& plan,
                                                 const Loss& granted) {
  Task run = task;
  run.total = granted;
  run.sum = plan.sum;
  return run;
}

ThresholdConversation ThresholdSession::draw(const Task& task, const Plan& plan, Data,
                                             Randomness& randomness) {
  return {task, plan, randomness};
}

ThresholdConversation::ThresholdConversation(const ThresholdSessionTask& task,
                                             const ThresholdSessionPlan& plan,
                                             Randomness& randomness)
    : task_(task), plan_(plan), asked_(task.total), randomness_(&randomness) {}

void ThresholdConversation::resume(const ThresholdSessionTask& saved,
                                   const ThresholdSessionState& state) {
  const auto check_granted = [](const char* name, double granted, double most) {
    if (granted > 0 && granted <= most) return;
    reject(name, "above 0 and at most " + to_text(most), granted);
  };
  check_granted("grantedEpsilon", state.granted.epsilon, saved.total.epsilon);
  check_granted("grantedDelta", state.granted.delta, saved.total.delta);
  check_count("returned", state.returned, 0, saved.outcomes);
  check_count("called", state.called, 0, saved.calls);
  ThresholdSessionTask task = saved;
  task.sum = state.sum;
  task.total = state.granted;
  plan_ = ThresholdSession::plan(task);
  task_ = task;
  asked_ = saved.total;
  returned_ = state.returned;
  called_ = state.called;
  begun_.clear();
}

void ThresholdConversation::check(const ThresholdQuestion& question) const {
  check_count("k", question.k, 1, kMaxInSession);
  plan_step(task_, plan_, question);
  if (called_ == task_.calls) {
    throw BudgetExceeded("the session's " + std::to_string(task_.calls) + " calls are used up");
  }
  const std::uint64_t left = task_.outcomes - returned_;
  if (question.k > left) {
    throw BudgetExceeded("the call asks for " + std::to_string(question.k) +
                         " outcomes, but the session has " + std::to_string(left) + " left");
  }
}

std::uint64_t ThresholdConversation::begin(const ThresholdQuestion& question) {
  check(question);
  ++called_;
  returned_ += question.k;
  begun_.emplace(called_, question);
  return called_;
}

Released<TopKResult> ThresholdConversation::answer(std::uint64_t call,
                                                   const std::vector<std::int64_t>& counts,
                                                   Protects protects) {
  const auto found = begun_.find(call);
  if (found == begun_.end()) {
    reject("call", "an open call", std::to_string(call));
  }
  const ThresholdQuestion question = found->second;
  begun_.erase(found);
  ItemRankingTask ranking;
  ranking.ranked.items.k = question.k;
  ranking.ranked.items.per_user = question.per_user;
  ranking.spread = question.spread;
  const GroupDiscovery::Plan step = plan_step(task_, plan_, question);
  TopKResult result = ItemRanking::draw(ranking, {std::nullopt, step, ""}, counts, *randomness_);
  returned_ -= question.k - result.items.size();

  GroupDiscoveryTask asked = step_of(task_, plan_, question);
  asked.protects = protects;
  Claim claim = GroupDiscovery::claim(asked, step);
  claim.loss = asked_;
  claim.also_public += "; epsilon and delta are those of the whole session";
  claim.parameters.with(ThresholdSession::claim(task_, plan_).parameters)
      .with("variant", std::string(name_of(RankingWay::threshold)))
      .with("k", static_cast<double>(question.k))
      .with("outcomesUsed", static_cast<double>(returned_))
      .with("callsUsed", static_cast<double>(called_));
  return {std::move(result), claim};
}

}  // namespace logstar
