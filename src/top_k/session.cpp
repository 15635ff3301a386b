#include "logstar/top_k/session.hpp"

#include <algorithm>
#include <string>

#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kMax = 1'000'000;

std::uint64_t draws_of(const TopKSessionTask& task) {
  return task.outcomes + (task.optimised ? task.calls : 0);
}

}  // namespace

TopKSessionParameters calibrate_top_k_session(const TopKSessionTask& task) {
  check_epsilon("epsilon", task.total.epsilon);
  check_delta("delta", task.total.delta);
  check_count("outcomes", task.outcomes, 1, kMax);
  check_count("calls", task.calls, 1, kMax);
  const Loss loss =
      task.neighbors == Neighbors::add_remove ? task.total : add_remove_for_replace(task.total);
  TopKSessionParameters parameters;
  double delta = loss.delta;
  if (task.refundable) {
    parameters.item_epsilon = basic_per_step(loss, draws_of(task)).epsilon;
    parameters.composition = name_of(CompositionBound::basic);
  } else {
    const PerStep step = best_bounded_range_per_step(loss, draws_of(task), StepDelta::needed,
                                                     Interaction::adaptive, task.composition);
    parameters.item_epsilon = step.epsilon;
    parameters.composition = name_of(step.bound);
    parameters.tail = step.tail;
    delta = step.delta_for_steps;
  }
  parameters.call_delta = divide_down(delta, count_up(task.calls));
  if (!(parameters.call_delta > 0)) {
    reject("delta", "above 0 when shared out among calls", task.total.delta);
  }
  return parameters;
}

SessionTerms session_terms(const TopKSessionTask& task, const TopKSessionParameters& parameters) {
  return {parameters.item_epsilon, draws_of(task), parameters.call_delta, task.calls};
}

TopKSession::TopKSession(const TopKSessionTask& task)
    : TopKSession(task, calibrate_top_k_session(task), 0, 0) {}

TopKSession::TopKSession(const TopKSessionTask& task, const TopKSessionParameters& parameters,
                         std::uint64_t returned, std::uint64_t called)
    : task_(task), parameters_(parameters), returned_(returned), called_(called) {
  if (!(parameters.item_epsilon > 0)) {
    reject("epsilon of each outcome", "above 0", parameters.item_epsilon);
  }
  check_delta("delta of each call", parameters.call_delta);
  check_count("returned", returned, 0, task.outcomes);
  check_count("called", called, 0, task.calls);
}

void TopKSession::check(const TopKQuestion& question) const {
  check_count("k", question.k, 1, kMax);
  check_count("kBar", question.kbar, question.k, kMaxKBar);
  if (question.per_user) check_count("perUser", *question.per_user, 1, kMaxPerUser);
  if (calls_left() == 0) {
    throw BudgetExceeded("the session's " + std::to_string(task_.calls) + " calls are used up");
  }
  if (question.k > outcomes_left()) {
    throw BudgetExceeded("the call asks for " + std::to_string(question.k) +
                         " outcomes, but the session has " + std::to_string(outcomes_left()) +
                         " left");
  }
}

TopKParameters TopKSession::parameters_for(const TopKQuestion& question) const {
  TopKParameters parameters;
  parameters.k = question.k;
  parameters.kbar = question.kbar;
  parameters.item_epsilon = parameters_.item_epsilon;
  parameters.item_delta = parameters_.call_delta;
  std::uint64_t unusual = question.kbar;
  if (task_.optimised) {
    parameters.variant = TopKVariant::optimised_threshold;
  } else if (question.per_user) {
    parameters.variant = TopKVariant::limited_domain;
    unusual = std::min(*question.per_user, question.kbar);
  } else {
    parameters.variant = TopKVariant::strict;
  }
  parameters.margin =
      limited_domain_margin(unusual, parameters.item_delta, parameters.item_epsilon);
  return parameters;
}

std::uint64_t TopKSession::begin(const TopKQuestion& question) {
  check(question);
  ++called_;
  returned_ += question.k;
  begun_.emplace(called_, question);
  return called_;
}

const TopKQuestion& TopKSession::begun(std::uint64_t call) const {
  const auto found = begun_.find(call);
  if (found != begun_.end()) return found->second;
  reject("call", "an open call", std::to_string(call));
}

TopKResult TopKSession::ask(std::span<const std::int64_t> counts, const TopKQuestion& question,
                            Randomness& randomness) {
  return answer(begin(question), counts, randomness);
}

TopKResult TopKSession::answer(std::uint64_t call, std::span<const std::int64_t> counts,
                               Randomness& randomness) {
  const TopKQuestion question = begun(call);
  begun_.erase(call);
  TopKResult result = draw_top_k(counts, parameters_for(question), randomness);
  const std::uint64_t bottom = result.complete ? 0 : 1;
  returned_ -= question.k - (result.items.size() + bottom);
  return result;
}

}  // namespace logstar
