// The privacy loss of shifted numbers with discrete Gaussian noise, and the size of that noise.
//
// Noise Y of variance v: P[Y = k] proportional to e^(-k^2/(2v)) over all integers, of each number by itself.
// Privacy: if neighbours' numbers differ in at most `numbers` places, each by at most `by`, the noisy
//   numbers are (epsilon, gaussian_delta(...))-DP and gaussian_rho(...)-zCDP.
// Source: Canonne, Kamath, Steinke 2020, for one number; proof in docs/guarantees/discrete-gaussian.md.
// Departures: the variance is at least 4, where a sum of noises has almost the law of one noise with the sum of
// their variances.
// Cost: some 10 sqrt(numbers variance) terms, at most some thousands; terms beyond are added up in blocks, each at
//   its greatest.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/privacy/loss.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// By how much neighbours differ.
struct Shifts {
  std::uint64_t numbers = 1;  ///< at most this many numbers, 0 to 2^40
  std::uint64_t by = 1;       ///< of each of them at most, from 1 to 2^52
};

inline constexpr double kMinGaussianVariance = 4;
/// The maximum variance, of one number and of the sum of all shifted numbers.
inline constexpr double kMaxGaussianVariance = 0x1p78;

/// The obstacle to a variance that is too large or too small, or empty.
std::optional<Obstacle> variance_obstacle(double variance);

/// At least the least delta at which noise of this variance is (epsilon, delta)-DP for such neighbours: attained
/// except for rounding while sqrt(numbers variance) is at most 512, and within about 1% beyond. `epsilon` may
/// be negative. `variance`: from kMinGaussianVariance on.
double gaussian_delta(double variance, const Shifts& shifts, double epsilon);

/// numbers by^2/(2 variance), rounded up.
double gaussian_rho(double variance, const Shifts& shifts);

/// A variance of which gaussian_delta accepts the loss: the least of those with 12 binary digits, and at least
/// kMinGaussianVariance. An obstacle if no variance up to kMaxGaussianVariance suffices. Errors: OutOfRange for
/// a delta outside (0, 1) and an epsilon outside 1e-9..1e4.
Possible<double> possible_gaussian_variance(const Loss& loss, const Shifts& shifts);

/// As above, but throws OutOfRange for an obstacle.
double least_gaussian_variance(const Loss& loss, const Shifts& shifts);

/// x with its 12 leading binary digits, rounded up: noise of such a variance is drawn fast.
double few_digits_up(double x);

/// At least P[Y = k].
double gaussian_at(double variance, std::int64_t k);

/// At least P[Y >= k].
double gaussian_tail(double variance, std::int64_t k);

/// The least k >= 0 with gaussian_tail(variance, k) <= probability, which is above 0.
std::int64_t gaussian_tail_start(double variance, double probability);

/// By how much the noise of `numbers` numbers is off at most, in all of them at once with probability `confidence`.
/// Errors: OutOfRange.
std::int64_t gaussian_error(double variance, std::uint64_t numbers, double confidence);

}  // namespace logstar
