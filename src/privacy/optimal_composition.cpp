#include "logstar/privacy/optimal_composition.hpp"

#include <cmath>

#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_steps(const Loss& step, std::uint64_t count) {
  check_loss(step);
  check_count("count", count, 1, kMaxSteps);
}

// At least the hockey-stick divergence at `epsilon` of `count` binary randomised responses:
// the sum over l with (k - 2 l) step > epsilon of P[l] (1 - e^(epsilon - (k - 2 l) step)), where
// l, the number of unlikely responses, is binomial with odds e^-step.
double responses_delta(const BinomialBounds& unlikely, double step, std::uint64_t count,
                       double epsilon) {
  const auto excess = [&](std::uint64_t l) {
    const double loss = multiply_up(count_up(count - 2 * l), step);
    return loss > epsilon ? -expm1_down(subtract_down(epsilon, loss)) : 0.0;
  };
  // epsilon >= 0, so only l < k/2 can contribute.
  return unlikely.sum_below((count + 1) / 2, excess);
}

BinomialBounds unlikely_responses(double step, std::uint64_t count) {
  return BinomialBounds(count, exp_down(-step), exp_up(-step));
}

}  // namespace

double optimal_delta(const Loss& step, std::uint64_t count, double epsilon) {
  check_steps(step, count);
  if (!(epsilon >= 0)) reject("epsilon", "0 or more", epsilon);
  double unlucky = 0;
  if (multiply_up(count_up(count), step.epsilon) > epsilon) {
    if (!std::isfinite(step.epsilon)) return 1;
    unlucky =
        responses_delta(unlikely_responses(step.epsilon, count), step.epsilon, count, epsilon);
  }
  return any_failure_up(step.delta, count, unlucky);
}

double optimal_epsilon(const Loss& step, std::uint64_t count, double delta) {
  check_steps(step, count);
  if (!(delta >= 0 && delta <= 1)) reject("delta", "a number from 0 to 1", delta);
  if (any_failure_up(step.delta, count, 0) > delta) return kInfinity;
  const double sum = multiply_up(count_up(count), step.epsilon);
  if (!std::isfinite(sum)) return any_failure_up(step.delta, count, 1) <= delta ? 0 : kInfinity;
  const BinomialBounds unlikely = unlikely_responses(step.epsilon, count);
  return least_accepted(0, sum, [&](double epsilon) {
    const double unlucky = responses_delta(unlikely, step.epsilon, count, epsilon);
    return any_failure_up(step.delta, count, unlucky) <= delta;
  });
}

}  // namespace logstar
