#include "logstar/privacy/gaussian_shifts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/least_near.hpp"
#include "logstar/privacy/normal_noise.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// The loss of m numbers that each move by c is c (S + m c/2)/v, S the sum of their noise. S has the law of one
// noise of variance m v except for a factor below 1 + 2^-52, as v >= 4 (Lemma 2 of the page), so
//   delta <= (1 + 2^-52) sum over k of P[N(m v) = k] max(0, 1 - e^(epsilon - c (k + m c/2)/v)).
// The weights of N(m v) add up to at least sqrt(2 pi m v) (Poisson summation).
// Tails. Beyond K > 0 each term e^(-k^2/(2v)) is at most e^(-K/v) of the one before, so all from K on are at most
//   e^(-K^2/(2v))/(1 - e^(-K/v)).
// Rounding. The terms, none of them negative, are computed and added to the nearest double; then one factor covers what
// that lost. e^(-x) for x up to 821: x is rounded twice, so a bell is off by a factor below 1 + 2^-42, and a weight and
// the products by less than that. At most 2^16.4 terms are added, which loses a factor below 1 + 2^-36.5. Bells are
// divided by the greatest, and a weight above 0 is at least 2^-200, so what underflows is nothing beside the sum.

namespace logstar {
namespace {

constexpr double kTwoPiDown = 6.283185307179586;
constexpr double kStepsOfDeviation = 512;
constexpr double kRounded = 1 + 0x1p-36;
constexpr double kFurthest = 40;  // deviations, beyond which e^(-k^2/(2v)) is below every delta

/// e^(-k^2/(2 variance)), rounded up.
double bell_up(double k, double variance) {
  return exp_up(-divide_down(multiply_down(k, k), 2 * variance));
}

/// The numbers of a step, of which all count as the greatest.
double step_of(double deviation) { return std::fmax(1, std::floor(deviation / kStepsOfDeviation)); }

/// At least the sum of the bell over all whole numbers from k > 0 on.
double bells_from_up(double k, double variance) {
  return divide_up(bell_up(k, variance), -expm1_up(-divide_down(k, variance)));
}

/// At least the sum over whole k >= from of bell(k) weight(k), `weight` from 0 to 1 and nowhere falling.
template <typename Weight>
double weighted_bells_up(double from, double variance, const Weight& weight) {
  const double deviation = std::sqrt(variance);
  const double step = step_of(deviation);
  const double furthest = std::ceil(kFurthest * deviation);
  const double greatest = std::fmin(std::fmax(0, from), furthest);
  // In bells of the greatest, lest they vanish.
  double sum = 0;
  double k = from;
  if (k < -furthest) {
    sum = bells_from_up(furthest, variance);
    k = -furthest;
  }
  for (; k < furthest; k += step) {
    const double last = k + step - 1;
    const double nearest = k > 0 ? k : last < 0 ? last : 0;
    const double bell = std::exp((greatest - nearest) * (greatest + nearest) / (2 * variance));
    sum += step * bell * weight(last);
    // The remaining terms are negligible.
    if (k > deviation && bell <= -std::expm1(-k / variance) * sum * 0x1p-40) break;
  }
  const double terms = multiply_up(multiply_up(sum, kRounded), bell_up(greatest, variance));
  return add_up(terms, bells_from_up(std::fmax(1, std::fmin(k + 1, furthest)), variance));
}

double share_of_all_up(double bells, double variance) {
  return std::fmin(1, divide_up(bells, sqrt_down(multiply_down(kTwoPiDown, variance))));
}

/// Numbers of 12 binary digits in order, counted: the next one is the next place. For numbers from 1 on.
constexpr int kDigits = 12;
constexpr std::uint64_t kPlacesOfOctave = std::uint64_t(1) << (kDigits - 1);

/// The place of a number of 12 digits.
std::uint64_t place_of(double x) {
  int exponent = 0;
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(x, &exponent), kDigits));
  return static_cast<std::uint64_t>(exponent) * kPlacesOfOctave + (digits - kPlacesOfOctave);
}

double at_place(std::uint64_t place) {
  const std::uint64_t digits = kPlacesOfOctave + place % kPlacesOfOctave;
  return std::ldexp(static_cast<double>(digits),
                    static_cast<int>(place / kPlacesOfOctave) - kDigits);
}

/// About the x that a normal variable exceeds with a probability below 1/2: where to begin a search, nothing more.
double normal_quantile_estimate(double probability) {
  double low = 0;
  double high = kFurthest;
  for (int round = 0; round < 32; ++round) {
    const double middle = (low + high) / 2;
    (tail_of_normal(middle) > probability ? low : high) = middle;
  }
  return high;
}

/// About the variance at which normal noise has the loss: where to begin a search.
double variance_estimate(const Loss& loss, const Shifts& shifts) {
  // Of all shifts together, in deviations.
  double low = 0;
  double high = kFurthest + 2 * loss.epsilon;
  for (int round = 0; round < 48; ++round) {
    const double middle = (low + high) / 2;
    (delta_of_normal(middle, loss.epsilon) <= loss.delta ? low : high) = middle;
  }
  const double by = static_cast<double>(shifts.by);
  return static_cast<double>(shifts.numbers) * by * by / (low * low);
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
  return std::ldexp(std::ceil(std::ldexp(fraction, kDigits)), exponent - kDigits);
}

double gaussian_delta(double variance, const Shifts& shifts, double epsilon) {
  check_variance(variance);
  if (shifts.numbers == 0) return epsilon < 0 ? -expm1_down(epsilon) : 0;
  const double m = count_up(shifts.numbers);
  const double c = count_up(shifts.by);
  const double together = multiply_up(m, variance);
  check_variance(together);
  // The loss c (k + m c/2)/v exceeds epsilon by c (k - none)/v.
  const double none = subtract_down(divide_down(multiply_down(epsilon, variance), c),
                                    divide_up(multiply_up(m, c), 2));
  const auto weight = [&](double k) { return -std::expm1(-c * std::fmax(0, k - none) / variance); };
  const double bells = weighted_bells_up(std::floor(none), together, weight);
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
  const std::uint64_t known = place_of(high);
  const double guess = std::fmin(variance_estimate(loss, shifts), high);
  const std::uint64_t start =
      guess >= kMinGaussianVariance ? place_of(few_digits_up(guess)) : known;
  return at_place(least_near(place_of(kMinGaussianVariance), start, [&](std::uint64_t place) {
    return place >= known || accepts(at_place(place));
  }));
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
  const double deviation = std::sqrt(variance);
  const auto known = static_cast<std::uint64_t>(std::ceil(kFurthest * deviation));
  double k = -1;
  double tail = 1;
  const auto tail_at = [&](double asked) {
    if (k != asked) tail = gaussian_tail(variance, static_cast<std::int64_t>(asked));
    k = asked;
    return tail;
  };
  // A tail adds up steps at their greatest, as if it began half a step sooner.
  double guess = deviation * normal_quantile_estimate(probability) + step_of(deviation) / 2;
  for (int round = 0; round < 4 && guess > deviation && guess < count_up(known); ++round) {
    // From one number to the next the logarithm of the tail falls by about k/v.
    const double tried = std::ceil(guess);
    guess = tried + std::log(tail_at(tried) / probability) * variance / tried;
    if (std::fabs(guess - tried) < 1) break;
  }
  const double start = std::clamp(std::ceil(guess), 0.0, static_cast<double>(known));
  // Counted from -1, which is not enough.
  const auto least = least_near(0, static_cast<std::uint64_t>(start) + 1, [&](std::uint64_t n) {
    return n > known || tail_at(static_cast<double>(n - 1)) <= probability;
  });
  return static_cast<std::int64_t>(least) - 1;
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
