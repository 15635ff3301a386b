// How many users there are, or how many are in each of some public groups, as a release.
//
// Privacy: (epsilon, 0), by Gaussian noise (epsilon, delta), for the declared neighbours, one user with all
//   rows being added, removed or changed, over all groups together, in at most `per_user` of which a user
//   counts.
// Source, departures, cost: the histogram of users that it is, user_histogram_release.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/user_histogram_release.hpp"

namespace logstar {

/// The public parameters of a count of users.
struct UserCountTask {
  double epsilon = 0;          ///< as calibrate_user_noise
  GroupCount groups = 1;       ///< 1 if all are counted together
  std::uint64_t per_user = 1;  ///< in how many groups a user counts at most, from 1 on
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  double delta = 0;  ///< as UserHistogramTask
  std::optional<NoiseKind> noise = std::nullopt;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("groups", groups, kMaxGroups);
    field("perUser", per_user);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("delta", delta);
    field("noise", noise);
  }

  UserHistogramTask histogram() const;
};

/// Users and noise, in each group. Numbers may be negative.
struct UserCount {
  using Task = UserCountTask;
  using Data = CountedRows;
  using Sum = UserHistogram::Sum;
  using Answer = std::vector<std::int64_t>;
  using Plan = UserHistogram::Plan;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<UserCount>);

}  // namespace logstar
