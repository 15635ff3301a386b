// How many users an interior point, a median or other quantiles of rows of users need, in all or in each group,
// and how far off they may be.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Source: the calibrations that the draws run with (user_ranks_release.hpp).
// Cost: as the calibrations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "logstar/counts/user_ranks_release.hpp"

namespace logstar {

/// By one algorithm, each with the confidence of the task, of a group chosen beforehand.
struct UserRanksPlan {
  UserAlgorithm algorithm = UserAlgorithm::exponential;
  std::optional<SeveralRanks>
      several;  ///< of several quantiles: how the exponential mechanism draws them
  bool available = false;
  /// From this many users in a group on, each wholly in it, the answers lie inside the data, and abstaining
  /// algorithms return one. They may be users' parts: two halves are one.
  double users = 0;
  std::optional<double> rank_error;  ///< for quantiles: by at most this many users
  /// The median rank error on smooth data, or the users with which half of the interior points lie inside:
  /// no guarantee. As UserRankRelease::Plan.
  std::optional<double> usual;
  /// For private groups found first: the number of users from which a group is released with the task's
  /// confidence, and half of the time.
  std::optional<double> named_from;
  std::optional<double> half_released_at;
  Loss spent;
  bool chosen = false;  ///< whether a draw uses it by default
  std::string reason;   ///< why it is not available
};

/// Compares all algorithms; ignores the task's own, and chooses by `task.each.choice`. Errors: OutOfRange for
/// options that every algorithm rejects.
std::vector<UserRanksPlan> plan_user_ranks(const UserRanksTask& task);

}  // namespace logstar
