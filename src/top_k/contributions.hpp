// Turns (user, item) rows into a histogram with a contribution bound. Each user counts once at an item, and at
// most at per_user items, chosen at random among the user's.
//
// Privacy: one user more or fewer changes at most per_user counts, by 1 each, given the choices of
//   the others, which do not depend on that user. So a mechanism that is private for such histograms is private
//   for the rows, for any number of rows a user, in any order.
// Source: the D-restricted setting of DR19; the choice is a partial shuffle for each user.
// Cost: O(rows + users + items) time, 8 bytes a row, a number a user and 4 bytes an item in addition to
//   the input. Per user with too many items, per_user draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Rows as two columns of numbers: users below `user_count`, items below `item_count`.
struct EventColumns {
  std::span<const std::uint32_t> users;
  std::span<const std::uint32_t> items;
  std::uint32_t user_count = 0;
  std::uint32_t item_count = 0;
};

/// How many users count at each item. `per_user`: the maximum number of items of a user, at least 1; empty: all
/// of them, once each, without a draw.
/// Errors: OutOfRange for columns of different length, numbers beyond their count, per_user 0.
std::vector<std::uint32_t> bound_contributions(const EventColumns& events,
                                               std::optional<std::uint64_t> per_user,
                                               Randomness& randomness);

}  // namespace logstar
