#include "logstar/counts/user_share.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Moves. A user added moves no number by more than max_per_group and all together by at most total. A user
//   changed moves number i from a_i to b_i: |a_i - b_i| <= max_per_group, as neither is negative, and all
//   together by at most the sum of both, 2 total.
// Error. Noise is independent: all of k draws are within q with the k-th power of the probability
//   that one is.

namespace logstar {
namespace {

constexpr std::uint64_t kMaxShare = std::uint64_t(1) << 52;
constexpr std::uint64_t kMaxMoved = 2 * kMaxShare;

}  // namespace

void check_share(const ContributionBound& share) {
  check_count("total", share.total, 1, kMaxShare);
  check_count("inOne", share.max_per_group, 1, share.total);
}

std::uint64_t sensitivity(const ContributionBound& share, std::uint64_t numbers,
                          Neighbors neighbors) {
  check_share(share);
  check_count("groups", numbers, 1, std::uint64_t(1) << 40);
  const std::uint64_t together = neighbors == Neighbors::replace ? 2 * share.total : share.total;
  const bool few = numbers <= together / share.max_per_group;
  return few ? numbers * share.max_per_group : together;
}

Possible<Rational> possible_user_noise(double epsilon, std::uint64_t sensitivity) {
  check_epsilon("epsilon", epsilon);
  check_count("moved", sensitivity, 1, kMaxMoved);
  // The minimum rate of the sampler is 2^-40; a ledger may grant slightly less than the request.
  const double least = count_up(sensitivity) * 0x1p-39;
  if (!(epsilon >= least * (1 - 0x1p-40))) {
    return Obstacle("epsilon", "at least ", epsilon)
        .go_on(least, " where a user may give ")
        .go_on(static_cast<double>(sensitivity), " units");
  }
  return Rational::of(epsilon) / Rational{sensitivity, 1};
}

Rational calibrate_user_noise(double epsilon, std::uint64_t sensitivity) {
  return possible_user_noise(epsilon, sensitivity).or_refuse();
}

std::int64_t user_noise_error(const Rational& rate, std::uint64_t numbers, double confidence) {
  check_confidence(confidence);
  check_count("numbers", numbers, 1, std::uint64_t(1) << 41);
  if (numbers == 1) return laplace_count_error(rate, confidence);
  const double each = exp_up(divide_up(log_up(confidence), count_up(numbers)));
  // Next to certainty no double is left between: then the greatest below 1 promises too little.
  if (!(each < 1)) {
    reject("confidence", "smaller for " + std::to_string(numbers) + " numbers", confidence);
  }
  return laplace_count_error(rate, each);
}

}  // namespace logstar
