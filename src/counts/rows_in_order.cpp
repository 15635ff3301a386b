#include "logstar/counts/rows_in_order.hpp"

#include <algorithm>
#include <tuple>

#include "logstar/support/columns.hpp"

namespace logstar {

RowsInOrder in_order(const ValuedRows& data, std::uint32_t group_count) {
  const CountedRows& rows = data.rows;
  // Columns that are empty say the same of all rows, so only values tell how many there are.
  if (!rows.users.empty()) check_as_many("users", rows.users.size(), "values", data.values.size());
  if (!rows.groups.empty()) {
    check_as_many("groups", rows.groups.size(), "values", data.values.size());
  }
  check_groups(rows, group_count);
  const auto place = [&](std::size_t row) {
    return std::pair(user_of(rows, row), group_of(rows, row));
  };
  RowsInOrder ordered;
  for (std::size_t row = 0; row < data.values.size(); ++row) {
    if (group_of(rows, row) != kNoGroup) ordered.rows.push_back(row);
  }
  std::ranges::sort(ordered.rows, {}, place);
  for (std::size_t i = 0; i < ordered.rows.size(); ++i) {
    const auto [user, group] = place(ordered.rows[i]);
    const bool same = !ordered.parts.empty() && ordered.parts.back().user == user &&
                      ordered.parts.back().group == group;
    if (!same) ordered.parts.push_back({user, group, i, i});
    ordered.parts.back().end = i + 1;
  }
  return ordered;
}

}  // namespace logstar
