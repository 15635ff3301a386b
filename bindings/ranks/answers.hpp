// Answers of ranks of users as JavaScript reads them.
#pragma once

#include "bindings/val.hpp"
#include "logstar/counts/user_ranks_release.hpp"

namespace logstar::bindings {

/// { group, values } of each group; `values` is empty where there are none.
val value_of_ranks(const UserRanks::Answer& answers, const val& domain);

}  // namespace logstar::bindings
