// The L1 sensitivity of sums of user contributions, and the Laplace noise for it.
//
// Privacy: independent discrete Laplace noise of rate epsilon/m on each number is (epsilon, 0) for
//   neighbours whose numbers differ by at most m in L1 distance.
// Source: Ghosh, Roughgarden, Sundararajan 2009 for one number; proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: none; selection/laplace_count.hpp samples.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/rational.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The contribution bound of a user: whole numbers with absolute values of at most `max_per_group` each and
/// `total` together.
struct ContributionBound {
  std::uint64_t total = 1;
  std::uint64_t max_per_group = 1;  ///< at most `total`

  friend bool operator==(const ContributionBound&, const ContributionBound&) = default;
};

/// Throws OutOfRange unless 1 <= max_per_group <= total <= 2^52.
void check_share(const ContributionBound& share);

/// Clamps a sum to +-2^61 for the noise. Clamping does not increase the distance of two sums.
constexpr std::int64_t clamp_sum(std::int64_t sum) {
  constexpr std::int64_t kMax = std::int64_t(1) << 61;
  return sum > kMax ? kMax : sum < -kMax ? -kMax : sum;
}
constexpr std::int64_t clamp_sum(std::uint64_t sum) {
  return sum >> 61 == 0 ? static_cast<std::int64_t>(sum) : std::int64_t(1) << 61;
}

/// L1 sensitivity of `numbers` sums of non-negative contributions. Errors: OutOfRange for an invalid share, or
/// zero numbers.
std::uint64_t sensitivity(const ContributionBound& share, std::uint64_t numbers,
                          Neighbors neighbors);

/// The rate of the noise. `epsilon`: from sensitivity * 2^-39 (1.3e-6 for a sensitivity of 720720) to 1e4.
/// Below that an obstacle, as no smaller rate is drawn. `sensitivity`: 1 to 2^53. Errors: OutOfRange.
Possible<Rational> possible_user_noise(double epsilon, std::uint64_t sensitivity);

/// As above, but throws OutOfRange for an obstacle.
Rational calibrate_user_noise(double epsilon, std::uint64_t sensitivity);

/// With probability `confidence`, the absolute values of `numbers` independent draws are jointly at most this.
/// Errors: OutOfRange.
std::int64_t user_noise_error(const Rational& rate, std::uint64_t numbers, double confidence);

}  // namespace logstar
