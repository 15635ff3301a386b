// Users of a few rows each, and tables of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "databases.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar::testing {

using Users = std::vector<std::size_t>;  ///< the users of a table, by their index in a list

struct SmallRow {
  std::uint32_t group = 0;
  std::int64_t value = 0;

  friend auto operator<=>(const SmallRow&, const SmallRow&) = default;
};
using SmallUser = std::vector<SmallRow>;

/// All users of at most `most` rows, each in one of these groups with one of these values; the first has no
/// rows.
inline std::vector<SmallUser> small_users(std::uint32_t groups,
                                          const std::vector<std::int64_t>& values,
                                          std::size_t most) {
  std::vector<SmallUser> users;
  for (std::size_t rows = 0; rows <= most; ++rows) {
    for_each_multiset(groups * values.size(), rows, [&](const std::vector<std::size_t>& places) {
      users.emplace_back();
      for (const std::size_t place : places) {
        users.back().push_back(
            {static_cast<std::uint32_t>(place / values.size()), values[place % values.size()]});
      }
    });
  }
  return users;
}

/// The table of these users' rows. The rows of `base` are in every table and come last.
inline ValuedRows table_of(const Users& chosen, const std::vector<SmallUser>& users,
                           const std::vector<SmallUser>& base = {}) {
  ValuedRows table;
  std::uint32_t number = 0;
  const auto add = [&](const SmallUser& user) {
    for (const SmallRow& row : user) {
      table.rows.users.push_back(number);
      table.rows.groups.push_back(row.group);
      table.values.push_back(row.value);
    }
    ++number;
  };
  for (const std::size_t user : chosen) add(users[user]);
  for (const SmallUser& user : base) add(user);
  return table;
}

/// Clamps a sum to one more than the range `[least, most]` of the tables' sums. Beyond it, all results have the
/// same likelihood ratio between two tables, so one outcome represents them.
inline std::int64_t in_window(std::int64_t result, std::int64_t least, std::int64_t most) {
  return std::clamp(result, least - 1, most + 1);
}

}  // namespace logstar::testing
