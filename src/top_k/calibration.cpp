#include "logstar/top_k/calibration.hpp"

#include <algorithm>
#include <string>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/laplace_difference.hpp"

namespace logstar {
namespace {

constexpr double kMinRate = 0x1p-40;  // of geometric and discrete_laplace

void check_rate(double rate, double epsilon, std::uint64_t parts) {
  if (rate >= kMinRate) return;
  reject("epsilon", "above 1e-12 for each of " + std::to_string(parts) + " noisy counts", epsilon);
}

void check_task(const TopKTask& task, TopKVariant variant) {
  check_epsilon("epsilon", task.total.epsilon);
  check_delta("delta", task.total.delta);
  check_count("k", task.k, 1, 1'000'000);
  check_count("kBar", task.kbar, task.k, kMaxKBar);
  if (task.per_user) check_count("perUser", *task.per_user, 1, kMaxPerUser);
  if (task.count_share) check_probability("countShare", *task.count_share);
  if (variant == TopKVariant::fixed_threshold && task.kbar != task.k) {
    reject("kBar", "k for the fixed threshold, " + std::to_string(task.k),
           std::to_string(task.kbar));
  }
}

/// `limited_domain`, `strict` and `optimised_threshold`: draws of the exponential mechanism.
void calibrate_draws(const TopKTask& task, const Loss& loss, TopKParameters& parameters) {
  const bool optimised = parameters.variant == TopKVariant::optimised_threshold;
  const PerStep step =
      best_bounded_range_per_step(loss, task.k + (optimised ? 1 : 0), StepDelta::needed,
                                  Interaction::adaptive, task.composition);
  parameters.item_epsilon = step.epsilon;
  parameters.item_delta = step.delta_for_steps;
  parameters.composition = step.bound;
  parameters.tail = step.tail;
  const std::uint64_t unusual = parameters.variant == TopKVariant::limited_domain
                                    ? std::min(task.per_user.value_or(task.kbar), task.kbar)
                                    : task.kbar;
  parameters.margin =
      limited_domain_margin(unusual, parameters.item_delta, parameters.item_epsilon);
}

/// `laplace`: one user moves `moved` of the kbar + 1 noisy numbers, bottom among them, each hidden
/// by noise of its own, and moves at most `unusual` items into or out of the candidates.
void calibrate_laplace(const TopKTask& task, const Loss& loss, TopKParameters& parameters) {
  const std::uint64_t unusual = std::min(task.per_user.value_or(task.kbar), task.kbar);
  const std::uint64_t moved = std::min(task.per_user.value_or(task.kbar + 1), task.kbar + 1);
  const auto try_bound = [&](double epsilon, double tail, CompositionBound bound) {
    if (epsilon < kMinRate || (task.composition && *task.composition != bound)) return;
    const double delta = subtract_down(loss.delta, tail);
    // unusual P[X - Y > margin] <= delta
    const double log_each = subtract_down(log_down(delta), log_up(count_up(unusual)));
    const auto margin = static_cast<double>(laplace_difference_start(epsilon, log_each) - 1);
    if (parameters.item_epsilon > 0 && margin >= parameters.margin) return;
    parameters.item_epsilon = epsilon;
    parameters.item_delta = delta;
    parameters.margin = std::max(margin, 0.0);
    parameters.composition = bound;
    parameters.tail = tail;
  };
  try_bound(basic_per_step(loss, moved).epsilon, 0, CompositionBound::basic);
  const double tail = loss.delta / 2;
  if (tail > 0 && moved <= kMaxSteps) {
    try_bound(optimal_per_step({loss.epsilon, tail}, moved, 0), tail, CompositionBound::optimal);
  }
  check_rate(parameters.item_epsilon, loss.epsilon, moved);
}

/// `fixed_threshold`: k answers, each (epsilon, t)-DP with t = P[noise >= margin].
void calibrate_fixed(const TopKTask& task, const Loss& loss, TopKParameters& parameters) {
  const PerStep step = best_per_step(loss, task.k, StepDelta::needed, task.composition);
  check_rate(step.epsilon, loss.epsilon, parameters.k);
  parameters.item_epsilon = step.epsilon;
  parameters.item_delta = divide_down(step.delta_for_steps, count_up(parameters.k));
  if (!(parameters.item_delta > 0)) {
    reject("delta", "above 0 when shared out among k items", loss.delta);
  }
  parameters.margin =
      static_cast<double>(laplace_tail_start(parameters.item_epsilon, parameters.item_delta));
  parameters.composition = step.bound;
  parameters.tail = step.tail;
}

}  // namespace

std::string_view name_of(TopKVariant variant) {
  switch (variant) {
    case TopKVariant::limited_domain:
      return "limited-domain";
    case TopKVariant::strict:
      return "strict";
    case TopKVariant::optimised_threshold:
      return "optimised-threshold";
    case TopKVariant::laplace:
      return "laplace";
    case TopKVariant::fixed_threshold:
      return "fixed-threshold";
  }
  return "";
}

double limited_domain_margin(std::uint64_t unusual, double delta, double item_epsilon) {
  const double log = subtract_up(log_up(count_up(unusual)), log_down(delta));
  return divide_up(log, item_epsilon);
}

TopKParameters calibrate_top_k(const TopKTask& task) {
  TopKParameters parameters;
  parameters.variant =
      task.variant.value_or(task.per_user ? TopKVariant::limited_domain : TopKVariant::strict);
  check_task(task, parameters.variant);
  parameters.k = task.k;
  parameters.kbar = task.kbar;
  Loss loss =
      task.neighbors == Neighbors::add_remove ? task.total : add_remove_for_replace(task.total);
  if (!(loss.delta > 0)) {
    reject("delta", "above 0 when shared out at this epsilon", task.total.delta);
  }
  if (parameters.variant == TopKVariant::laplace) {
    calibrate_laplace(task, loss, parameters);
    return parameters;
  }
  if (task.count_share) {
    // The counts of k items: one user moves min(per_user, k) of them by 1.
    const double for_counts = multiply_down(loss.epsilon, *task.count_share);
    const std::uint64_t moved = std::min(task.per_user.value_or(task.k), task.k);
    parameters.count_epsilon = divide_down(for_counts, count_up(moved));
    check_rate(parameters.count_epsilon, for_counts, moved);
    loss.epsilon = subtract_down(loss.epsilon, for_counts);
    check_epsilon("epsilon without the share for counts", loss.epsilon);
  }
  if (parameters.variant == TopKVariant::fixed_threshold) {
    calibrate_fixed(task, loss, parameters);
  } else {
    calibrate_draws(task, loss, parameters);
  }
  return parameters;
}

// Sums are charged step by step (docs/guarantees/composition.md, "Conditions on an entry"):
// draws e^2/8 each, noisy counts and answers e^2/2 each. Other bounds hold for the total alone.
Charge charge_of_top_k(const TopKTask& task, const TopKParameters& parameters) {
  Charge charge = charge_of(task.total);
  if (task.neighbors == Neighbors::replace || parameters.composition != CompositionBound::basic) {
    return charge;
  }
  const auto rho_of = [](double epsilon, std::uint64_t steps, double divisor) {
    return divide_up(multiply_up(count_up(steps), multiply_up(epsilon, epsilon)), divisor);
  };
  const double e = parameters.item_epsilon;
  double rho = 0;
  switch (parameters.variant) {
    case TopKVariant::laplace:
      return charge;
    case TopKVariant::fixed_threshold:
      rho = rho_of(e, parameters.k, 2);
      break;
    case TopKVariant::optimised_threshold:
      rho = rho_of(e, parameters.k + 1, 8);
      break;
    default:
      rho = rho_of(e, parameters.k, 8);
  }
  const std::uint64_t moved = std::min(task.per_user.value_or(parameters.k), parameters.k);
  rho = add_up(rho, rho_of(parameters.count_epsilon, moved, 2));
  charge.rho = std::min(charge.rho, rho);
  return charge;
}

}  // namespace logstar
