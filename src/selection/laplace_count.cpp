#include "logstar/selection/laplace_count.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Privacy. P[k] is proportional to e^(-rate |k|), and neighbours shift the count by at most
// per_user: the probability of any result changes by a factor of at most e^(rate per_user) =
// e^epsilon. Error. With q = e^-rate, P[|noise| > t] = 2 q^(t+1) / (1 + q).

namespace logstar {

Rational calibrate_laplace_count(double epsilon, std::uint64_t per_user) {
  check_epsilon("epsilon", epsilon);
  check_count("perUser", per_user, 1, 1000);
  return Rational::of(epsilon) / Rational{per_user, 1};
}

std::int64_t laplace_count(std::int64_t count, const Rational& rate, Randomness& randomness) {
  const std::int64_t noise = randomness.discrete_laplace(rate);
  return count + noise;
}

std::int64_t laplace_count_error(const Rational& rate, double confidence) {
  check_confidence(confidence);
  return laplace_error_beyond(rate, subtract_down(1, confidence));
}

std::int64_t laplace_error_beyond(const Rational& rate, double beta) {
  // approximate() is within a relative 2^-60; one step down covers it.
  const double least_rate = step_down(rate.approximate());
  // 2 q^(t+1) / (1 + q) <= beta  iff  t + 1 >= ln(2 / ((1 + q) beta)) / rate.
  const double log =
      subtract_up(log_up(2), add_down(log1p_down(exp_down(-least_rate)), log_down(beta)));
  return std::max<std::int64_t>(
      0, static_cast<std::int64_t>(std::ceil(divide_up(log, least_rate))) - 1);
}

}  // namespace logstar
