// By how much one user can move whole numbers that users add up to, and the noise that hides it.
//
// Privacy: independent discrete Laplace noise of rate epsilon/m on each number is (epsilon, 0) for
//   neighbours whose numbers differ by at most m, all differences added up.
// Source: Ghosh, Roughgarden, Sundararajan 2009 for one number; proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: none; what draws is selection/laplace_count.hpp.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/rational.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// What a user gives: whole numbers of at most `max_per_group` each and `total` together, absolute values.
struct ContributionBound {
  std::uint64_t total = 1;
  std::uint64_t max_per_group = 1;  ///< at most `total`

  friend bool operator==(const ContributionBound&, const ContributionBound&) = default;
};

/// Throws OutOfRange unless 1 <= max_per_group <= total <= 2^52.
void check_share(const ContributionBound& share);

/// A sum as noise takes it, within +-2^61: sums cut off there are no further apart than they were.
constexpr std::int64_t clamp_sum(std::int64_t sum) {
  constexpr std::int64_t kMax = std::int64_t(1) << 61;
  return sum > kMax ? kMax : sum < -kMax ? -kMax : sum;
}
constexpr std::int64_t clamp_sum(std::uint64_t sum) {
  return sum >> 61 == 0 ? static_cast<std::int64_t>(sum) : std::int64_t(1) << 61;
}

/// By how much `numbers` sums of what users give, none of it negative, differ between neighbours, all
/// differences added up. Errors: OutOfRange for a share that is none, or no number.
std::uint64_t sensitivity(const ContributionBound& share, std::uint64_t numbers,
                          Neighbors neighbors);

/// The rate of the noise. `epsilon`: from moved * 2^-39 (1.3e-6 for a moved user of 720720) to 1e4: below that there is
/// an obstacle, as no smaller rate is drawn; `moved`: 1 to 2^53. Errors: OutOfRange.
Possible<Rational> possible_user_noise(double epsilon, std::uint64_t sensitivity);

/// The same where there is one. Errors: OutOfRange as above, and where there is an obstacle.
Rational calibrate_user_noise(double epsilon, std::uint64_t sensitivity);

/// By how much the noise of `numbers` independent draws is off at most, in all of them at once with
/// probability `confidence`. Errors: OutOfRange.
std::int64_t user_noise_error(const Rational& rate, std::uint64_t numbers, double confidence);

}  // namespace logstar
