// Answers of ranks of users as JavaScript reads them.
#pragma once

#include <vector>

#include "bindings/val.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/interior_point/interval_release.hpp"

namespace logstar::bindings {

/// { group, values } of each group; `values` is empty where there are none.
val value_of_ranks(const UserRanks::Answer& answers, const val& domain);

/// [{ group, count?, points: [{ value, isTold, lo?, hi?, target, usual }] }]: without `lo` or `hi` that side has no end.
val value_of_intervals(const std::vector<GroupIntervals>& groups, const val& domain);

}  // namespace logstar::bindings
