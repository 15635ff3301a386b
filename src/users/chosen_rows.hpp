// Samples at most `most` rows of each user, for mechanisms that count rows.
//
// Privacy: none is spent. The choice depends on the user's own rows and own coins. So adding or removing a user
//   changes no other user's choice, and changes at most `most` rows, over all groups together.
// Source: Amin, Kulesza, Munoz, Vassilvitskii 2019 bound contributions so; the proof is in docs/guarantees/users.md,
//   Theorem 11.
// Departures: none.
// Cost: two passes over the rows and in_batches.hpp, in place, and one draw for each kept row of a user with more.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"
#include "logstar/users/rows.hpp"

namespace logstar {

/// The rows that count, at most `most` of each user; every set of `most` rows of a user is equally likely. Rows
/// lose their user. `most`: at least 1. Errors: OutOfRange for columns of unlike length.
UserRows chosen_rows(UserRows rows, std::uint32_t most, Randomness& randomness);

}  // namespace logstar
