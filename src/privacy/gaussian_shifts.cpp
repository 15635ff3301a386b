#include "logstar/privacy/gaussian_shifts.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// The loss of m numbers that each move by c is c (S + m c/2)/v, S the sum of their noise. S has the law of one
// noise of variance m v except for a factor below 1 + 2^-52, as v >= 4 (Lemma 2 of the page), so
//   delta <= (1 + 2^-52) sum over k of P[N(m v) = k] max(0, 1 - e^(epsilon - c (k + m c/2)/v)).
// The weights of N(m v) add up to at least sqrt(2 pi m v) (Poisson summation).
// Tails. Beyond K > 0 each term e^(-k^2/(2v)) is at most e^(-K/v) of the one before, so all from K on are at most
//   e^(-K^2/(2v))/(1 - e^(-K/v)).

namespace logstar {
namespace {

constexpr double kTwoPiDown = 6.283185307179586;
constexpr double kStepsOfDeviation = 512;
constexpr double kFurthest = 40;  // deviations, beyond which e^(-k^2/(2v)) is below every delta

/// e^(-k^2/(2 variance)), rounded up.
double bell_up(double k, double variance) {
  return exp_up(-divide_down(multiply_down(k, k), multiply_up(2, variance)));
}

/// At least the sum of the bell over all whole numbers from k > 0 on.
double bells_from_up(double k, double variance) {
  const double rest = -expm1_up(-divide_down(k, variance));
  return divide_up(bell_up(k, variance), rest);
}

/// At least the sum over whole k >= from of bell(k) weight(k), `weight` from 0 to 1 and nowhere falling.
template <typename Weight>
double weighted_bells_up(double from, double variance, const Weight& weight) {
  const double deviation = std::sqrt(variance);
  const double step = std::fmax(1, std::floor(deviation / kStepsOfDeviation));
  const double furthest = std::ceil(kFurthest * deviation);
  double sum = 0;
  double k = from;
  if (k < -furthest) {
    sum = bells_from_up(furthest, variance);
    k = -furthest;
  }
  for (; k < furthest; k += step) {
    const double last = k + step - 1;
    const double nearest = k > 0 ? k : last < 0 ? last : 0;
    const double bells = multiply_up(step, bell_up(nearest, variance));
    sum = add_up(sum, multiply_up(bells, weight(last)));
    // The remaining terms are negligible.
    if (k > deviation && bells_from_up(k, variance) <= sum * 0x1p-40) break;
  }
  return add_up(sum, bells_from_up(std::fmax(1, std::fmin(k + 1, furthest)), variance));
}

double share_of_all_up(double bells, double variance) {
  return std::fmin(1, divide_up(bells, sqrt_down(multiply_down(kTwoPiDown, variance))));
}

void check_variance(double variance) {
  if (const auto obstacle = variance_obstacle(variance)) refuse(*obstacle);
}

}  // namespace

std::optional<Obstacle> variance_obstacle(double variance) {
  if (variance >= kMinGaussianVariance && variance <= kMaxGaussianVariance) return std::nullopt;
  return Obstacle{"epsilon", "such that noise of some variance is enough", variance};
}

double few_digits_up(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::ceil(std::ldexp(fraction, 12)), exponent - 12);
}

double gaussian_delta(double variance, const Shifts& shifts, double epsilon) {
  check_variance(variance);
  if (shifts.numbers == 0) return epsilon < 0 ? -expm1_down(epsilon) : 0;
  const double m = count_up(shifts.numbers);
  const double c = count_up(shifts.by);
  const double together = multiply_up(m, variance);
  check_variance(together);
  const double half = divide_up(multiply_up(m, c), 2);
  const auto weight = [&](double k) {
    const double loss = divide_up(multiply_up(c, add_up(k, half)), variance);
    return std::fmax(0, -expm1_down(std::fmin(0, subtract_down(epsilon, loss))));
  };
  const double from =
      std::floor(subtract_down(divide_down(multiply_down(epsilon, variance), c), half));
  const double bells = weighted_bells_up(from, together, weight);
  return share_of_all_up(multiply_up(bells, 1 + 0x1p-52), together);
}

double gaussian_rho(double variance, const Shifts& shifts) {
  const double c = count_up(shifts.by);
  const double squares = multiply_up(count_up(shifts.numbers), multiply_up(c, c));
  return divide_up(squares, 2 * variance);
}

Possible<double> possible_gaussian_variance(const Loss& loss, const Shifts& shifts) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_count("moved", shifts.numbers, 1, std::uint64_t(1) << 40);
  check_count("moved", shifts.by, 1, std::uint64_t(1) << 52);
  const auto accepts = [&](double variance) {
    return gaussian_delta(variance, shifts, loss.epsilon) <= loss.delta;
  };
  if (accepts(kMinGaussianVariance)) return kMinGaussianVariance;
  // Concentrated privacy has a variance that is enough, except for rounding.
  const double enough = gaussian_rho(1, shifts) / largest_rho(loss);
  double high = few_digits_up(std::fmax(enough, 2 * kMinGaussianVariance));
  for (;; high *= 2) {
    if (const auto obstacle = variance_obstacle(high)) return *obstacle;
    const double together = multiply_up(count_up(shifts.numbers), high);
    if (const auto obstacle = variance_obstacle(together)) return *obstacle;
    if (accepts(high)) break;
  }
  double low = high / 2;
  while (low > kMinGaussianVariance && accepts(low)) low /= 2;
  high = std::fmin(high, 2 * low);
  low = std::fmax(low, kMinGaussianVariance);
  for (;;) {
    const double middle = few_digits_up(low + (high - low) / 2);
    if (middle >= high) return high;
    (accepts(middle) ? high : low) = middle;
  }
}

double least_gaussian_variance(const Loss& loss, const Shifts& shifts) {
  return possible_gaussian_variance(loss, shifts).or_refuse();
}

double gaussian_at(double variance, std::int64_t k) {
  check_variance(variance);
  return share_of_all_up(bell_up(static_cast<double>(k < 0 ? -k : k), variance), variance);
}

double gaussian_tail(double variance, std::int64_t k) {
  check_variance(variance);
  const double bells =
      weighted_bells_up(static_cast<double>(k), variance, [](double) { return 1; });
  return share_of_all_up(bells, variance);
}

std::int64_t gaussian_tail_start(double variance, double probability) {
  std::int64_t low = -1;  // not small enough
  auto high = static_cast<std::int64_t>(std::ceil(kFurthest * std::sqrt(variance)));
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (gaussian_tail(variance, middle) <= probability ? high : low) = middle;
  }
  return high;
}

std::int64_t gaussian_error(double variance, std::uint64_t numbers, double confidence) {
  check_confidence(confidence);
  check_count("numbers", numbers, 1, std::uint64_t(1) << 41);
  // Each is within the error with the root of the confidence; the noise is as likely to be below as above.
  const double missed = -expm1_up(divide_up(log_up(confidence), count_up(numbers)));
  if (!(missed > 0)) {
    reject("confidence", "smaller for " + std::to_string(numbers) + " numbers", confidence);
  }
  return std::max<std::int64_t>(gaussian_tail_start(variance, missed / 2), 1) - 1;
}

}  // namespace logstar
