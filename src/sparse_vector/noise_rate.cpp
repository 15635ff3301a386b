#include "logstar/sparse_vector/noise_rate.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kMinRatePerStep = 0x1p-40;

double per_step(double rate, QueryGrid grid) {
  return std::ldexp(rate, -static_cast<int>(fraction_bits(grid)));
}

/// The least a >= 0 with factor e^(-rate (a + 1)) <= probability.
std::int64_t tail_steps(double rate, double factor_up, double probability) {
  const double logarithm = log_up(divide_up(factor_up, probability));
  if (logarithm <= 0) return 0;
  const double steps = std::ceil(divide_up(logarithm, rate)) - 1;
  return static_cast<std::int64_t>(std::clamp(steps, 0.0, 0x1p60));
}

}  // namespace

double short_rate_down(double rate) {
  int exponent = 0;
  const double fraction = std::frexp(rate, &exponent);
  return std::ldexp(std::floor(std::ldexp(fraction, 24)), exponent - 24);
}

Rational rate_per_step(double rate, QueryGrid grid) { return Rational::of(per_step(rate, grid)); }

void check_rate(std::string_view option, double value, double rate, QueryGrid grid) {
  if (per_step(rate, grid) >= kMinRatePerStep) return;
  reject(option, "large enough for noise below 2^40 grid steps", value);
}

std::int64_t laplace_tail_steps(double rate, QueryGrid grid, double probability) {
  const double q = exp_down(-per_step(rate, grid));
  return tail_steps(per_step(rate, grid), divide_up(1, add_down(1, q)), probability);
}

std::int64_t geometric_tail_steps(double rate, QueryGrid grid, double probability) {
  return tail_steps(per_step(rate, grid), 1, probability);
}

}  // namespace logstar
