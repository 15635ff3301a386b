#include "logstar/privacy/fixed_range_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_arguments(double epsilon, std::uint64_t count) {
  if (!(epsilon >= 0)) reject("epsilon", "0 or more", epsilon);
  check_count("count", count, 1, kMaxFixedSteps);
}

// The odds of the loss t - epsilon against t, e^(t - epsilon) (1 - e^-t)/(1 - e^(t - epsilon)),
// which increase with t: from t = 0 (never) to t = epsilon (always).
double odds_up(double t, double epsilon) {
  const double gap = subtract_up(t, epsilon);
  if (gap >= 0) return std::numeric_limits<double>::max();
  const double numerator = multiply_up(exp_up(gap), -expm1_down(-t));
  return std::min(divide_up(numerator, -expm1_up(gap)), std::numeric_limits<double>::max());
}

double odds_down(double t, double epsilon) {
  const double gap = subtract_down(t, epsilon);
  return divide_down(multiply_down(exp_down(gap), -expm1_up(-t)), -expm1_down(gap));
}

// At least the divergence at `total` of the worst pair of which the `kept` outcomes with the
// fewest losses t - epsilon count.
double delta_with(std::uint64_t kept, double epsilon, std::uint64_t count, double total) {
  const double k = count_up(count);
  const double t_up =
      divide_up(add_up(total, multiply_up(count_up(kept), epsilon)), count_down(count + 1));
  const double t_down =
      divide_down(add_down(total, multiply_down(count_down(kept), epsilon)), count_up(count + 1));
  if (t_down >= epsilon) return 0;  // the best t in range is epsilon, where nothing differs
  const BinomialBounds law(count, odds_down(t_down, epsilon), odds_up(t_up, epsilon));
  const double highest = multiply_up(k, std::min(t_up, epsilon));
  return law.sum_below(kept, [&](std::uint64_t l) {
    const double loss = subtract_up(highest, multiply_down(count_down(l), epsilon));
    return loss > total ? -expm1_down(subtract_down(total, loss)) : 0.0;
  });
}

}  // namespace

double fixed_range_delta(double epsilon, std::uint64_t count, double total) {
  check_arguments(epsilon, count);
  if (!(total >= 0)) reject("total", "0 or more", total);
  if (multiply_up(count_up(count), epsilon) <= total) return 0;
  if (!std::isfinite(epsilon)) return 1;
  double worst = 0;
  for (std::uint64_t kept = 1; kept <= count; ++kept) {
    worst = std::max(worst, delta_with(kept, epsilon, count, total));
  }
  return worst;
}

double fixed_range_epsilon(double epsilon, std::uint64_t count, double delta) {
  check_arguments(epsilon, count);
  if (!(delta >= 0 && delta <= 1)) reject("delta", "a number from 0 to 1", delta);
  const double sum = multiply_up(count_up(count), epsilon);
  if (!std::isfinite(sum)) return delta < 1 ? kInfinity : 0;
  return least_accepted(
      0, sum, [&](double total) { return fixed_range_delta(epsilon, count, total) <= delta; });
}

}  // namespace logstar
