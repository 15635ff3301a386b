// Weights of a table's rows, so that every user counts once, with any number of rows.
//
// Privacy: none is spent. A user's rows weigh exactly `user_weight` together, over all groups. Their weights
//   depend on that user's own rows and the groups' numbers alone. So adding or removing a user changes only
//   that user's weights, provided that the groups' numbers do not depend on the data (they follow the names'
//   order, say).
// Source: ours; docs/guarantees/users.md.
// Departures: none.
// Cost: a pass to count and one to weigh, and 4 bytes a user. For users whose rows do not divide `user_weight`
//   in_batches.hpp, a word each, and sorting each one's rows by group and key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// The weight of a user: a multiple of 1 to 16, so that up to 16 rows share it equally.
inline constexpr std::uint32_t kUserWeight = 720720;

/// The maximum weight of a user.
inline constexpr std::uint32_t kMaxUserWeight = std::uint32_t(1) << 20;

/// The maximum number of listed groups.
inline constexpr std::uint32_t kMaxGroups = std::uint32_t(1) << 24;

/// Marks a field as the weight of a user (release/described.hpp).
struct UserWeight {};

/// Instead of a group: the row does not count.
inline constexpr std::uint32_t kNoGroup = 0xffffffff;

/// Columns of the rows that count (user, group and value present, decided row by row).
struct UserColumns {
  /// The row's user, as dense numbers from 0. Empty: each row is another user's.
  std::span<const std::uint32_t> users;
  /// Which group it is in, or kNoGroup. Empty: all are in one.
  std::span<const std::uint32_t> groups;
  /// The row's value. Null: the rows of a group have no order.
  const KeyArray* keys = nullptr;

  /// The number of rows, which is the length of each column that is not empty.
  std::size_t rows() const;
};

/// Throws OutOfRange unless it is 1 to kMaxUserWeight.
void check_user_weight(std::uint32_t user_weight);

/// Throws OutOfRange if a column is longer than another.
void check_user_columns(const UserColumns& columns);

/// The weight of the first `place` of a user's `rows`, put in order: `user_weight` for all of them.
constexpr std::uint32_t weight_up_to(std::size_t place, std::size_t rows,
                                     std::uint32_t user_weight) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(place) * user_weight / rows);
}

/// The weight of the rows from `begin` up to `end`. For one row it is its share rounded down or up; for rows in
/// sequence it is less than 1 off their share.
constexpr std::uint32_t weight_between(std::size_t begin, std::size_t end, std::size_t rows,
                                       std::uint32_t user_weight) {
  return weight_up_to(end, rows, user_weight) - weight_up_to(begin, rows, user_weight);
}

/// The weight of each row, 0 if it does not count. A user's m rows, by group and then by key, weigh
/// weight_between(0, 1, m, user_weight), weight_between(1, 2, m, user_weight) and so on: `user_weight`
/// together, and each user_weight / m if m divides it. (The order of rows with equal group and key does not
/// matter.) `user_weight`: 1 to kMaxUserWeight. Errors: OutOfRange for another, and for columns of unlike
/// length.
std::vector<std::uint32_t> spread(const UserColumns& columns,
                                  std::uint32_t user_weight = kUserWeight);
/// As above, with the weights where the users were.
std::vector<std::uint32_t> spread(std::vector<std::uint32_t> users,
                                  std::span<const std::uint32_t> groups, const KeyArray* keys,
                                  std::uint32_t user_weight);

}  // namespace logstar
