// The variance of users' values, each user's weight split evenly over the user's rows, as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed, over all
//   groups together, for every data set. The standard deviation is post-processing of it.
// Source: ours. A user's weight is divided by x^2, 2x(1 - x) and (1 - x)^2, so that count, sum and squares are one
//   histogram of three bins, which spends all of epsilon once. Proof in docs/guarantees/variance.md.
// Departures: none.
// Cost: three draws a group, and sorting the rows.
#pragma once

#include <vector>

#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_variance.hpp"

namespace logstar {

struct UserVariance {
  using Task = UserMeanTask;
  using Data = ValuedRows;
  using Sum = DomainMoments;                 ///< domain_moments of a group, from_sums.hpp
  using Answer = std::vector<NoisyMoments>;  ///< of each group
  using Plan = UserNoise;                    ///< the error of all three weights is for variance_of

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<UserVariance>);

}  // namespace logstar
