// What each row of a table weighs, so that every user counts once however many rows they have.
//
// Privacy: none is spent. A user's rows weigh `whole` together at most, in all groups, and what they
//   weigh is computed from that user's own rows and the groups' numbers alone: so a user who comes or
//   goes changes no weight of another, provided that groups are numbered in an order that does not
//   depend on who occurs (of their names, say).
// Source: ours; docs/guarantees/users.md.
// Departures: none.
// Cost: a pass to count and one to weigh, and 4 bytes a user; of users with more than `whole` rows, the
//   selection of those that count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// What a user weighs: a multiple of 1 to 16, so that up to 16 rows share it without a rest.
inline constexpr std::uint32_t kUserWeight = 720720;

/// The greatest weight of a user that is taken.
inline constexpr std::uint32_t kMostUserWeight = std::uint32_t(1) << 20;

/// How many groups may be declared.
inline constexpr std::uint32_t kMostGroups = std::uint32_t(1) << 24;

/// Of a field that is what a user weighs (release/described.hpp).
struct UserWeight {};

/// In place of a group: the row does not count.
inline constexpr std::uint32_t kNoGroup = 0xffffffff;

/// Columns of the rows that count (user, group and value present, decided row by row).
struct UserColumns {
  /// Whose row it is, as dense numbers from 0. Empty: each row is another user's.
  std::span<const std::uint32_t> users;
  /// Which group it is in, or kNoGroup. Empty: all are in one.
  std::span<const std::uint32_t> groups;
  /// What it says. None: rows of one group are alike.
  const KeyArray* keys = nullptr;

  /// How many rows there are: as many as in each column that there is.
  std::size_t rows() const;
};

/// Throws OutOfRange if a column is longer than another.
void check_user_columns(const UserColumns& columns);

/// What the rows of a table weigh, without a number a row unless a user has more than `whole`.
class RowWeights {
 public:
  /// `columns` outlive this object. `whole`: 1 to kMostUserWeight. Errors: OutOfRange for another, and
  /// for columns of unlike length.
  RowWeights(const UserColumns& columns, std::uint32_t whole);

  std::uint32_t operator[](std::size_t row) const {
    if (!groups_.empty() && groups_[row] == kNoGroup) return 0;
    if (!each_.empty()) return each_[row];
    return users_.empty() ? whole_ : quotients_[users_[row]];
  }

 private:
  std::span<const std::uint32_t> users_;
  std::span<const std::uint32_t> groups_;
  std::uint32_t whole_;
  std::vector<std::uint32_t> quotients_;  ///< for each user: rather than for each row
  std::vector<std::uint32_t> each_;       ///< for each row, where somebody has too many
};

/// What each row weighs: floor(whole / m) if its user has m <= `whole` rows that count, 0 if it does
/// not count. Of a user with more than `whole` rows the first `whole` by group, then by key, weigh 1
/// and the others 0. (Rows that agree in both are alike, so that it does not matter which of them.)
/// `whole`: 1 to kMostUserWeight. Errors: OutOfRange for another, and for columns of unlike length.
std::vector<std::uint32_t> spread(const UserColumns& columns, std::uint32_t whole = kUserWeight);

}  // namespace logstar
