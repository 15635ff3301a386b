#include "logstar/privacy/climb.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"

// f does not decrease, f(p) >= p, and it is concave up to 1. With a = delta/(E - 1), its first branch multiplies
// p + a by E, the second 1 - p + a by 1/E. Steps of the first and then steps of the second bound f^m for any numbers
// of them, because f is at most either; best is to change at p = (1 - delta)/(E + 1), where the branches cross.

namespace logstar {
namespace {

/// The logarithm of the sum of two numbers given by theirs, rounded up.
double log_sum_up(double a, double b) {
  const double larger = std::max(a, b);
  if (larger == -kInfinity) return larger;
  return add_up(larger, log1p_up(exp_up(subtract_up(std::min(a, b), larger))));
}

}  // namespace

Climb::Climb(const Loss& loss) : epsilon_(loss.epsilon), pure_(loss.delta == 0) {
  const double grown = expm1_down(epsilon_);
  a_up_ = divide_up(loss.delta, grown);
  a_down_ = divide_down(loss.delta, expm1_up(epsilon_));
  crossing_ = (1 - loss.delta) / (std::exp(epsilon_) + 1);
}

double Climb::after(double log_p, double steps) const {
  const double log_start = log_sum_up(log_p, log_up(a_up_));
  const double first = std::min(steps, steps_to_cross(log_start));
  const double p = grown(log_start, first);
  return first < steps ? subtract_up(1, remaining(p, steps - first)) : p;
}

std::uint64_t Climb::steps_to_reach(double log_p, double target) const {
  if (log_p == -kInfinity && pure_) return kNeverReached;
  double low = 0;  // not reached
  double high = 1;
  if (after(log_p, 0) >= target) return 0;
  while (after(log_p, high) < target) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const double middle = std::floor(low + (high - low) / 2);
    (after(log_p, middle) < target ? low : high) = middle;
  }
  return static_cast<std::uint64_t>(low) + 1;
}

/// How many steps of the first branch to take.
double Climb::steps_to_cross(double log_start) const {
  const double steps = (std::log(crossing_ + a_up_) - log_start) / epsilon_;
  return std::max(0.0, std::floor(steps) + 1);
}

double Climb::grown(double log_start, double steps) const {
  const double exponent = add_up(log_start, multiply_up(epsilon_, steps));
  return std::min(1.0, subtract_up(exp_up(exponent), a_down_));
}

/// A lower bound of 1 - p after steps of the second branch.
double Climb::remaining(double p, double steps) const {
  const double now = add_down(subtract_down(1, p), a_down_);
  const double then = multiply_down(now, exp_down(-multiply_up(epsilon_, steps)));
  return std::max(0.0, subtract_down(then, a_up_));
}

}  // namespace logstar
