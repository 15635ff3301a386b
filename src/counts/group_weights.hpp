// Turns rows of users into group weights: whole numbers in which a user has a declared share.
//
// Privacy: none is spent. Adding, removing or changing a user moves the weights by at most that user's share,
//   for all coins of the others. Their coins do not depend on that user. So a mechanism that is private for
//   such weights is private for the rows.
// Source: users/spread.hpp and top_k/contributions.hpp.
// Departures: none.
// Cost: O(rows + users + groups); for users with too many groups as many draws as they may have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/user_share.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/users/spread.hpp"

namespace logstar {

/// Rows with user and group, in any order; UserColumns defines which columns may be empty. Groups are numbered
/// in an order of their names, or of a public list.
struct CountedRows {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;

  UserColumns columns() const { return {users, groups, nullptr}; }
};

/// A row's user, and its group or kNoGroup.
inline std::uint32_t user_of(const CountedRows& rows, std::size_t row) {
  return rows.users.empty() ? static_cast<std::uint32_t>(row) : rows.users[row];
}
inline std::uint32_t group_of(const CountedRows& rows, std::size_t row) {
  return rows.groups.empty() ? 0 : rows.groups[row];
}

/// Throws OutOfRange for columns of unlike length, or a group outside 0..group_count-1.
void check_groups(const CountedRows& rows, std::uint32_t group_count);

/// A user's weights in their groups.
struct PerUser {
  /// Weight 1 in each of at most this many groups, chosen at random. Empty: `user_weight`, split evenly over
  /// all rows.
  std::optional<std::uint64_t> groups = std::nullopt;
  std::uint32_t user_weight = kUserWeight;

  void describe(auto& field) {
    field("perUser", groups);
    field("userWeight", user_weight, UserWeight());
  }

  /// Errors: OutOfRange for `groups` outside 1..10^9, or `user_weight` outside 1..kMaxUserWeight.
  ContributionBound share() const;
  /// The weight of a user in a single group.
  std::uint64_t unit() const { return groups ? 1 : user_weight; }
};

/// As group_weights for users that are spread, without randomness. Errors: as check_groups.
std::vector<std::uint64_t> spread_weights(const CountedRows& rows, std::uint32_t group_count,
                                          std::uint32_t user_weight);

/// The users' weight in each of the groups 0..group_count-1. Errors: as check_groups.
std::vector<std::uint64_t> group_weights(const CountedRows& rows, std::uint32_t group_count,
                                         const PerUser& per_user, Randomness& randomness);

}  // namespace logstar
