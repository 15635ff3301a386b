// The sum of users' totals, or of each group's, as a release.
//
// Privacy: (epsilon, 0), by Gaussian noise (epsilon, delta), for the declared neighbours, one user with all rows
//   being added, removed or changed, over all groups together, for every data set. Not epsilon-bounded-range.
// Source: discrete Laplace noise on user_sum.hpp, or Gaussian noise where a user counts in a bounded number of
//   groups; proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: one draw a group, and sorting the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/user_noise.hpp"
#include "logstar/counts/user_sum.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The public parameters of a sum.
struct UserSumTask {
  double epsilon = 0;  ///< as calibrate_user_noise, for the sensitivity of the sums
  TotalDomain domain = {};
  GroupCount groups = 1;  ///< 1 if all is summed up together
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  SummedGroups per_user = std::nullopt;
  double delta = 0;  ///< Gaussian noise needs one above 0; Laplace noise leaves it uncharged
  std::optional<NoiseKind> noise = std::nullopt;  ///< default: the noise of the lesser error

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("of", domain);
    describe_beside_domain(field);
  }

  void describe_beside_domain(auto& field) {
    field("groups", groups, kMaxGroups);
    field("perUser", per_user);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("delta", delta);
    field("noise", noise);
  }
};

struct UserSum {
  using Task = UserSumTask;
  using Data = ValuedRows;
  using Sum = std::int64_t;                  ///< sums_of_totals of a group, from_sums.hpp
  using Answer = std::vector<std::int64_t>;  ///< of each group

  using Plan = UserNoise;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<UserSum>);

}  // namespace logstar
