// Groups rows with a value by user and group: the first step of sums and means of users.
//
// Privacy: none is spent. The treatment of a user's rows depends on that user's rows alone, and not on their
//   order.
// Source: ours.
// Departures: none.
// Cost: one pass to count, one to divide by user, sorting each user's rows by group; 8 bytes a row. One pass if
//   each row is another user's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/group_weights.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// Rows with a whole number each.
struct ValuedRows {
  CountedRows rows;
  std::vector<std::int64_t> values;
};

/// Throws OutOfRange for values that are not counted in 1 to 10^15 parts of one.
void check_parts(std::uint64_t parts);

/// `units` units as a value, `parts` of which make 1.
double to_value(std::int64_t units, std::uint64_t parts);

/// Where the rows of one user in one group begin and end in `RowsInOrder::rows`.
struct UserGroup {
  std::uint32_t user = 0;
  std::uint32_t group = 0;
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const UserGroup&, const UserGroup&) = default;
};

struct RowsInOrder {
  std::vector<std::size_t> rows;  ///< the indices of the rows that count, by user, then by group
  std::vector<UserGroup> parts;   ///< in the same order
};

/// In how many groups the user of parts[first] has rows, if that is the user's first part.
std::size_t groups_of_user(const std::vector<UserGroup>& parts, std::size_t first);

/// weight * part/all to the nearest whole number, halves up. `weight`: at most kMaxUserWeight; `part`: at most
/// `all`, which is above 0 and below 2^100.
std::int64_t share_of_weight(std::uint32_t weight, Uint128 part, Uint128 all);

/// Errors: OutOfRange for columns of unlike length, or a group outside 0..group_count-1.
void check_valued_rows(const ValuedRows& data, std::uint32_t group_count);
/// Errors: as check_valued_rows.
RowsInOrder sort_by_user_and_group(const ValuedRows& data, std::uint32_t group_count);

/// Calls use(group, weight, rows) for each user and group, with the indices of the user's rows there: the user weighs
/// `user_weight` over all groups, in each the share of the user's rows there (weight_between). Without users it lists
/// no rows. Errors: as check_valued_rows.
template <typename Use>
void for_each_share(const ValuedRows& data, std::uint32_t groups, std::uint32_t user_weight,
                    const Use& use) {
  if (data.rows.users.empty()) {
    check_valued_rows(data, groups);
    for (std::size_t row = 0; row < data.values.size(); ++row) {
      const std::uint32_t group = group_of(data.rows, row);
      if (group != kNoGroup) use(group, user_weight, std::span<const std::size_t>(&row, 1));
    }
    return;
  }
  const RowsInOrder ordered = sort_by_user_and_group(data, groups);
  std::size_t own = 0;  // parts of one user
  for (std::size_t first = 0; first < ordered.parts.size(); first += own) {
    own = groups_of_user(ordered.parts, first);
    const std::size_t begin = ordered.parts[first].begin;
    const std::size_t rows = ordered.parts[first + own - 1].end - begin;
    for (const UserGroup& part : std::span(ordered.parts).subspan(first, own)) {
      use(part.group, weight_between(part.begin - begin, part.end - begin, rows, user_weight),
          std::span(ordered.rows).subspan(part.begin, part.end - part.begin));
    }
  }
}

}  // namespace logstar
