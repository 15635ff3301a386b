// At most so many rows of each user, chosen by chance: for what counts rows, of which one user may have very many.
//
// Privacy: none is spent. Which rows of a user are kept depends on that user's own rows and on coins of their own: a
//   user who comes or goes changes no other's choice, and brings at most `most` rows, over all groups together.
// Source: Amin, Kulesza, Munoz, Vassilvitskii 2019 bound contributions so; the proof is in docs/guarantees/users.md,
//   Theorem 11.
// Departures: none.
// Cost: two passes over the rows and one draw for each row that is kept of users who have more.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"
#include "logstar/users/rows.hpp"

namespace logstar {

/// The rows that count, at most `most` of each user, any set of so many with the same probability; each as a row
/// without a user. `most`: at least 1. Errors: OutOfRange for columns of unlike length.
UserRows chosen_rows(UserRows rows, std::uint32_t most, Randomness& randomness);

}  // namespace logstar
