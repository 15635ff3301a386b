#include "logstar/privacy/per_step.hpp"

#include <cmath>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_total(const Loss& total, std::uint64_t count) {
  check_loss(total);
  if (!std::isfinite(total.epsilon)) reject("epsilon", "finite", "Infinity");
  if (count == 0) reject("count", "at least 1", "0");
}

// Where every search ends. The mean loss of a step beyond this is larger than the total; with a
// delta so near 1 that such a step would be allowed nevertheless, the search stops before it.
double greatest_step(double total_epsilon) { return 4 * (total_epsilon + 100); }

using TailBound = Loss (*)(const Loss&, std::uint64_t, double);

Loss per_step_with_tail(TailBound forward, const Loss& total, std::uint64_t count, double tail) {
  check_total(total, count);
  check_delta("tail", tail);
  if (tail > total.delta) {
    reject("tail", "at most delta (" + to_text(total.delta) + ")", tail);
  }
  const double step_delta = divide_down(subtract_down(total.delta, tail), count_up(count));
  const auto fits = [&](double epsilon) {
    const Loss sum = forward({epsilon, step_delta}, count, tail);
    return sum.epsilon <= total.epsilon && sum.delta <= total.delta;
  };
  return {largest_accepted(0, greatest_step(total.epsilon), fits), step_delta};
}

// The largest epsilon per step whose delta at total.epsilon, as computed by `forward`, fits.
template <typename Delta>
double per_step_by_delta(const Loss& total, Delta forward) {
  return largest_within(0, greatest_step(total.epsilon), total.delta, forward);
}

}  // namespace

Loss basic_per_step(const Loss& total, std::uint64_t count) {
  check_total(total, count);
  const double k = count_up(count);
  return {divide_down(total.epsilon, k), divide_down(total.delta, k)};
}

Loss advanced_per_step(const Loss& total, std::uint64_t count, double tail) {
  return per_step_with_tail(advanced_composition, total, count, tail);
}

Loss drift_per_step(const Loss& total, std::uint64_t count, double tail) {
  return per_step_with_tail(drift_composition, total, count, tail);
}

double optimal_per_step(const Loss& total, std::uint64_t count, double step_delta) {
  check_total(total, count);
  return per_step_by_delta(total, [&](double epsilon) {
    return optimal_delta({epsilon, step_delta}, count, total.epsilon);
  });
}

double range_per_step(const Loss& total, std::uint64_t count) {
  check_total(total, count);
  return largest_accepted(0, greatest_step(total.epsilon), [&](double epsilon) {
    return range_composition(epsilon, count, total.delta).epsilon <= total.epsilon;
  });
}

double range_as_concentrated_per_step(const Loss& total, std::uint64_t count) {
  check_total(total, count);
  check_delta("delta", total.delta);
  const double k = count_up(count);
  return per_step_by_delta(total, [&](double epsilon) {
    return concentrated_delta(multiply_up(k, bounded_range_rho(epsilon)), total.epsilon);
  });
}

double fixed_range_per_step(const Loss& total, std::uint64_t count) {
  check_total(total, count);
  return per_step_by_delta(
      total, [&](double epsilon) { return fixed_range_delta(epsilon, count, total.epsilon); });
}

}  // namespace logstar
