#include "top_k/limited_domain.hpp"

#include <algorithm>

#include "privacy/best_per_step.hpp"
#include "privacy/rounding.hpp"
#include "support/checks.hpp"
#include "support/errors.hpp"

namespace logstar {
namespace {

/// ln(count / p), rounded up, without ever forming the quotient.
double log_ratio_up(std::uint64_t count, double p) {
  return subtract_up(log_up(count_up(count)), log_down(p));
}

/// The limited domain's own delta, given how much of the total is left to it. The per-draw ratio
/// e^epsilon needs delta <= e^epsilon - 1.
double own_delta(const PerStep& step, TopKVariant variant, double total_epsilon) {
  double delta = step.delta_for_steps;
  if (step.bound != CompositionBound::basic) {
    const double factor = exp_up(total_epsilon);
    delta = divide_down(delta, variant == TopKVariant::strict ? factor : add_up(1, factor));
  }
  return std::min(delta, expm1_down(step.epsilon));
}

}  // namespace

TopKParameters calibrate_top_k(const TopKTask& task) {
  check_epsilon("epsilon", task.total.epsilon);
  check_delta("delta", task.total.delta);
  check_count("k", task.k, 1, 1'000'000);
  check_count("kBar", task.kbar, task.k, 10'000'000);
  if (task.per_user) check_count("perUser", *task.per_user, 1, 1'000'000'000);
  const Loss total =
      task.neighbors == Neighbors::add_remove ? task.total : add_remove_for_replace(task.total);
  const PerStep step = best_bounded_range_per_step(total, task.k, StepDelta::needed);
  TopKParameters parameters;
  parameters.variant = task.per_user ? TopKVariant::limited_domain : TopKVariant::strict;
  parameters.k = task.k;
  parameters.kbar = task.kbar;
  parameters.item_epsilon = step.epsilon;
  parameters.item_delta = own_delta(step, parameters.variant, total.epsilon);
  parameters.composition = describe(step.bound);
  const std::uint64_t unusual = std::min(task.per_user.value_or(task.kbar), task.kbar);
  parameters.margin =
      divide_up(log_ratio_up(unusual, parameters.item_delta), parameters.item_epsilon);
  return parameters;
}

TopKResult draw_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                      Randomness& randomness) {
  const auto kbar = static_cast<std::size_t>(parameters.kbar);
  const std::int64_t left_out = counts.size() > kbar ? counts[kbar] : 0;
  std::size_t candidates = std::min(counts.size(), kbar);
  if (parameters.variant == TopKVariant::strict) {
    while (candidates > 0 && counts[candidates - 1] <= left_out) --candidates;
  }
  const BottomScore bottom = BottomScore::above(left_out + 1, parameters.margin);
  const auto k = static_cast<std::size_t>(parameters.k);
  TopKResult result;
  result.items = randomness.peel(counts.first(candidates), parameters.item_epsilon, k, bottom);
  if (!result.items.empty() && result.items.back() == candidates) result.items.pop_back();
  result.complete = result.items.size() == k;
  return result;
}

double top_k_accuracy(const TopKParameters& parameters, double confidence) {
  check_probability("confidence", confidence);
  const double pairs = multiply_up(count_up(parameters.k), count_up(parameters.kbar));
  const double log = subtract_up(log_up(pairs), log_down(subtract_down(1, confidence)));
  return divide_up(log, parameters.item_epsilon);
}

double top_k_sure_gap(const TopKParameters& parameters, double confidence) {
  check_probability("confidence", confidence);
  const double log = log_ratio_up(parameters.k, subtract_down(1, confidence));
  return add_up(add_up(1, parameters.margin), divide_up(log, parameters.item_epsilon));
}

}  // namespace logstar
