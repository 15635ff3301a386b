// Medians and quantiles of rows of users with intervals: of all rows, of listed groups, or of private ones.
//
// Privacy, source: as interior_point/interval_release.hpp, each user counting once.
// Departures: none. The count of each group is drawn again, whatever discovery released of its weight.
// Cost: as user_ranks_release.hpp with a copy of the rows, and a width for each quantile of each group.
#pragma once

#include <vector>

#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/interior_point/interval_release.hpp"

namespace logstar {

struct UserRanksPoints {
  using Mechanism = UserRanks;
  /// Errors: OutOfRange for no quantile, and a domain of more than 64 bits.
  static PointsShape shape_of(const UserRanksTask& task);
  static UserRanksTask with_epsilon(UserRanksTask task, double epsilon);
  static std::vector<GroupOfPoints> draw(const UserRanksTask& task, const UserRanks::Plan& plan,
                                         UserRows rows, Randomness& randomness);
};

using UserIntervalRelease = IntervalRelease<UserRanksPoints>;

static_assert(Releasable<UserIntervalRelease>);

}  // namespace logstar
