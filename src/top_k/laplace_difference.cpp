#include "logstar/top_k/laplace_difference.hpp"

#include "logstar/privacy/rounding.hpp"

// With a = e^-rate, P[X - Y = n] = ((1 - a)/(1 + a))^2 (sum over m of a^(|m| + |n - m|))
//   = ((1 - a)/(1 + a))^2 a^n (n + 1 + 2 a^2/(1 - a^2))   for n >= 0,
// the n + 1 terms with 0 <= m <= n being a^n each. Summed from n = x on:
//   a^x (1 - a)/(1 + a)^2 (x + 1 + a/(1 - a) + 2 a^2/(1 - a^2))
//   = a^x/(1 + a)^2 ((1 - a) x + 1 + 2 a^2/(1 + a)).

namespace logstar {

double laplace_difference_log_tail(double rate, std::int64_t x) {
  const auto whole = static_cast<std::uint64_t>(x);
  const double a_up = exp_up(-rate);
  const double one_plus_a = add_down(1, exp_down(-rate));
  const double one_minus_a = -expm1_down(-rate);
  const double constant = add_up(1, divide_up(multiply_up(2, multiply_up(a_up, a_up)), one_plus_a));
  const double factor = add_up(multiply_up(one_minus_a, count_up(whole)), constant);
  const double normaliser = multiply_down(2, log_down(one_plus_a));
  const double log_tail = subtract_up(log_up(factor), normaliser);
  return subtract_up(log_tail, multiply_down(rate, count_down(whole)));
}

std::int64_t laplace_difference_start(double rate, double log_probability) {
  const auto small = [&](std::int64_t x) {
    return laplace_difference_log_tail(rate, x) <= log_probability;
  };
  constexpr std::int64_t kFarthest = std::int64_t(1) << 61;
  if (small(0)) return 0;
  std::int64_t too_low = 0;
  std::int64_t high = 1;
  while (high < kFarthest && !small(high)) {
    too_low = high;
    high *= 2;
  }
  while (high - too_low > 1) {
    const std::int64_t middle = too_low + (high - too_low) / 2;
    (small(middle) ? high : too_low) = middle;
  }
  return high;
}

}  // namespace logstar
