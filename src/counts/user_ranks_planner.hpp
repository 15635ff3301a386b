// How many users an interior point, a median or other quantiles of rows of users need, in all or in each group,
// and how far off they may be.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Source: the calibrations that the draws run with (user_ranks_release.hpp).
// Cost: that of the calibrations.
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
  /// From so many users in a group on, each wholly in it, its answers lie inside the data; of the algorithms
  /// that may have none, there is one. They may be users' parts: two halves are one.
  double users = 0;
  std::optional<double> rank_error;  ///< of quantiles: by so many users at most
  /// The median rank error on smooth data, or the users with which half of the interior points lie inside:
  /// no guarantee. As UserRankRelease::Plan.
  std::optional<double> usual;
  /// Of groups that are found before they are answered: a group of so many users is named, half of the time.
  std::optional<double> named_from;
  std::optional<double> half_released_at;
  Loss spent;
  bool chosen = false;  ///< whether a draw takes it that is not told any
  std::string reason;   ///< why it is not available
};

/// One of each algorithm; the task's own is not looked at, the chosen one is by `task.each.choice`. Errors: OutOfRange for what the draw refuses whichever
/// it takes.
std::vector<UserRanksPlan> plan_user_ranks(const UserRanksTask& task);

}  // namespace logstar
