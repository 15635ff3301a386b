// How several ranks are drawn: separately, each on its share of the loss, or by recursion.
//
// Privacy: none is spent; it depends on public values alone.
// Cost: as the calibrations.
#pragma once

#include <optional>

#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

bool is_several(const UserRanksTask& task);

/// The ends of a domain of at most 64 bits.
KeyInterval one_word(const WideInterval& domain);

/// Adds the draws to a plan of which groups are found. `all`: the task of one draw, with the loss that remains
/// for answers. Errors: as UserRanks::plan.
std::optional<Obstacle> plan_draws(UserRanks::Plan& plan, const UserRankTask& all,
                                   const UserRanksTask& asked);

}  // namespace logstar
