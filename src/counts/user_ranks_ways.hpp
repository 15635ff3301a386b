// How the ranks that are asked for are drawn: each by itself on its share of the loss, or all by recursion.
//
// Privacy: none is spent; it depends on what is public alone.
// Cost: that of the calibrations.
#pragma once

#include <optional>

#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

bool is_several(const UserRanksTask& task);

/// The ends of a domain of at most 64 bits.
KeyInterval one_word(const WideInterval& domain);

/// Adds the draws to a plan of which groups are found. `all`: what is asked for as one draw, with the loss that is
/// left for answers. Returns what stands in the way of it, or nothing. Errors: as UserRanks::plan.
std::optional<Obstacle> plan_draws(UserRanks::Plan& plan, const UserRankTask& all,
                                   const UserRanksTask& asked);

}  // namespace logstar
