#include "logstar/privacy/concentrated.hpp"

#include <cmath>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_not_negative(const char* option, double value) {
  if (!(value >= 0)) reject(option, "0 or more", value);
}

// Orders a for which a - 1 is a double and a is one, too: between these a - 1 is exact.
constexpr double kMinOrder = 1 + 0x1p-50;
constexpr double kMaxOrder = 0x1p50;

// The logarithm of the bound, (a - 1)(a rho - epsilon) + (a - 1) ln(1 - 1/a) - ln(a), is convex in
// a; its derivative is (2 a - 1) rho - epsilon + ln(1 - 1/a).
double best_order(double rho, double epsilon) {
  const auto falls = [&](double order) {
    return (2 * order - 1) * rho - epsilon + std::log1p(-1 / order) < 0;
  };
  if (!falls(kMinOrder)) return kMinOrder;
  return largest_accepted(kMinOrder, kMaxOrder, falls);
}

double delta_at_order(double rho, double epsilon, double order) {
  const double less_one = order - 1;
  const double growth = multiply_up(less_one, subtract_up(multiply_up(order, rho), epsilon));
  const double inverse_down = divide_down(1, order);
  const double shape = multiply_up(less_one, log1p_up(-inverse_down));
  return std::fmin(1, exp_up(add_up(growth, subtract_up(shape, log_down(order)))));
}

}  // namespace

double pure_rho(double epsilon) {
  check_not_negative("epsilon", epsilon);
  return multiply_up(multiply_up(epsilon, epsilon), 0.5);
}

double bounded_range_rho(double epsilon) {
  check_not_negative("epsilon", epsilon);
  return multiply_up(multiply_up(epsilon, epsilon), 0.125);
}

double concentrated_delta(double rho, double epsilon) {
  check_not_negative("rho", rho);
  check_not_negative("epsilon", epsilon);
  if (rho == 0) return 0;  // both laws are the same
  if (!std::isfinite(rho)) return 1;
  if (!std::isfinite(epsilon)) return 0;
  return delta_at_order(rho, epsilon, best_order(rho, epsilon));
}

double concentrated_epsilon(double rho, double delta) {
  check_not_negative("rho", rho);
  if (!(delta >= 0 && delta <= 1)) reject("delta", "a number from 0 to 1", delta);
  if (rho == 0) return 0;
  if (delta == 0 || !std::isfinite(rho)) return kInfinity;
  // rho + sqrt(4 rho ln(1/delta)) always suffices (Bun, Steinke 2016, Proposition 1.3).
  const double enough = add_up(rho, sqrt_up(multiply_up(multiply_up(4, rho), -log_down(delta))));
  return least_accepted(0, enough,
                        [&](double epsilon) { return concentrated_delta(rho, epsilon) <= delta; });
}

double largest_rho(const Loss& total) {
  check_loss(total);
  if (total.delta == 0) return 0;
  if (!std::isfinite(total.epsilon) || total.delta == 1) return kInfinity;
  constexpr double kMoreThanAny = 1e300;
  return largest_accepted(0, kMoreThanAny, [&](double rho) {
    return concentrated_delta(rho, total.epsilon) <= total.delta;
  });
}

}  // namespace logstar
