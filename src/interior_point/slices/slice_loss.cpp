#include "logstar/interior_point/slices/slice_loss.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/interior_point/slices/loss_grid.hpp"
#include "logstar/interior_point/slices/whole_loss.hpp"
#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// The proofs are in docs/guarantees/slices.md. q = e^-e, e = slice_epsilon, throughout. Where a sum
// has no directed rounding it is moved by kRelative, far more than its rounding error.

namespace logstar {
namespace {

constexpr double kRelative = LossGrid::kRelative;
/// Beyond this many slices, or when less than this fraction of delta is left, the rest counts as lost. (The
/// work grows with the square; where more slices would matter epsilon exceeds 1,000.)
constexpr unsigned kMaxSteps = 600;
constexpr double kRest = 1e-3;
/// Below it the numeric bound is skipped: it would take ever more steps. Sums of doubles also lose terms that
/// underflow, which a delta of 0 must not ignore.
constexpr double kMinNumericDelta = 1e-20;

/// P[not synchronised | reached] from both datasets, a and a/q of the proofs.
struct Apart {
  double of_smaller;  // dataset D
  double of_larger;   // D and one record more
};

/// The least whole g with q^g (1 + q) <= 1: searched from one below ln(1 + q) / e, as an equality is not to
/// depend on how that is rounded.
double border(double e) {
  double g = std::max(1.0, std::floor(std::log1p(std::exp(-e)) / e) - 1);
  while (std::exp(e * g) - std::exp(-e) < 1) ++g;
  return g;
}

Apart apart(double e) {
  const double q = std::exp(-e);
  const double g = border(e);
  // Where g = 1 the general form loses all digits to its 1 - (1 - q).
  if (g == 1) return {-std::expm1(-e) * q, -std::expm1(-e)};
  const double smaller = -(1 + q) * std::expm1(-g * e) + g * std::expm1(-e);
  return {smaller, smaller / q};
}

/// The expected delta of the computations: k (1 + e^eps_c) delta_c for each slice that a record can change, in
/// each session 1/p on average and `slices` at most.
double compute_delta(const SliceBudget& budget, double changed_slices) {
  const double each = multiply_up(add_up(1, exp_up(budget.compute.epsilon)), budget.compute.delta);
  const double of_session = multiply_up(multiply_up(budget.computes, each), changed_slices);
  return multiply_up(budget.sessions, of_session);
}

double noisy_compute_delta(const SliceBudget& budget) {
  const double on_average = divide_up(1, synchronising_probability(budget.slice_epsilon));
  return compute_delta(budget, std::min<double>(budget.slices, on_average));
}

/// The least epsilon in 0..high with delta_at(epsilon) <= delta; delta_at does not increase.
template <typename DeltaAt>
double least_epsilon(double high, double delta, const DeltaAt& delta_at) {
  if (delta_at(high) > delta) return kInfinity;
  double low = 0;
  for (int i = 0; i < 60; ++i) {
    const double half = low + (high - low) / 2;
    (delta_at(half) <= delta ? high : low) = half;
  }
  return high;
}

/// A step's epsilon while not synchronised, and in the synchronising step.
double step_epsilon(const SliceBudget& budget, double compute_factor) {
  return add_up(budget.slice_epsilon,
                multiply_up(compute_factor * budget.computes, budget.compute.epsilon));
}

/// k rounds of randomised response at `epsilon`.
LossGrid responses(double width, unsigned k, double epsilon) {
  LossGrid one{width, {}, 0};
  one.add(epsilon, 1 / (1 + std::exp(-epsilon)));
  one.add(-epsilon, 1 / (1 + std::exp(epsilon)));
  LossGrid all = one;
  for (unsigned i = 1; i < k; ++i) all = all * one;
  return all;
}

/// The loss of Lemma 2.4's outcome, seen from one of the datasets: (i, 0), not synchronised, has loss -e or e;
/// (i, 1) has e + ln min(1, a) - ln min(1, a/q^2) or its negative, a = q^-i - q.
void outcome_losses(double e, bool from_larger, LossGrid& not_synchronised,
                    LossGrid& synchronised) {
  const double q = std::exp(-e);
  const Apart p = apart(e);
  not_synchronised.add(from_larger ? e : -e, from_larger ? p.of_larger : p.of_smaller);
  double i = 0;
  for (; std::exp(e * i) - q < 1; ++i) {
    const double a = std::exp(e * i) - q;
    const double seen = std::min(1.0, a / (q * q));
    const double loss = e + std::log(a) - std::log(seen);
    const double here = (1 - q) * std::exp(-e * i);
    if (from_larger) {
      synchronised.add(-loss, here * q * seen);
    } else {
      synchronised.add(loss, here * a);
    }
  }
  synchronised.add(from_larger ? -e : e, std::exp(-e * (from_larger ? i + 1 : i)));
}

double grid_width(const SliceBudget& budget) { return step_epsilon(budget, 2) / 256; }

WholeLoss whole_loss(const SliceBudget& budget, double delta, bool from_larger) {
  const double c = budget.compute.epsilon;
  const double width = grid_width(budget);
  LossGrid not_synchronised{width, {}, 0};
  LossGrid synchronised{width, {}, 0};
  outcome_losses(budget.slice_epsilon, from_larger, not_synchronised, synchronised);
  not_synchronised = not_synchronised * responses(width, budget.computes, 2 * c);
  synchronised = synchronised * responses(width, budget.computes, c);
  WholeLoss whole{{width, {}, 0}, 0};
  LossGrid before{width, {1}, 0};  // all steps so far were apart
  for (unsigned step = 1;; ++step) {
    whole.losses += before * synchronised;
    before = before * not_synchronised;
    if (step == budget.slices) {
      whole.losses += before;
      return whole;
    }
    if (step == kMaxSteps || before.total() < kRest * delta) {
      whole.lost = before.total();
      return whole;
    }
  }
}

WholeLoss loss_of_sessions(const SliceBudget& budget, double delta, bool from_larger) {
  WholeLoss one = whole_loss(budget, delta / budget.sessions, from_larger);
  if (budget.sessions == 1) return one;
  const double rest = kRest * delta / budget.sessions;  // trimmed fewer than 2 * sessions times
  one.shorten(rest);
  return sum_of(one, budget.sessions, rest);
}

/// Above 20 fewer than one slice in 10^8 synchronises: of 10^6 slices each
/// costs its loss, and the noise comes on top, so exact lengths cost less.
void check_noise(double slice_epsilon) {
  if (slice_epsilon >= 1e-5 && slice_epsilon <= 20) return;
  reject("sliceEpsilon", "0 or a number from 1e-5 to 20", slice_epsilon);
}

}  // namespace

void check_slice_budget(const SliceBudget& budget) {
  if (budget.slice_epsilon != 0) check_noise(budget.slice_epsilon);
  check_epsilon("computeEpsilon", budget.compute.epsilon);
  check_delta_or_zero("computeDelta", budget.compute.delta);
  check_count("computes", budget.computes, 1, kMaxComputes);
  check_count("slices", budget.slices, 1, kMaxSlices);
  check_count("sessions", budget.sessions, 1, kMaxSessions);
}

double synchronising_probability(double slice_epsilon) {
  check_noise(slice_epsilon);
  const double e = slice_epsilon;
  const double g = border(e);
  // (g - 1)(e^e - 1) - 1 + q^(g-1) + q^g; the greater of the probabilities to be apart is a/q.
  const double p =
      g == 1 ? std::exp(-e) : (g - 1) * std::expm1(e) + std::expm1(-(g - 1) * e) + std::exp(-g * e);
  return p * (1 - kRelative);
}

namespace {

void check(const SliceBudget& budget, double delta) {
  check_slice_budget(budget);
  check_delta_or_zero("delta", delta);
}

double all_slices(const SliceBudget& budget) {
  return static_cast<double>(budget.slices) * budget.sessions;
}

/// All slices, none of them synchronised.
double all_slices_epsilon(const SliceBudget& budget) {
  return multiply_up(all_slices(budget), step_epsilon(budget, 2));
}

/// The least number of steps beyond which at most `rest` of the probability lies, in several sessions: fewer
/// than `sessions` of the steps synchronise.
double most_steps(const SliceBudget& budget, double p, double rest) {
  const auto more = [&](std::uint64_t steps) {
    const BinomialBounds synchronised(steps, divide_down(p, 1 - p), divide_up(p, 1 - p));
    return synchronised.sum_below(budget.sessions, [](std::uint64_t) { return 1.0; });
  };
  std::uint64_t enough = budget.sessions;
  const auto all = static_cast<std::uint64_t>(all_slices(budget));
  while (enough < all && more(enough) > rest) enough = std::min(all, 2 * enough);
  std::uint64_t least = enough / 2;
  while (least + 1 < enough) {
    const std::uint64_t half = least + (enough - least) / 2;
    (more(half) <= rest ? enough : least) = half;
  }
  return count_up(std::max<std::uint64_t>(enough, budget.sessions));
}

}  // namespace

double exact_lengths_epsilon(const SliceBudget& budget, double delta) {
  check(budget, delta);
  if (compute_delta(budget, budget.slices) > delta) return kInfinity;
  return multiply_up(2.0 * budget.computes * all_slices(budget), budget.compute.epsilon);
}

double simple_slice_epsilon(const SliceBudget& budget, double delta) {
  check(budget, delta);
  const double p = synchronising_probability(budget.slice_epsilon);
  const double rest = subtract_down(delta, noisy_compute_delta(budget));
  if (!(rest >= 0)) return kInfinity;
  const double never = all_slices_epsilon(budget);
  if (rest == 0) return never;
  if (budget.sessions > 1) {
    const double apart = subtract_up(most_steps(budget, p, rest), budget.sessions);
    return std::min(never, add_up(multiply_up(apart, step_epsilon(budget, 2)),
                                  multiply_up(budget.sessions, step_epsilon(budget, 1))));
  }
  // Not of 1 - p, which has lost the digits of a small p.
  const double ratio = std::log(rest) / std::log1p(-p);
  const double steps = std::max(1.0, std::ceil(ratio * (1 + kRelative)));
  return std::min(never,
                  add_up(multiply_up(steps - 1, step_epsilon(budget, 2)), step_epsilon(budget, 1)));
}

double mixture_slice_epsilon(const SliceBudget& budget, double delta) {
  check(budget, delta);
  if (budget.sessions > 1) return kInfinity;
  const double p = synchronising_probability(budget.slice_epsilon);
  const double all_apart = step_epsilon(budget, 2);
  const double last = step_epsilon(budget, 1);
  const double never = all_slices_epsilon(budget);
  const double of_computes = noisy_compute_delta(budget);
  const auto delta_at = [&](double epsilon) {
    double sum = 0;
    double weight = 1;  // (1 - p)^(j - 1)
    for (unsigned j = 1; j <= budget.slices && weight > 1e-300; ++j, weight *= 1 - p) {
      const double loss = (j - 1) * all_apart + last;
      if (loss > epsilon) sum += p * weight * -std::expm1(epsilon - loss);
    }
    if (never > epsilon) sum += weight * -std::expm1(epsilon - never);
    return sum * (1 + kRelative) + of_computes;
  };
  return least_epsilon(never, delta, delta_at);
}

double numeric_slice_epsilon(const SliceBudget& budget, double delta) {
  check(budget, delta);
  if (delta < kMinNumericDelta) return kInfinity;
  const double of_computes = noisy_compute_delta(budget);
  double epsilon = 0;
  for (const bool from_larger : {false, true}) {
    const WholeLoss whole = loss_of_sessions(budget, delta, from_larger);
    const double most = static_cast<double>(whole.losses.first +
                                            static_cast<std::int64_t>(whole.losses.mass.size())) *
                        whole.losses.width;
    epsilon =
        std::max(epsilon, least_epsilon(std::max(most, 0.0), delta, [&](double tried) {
                   return (whole.losses.excess(tried) + whole.lost) * (1 + kRelative) + of_computes;
                 }));
  }
  // The amount by which losses were rounded down: once for a step's outcome and once for each of its responses,
  // and once more where steps are added up.
  const double steps = static_cast<double>(std::min(budget.slices, kMaxSteps)) * budget.sessions;
  const double rounded = multiply_up(steps * (budget.computes + 2.0), 2 * kRelative);
  return add_up(epsilon, multiply_up(rounded, grid_width(budget)));
}

double slice_epsilon_of(const SliceBudget& budget, double delta) {
  if (budget.slice_epsilon == 0) return exact_lengths_epsilon(budget, delta);
  return std::min({simple_slice_epsilon(budget, delta), mixture_slice_epsilon(budget, delta),
                   numeric_slice_epsilon(budget, delta)});
}

}  // namespace logstar
