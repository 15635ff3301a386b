// A table as mechanisms take it, and its groups one by one.
//
// Privacy: none is spent.
// Cost: those of RowWeights, one pass to count, one to divide; 12 bytes a row of keys up to 64 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/weighted_keys.hpp"
#include "logstar/users/spread.hpp"

namespace logstar {

/// Rows that count, by columns as UserColumns says.
struct UserRows {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;
  KeyArray keys;

  UserColumns columns() const { return {users, groups, &keys}; }
};

/// The rows of each of the groups 0..groups - 1 and what they weigh (RowWeights), without those that
/// weigh nothing; of one group if the column of groups is empty. No row is in a group beyond these,
/// unless it is kNoGroup. Errors: OutOfRange for columns of unlike length, and for `whole`.
std::vector<WeightedKeys> by_group(UserRows rows, std::uint32_t whole, std::uint32_t groups);

}  // namespace logstar
