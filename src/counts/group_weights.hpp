// From rows of users to what the users give to each group: whole numbers of which one user has a
// declared share.
//
// Privacy: none is spent. A user who comes, goes or changes moves the weights by no more than that
//   user's share, whatever is drawn for the others, which does not depend on that user: so what is
//   private for such weights is private for the rows.
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

/// Rows that count, by user and group, any order; as UserColumns, which says what may be empty. Groups
/// are numbered in an order of their names, or of a public list.
struct CountedRows {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;

  UserColumns columns() const { return {users, groups, nullptr}; }
};

/// Whose row it is, and which group it is in or kNoGroup.
std::uint32_t user_of(const CountedRows& rows, std::size_t row);
std::uint32_t group_of(const CountedRows& rows, std::size_t row);

/// Throws OutOfRange for columns of unlike length, or a group that is not one of 0..group_count-1.
void check_groups(const CountedRows& rows, std::uint32_t group_count);

/// What a user gives to the groups of that user's rows.
struct PerUser {
  /// To at most so many of them, chosen at random, 1 each. Nothing: `whole`, spread over all rows.
  std::optional<std::uint64_t> groups = std::nullopt;
  std::uint32_t user_weight = kUserWeight;

  void describe(auto& field) {
    field("perUser", groups);
    field("userWeight", user_weight, UserWeight());
  }

  /// Errors: OutOfRange for `groups` outside 1..10^9, or `whole` outside 1..kMaxUserWeight.
  ContributionBound share() const;
  /// What a user who is in one group gives to it.
  std::uint64_t unit() const { return groups ? 1 : user_weight; }
};

/// The same of users who are spread, for which nothing is drawn. Errors: as check_groups.
std::vector<std::uint64_t> spread_weights(const CountedRows& rows, std::uint32_t group_count,
                                          std::uint32_t user_weight);

/// What the users give to each of the groups 0..group_count-1. Errors: as check_groups.
std::vector<std::uint64_t> group_weights(const CountedRows& rows, std::uint32_t group_count,
                                         const PerUser& per_user, Randomness& randomness);

}  // namespace logstar
