#include "logstar/counts/rows_in_order.hpp"

#include <algorithm>
#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/users/by_user.hpp"

namespace logstar {
namespace {

/// As sort_by_user_and_group, if each row is another user's: the rows are in order already.
RowsInOrder one_user_a_row(const CountedRows& rows, std::size_t size) {
  RowsInOrder ordered;
  ordered.rows.reserve(size);
  ordered.parts.reserve(size);
  for (std::size_t row = 0; row < size; ++row) {
    const std::uint32_t group = group_of(rows, row);
    if (group == kNoGroup) continue;
    const std::size_t at = ordered.rows.size();
    ordered.rows.push_back(row);
    ordered.parts.push_back({static_cast<std::uint32_t>(row), group, at, at + 1});
  }
  return ordered;
}

}  // namespace

void check_parts(std::uint64_t parts) { check_count("parts", parts, 1, 1'000'000'000'000'000); }

double to_value(std::int64_t units, std::uint64_t parts) {
  return static_cast<double>(units) / static_cast<double>(parts);
}

std::size_t groups_of_user(const std::vector<UserGroup>& parts, std::size_t first) {
  std::size_t end = first;
  while (end < parts.size() && parts[end].user == parts[first].user) ++end;
  return end - first;
}

std::int64_t share_of_weight(std::uint32_t weight, Uint128 part, Uint128 all) {
  constexpr Uint128 kNarrow = Uint128(1) << 30;
  if (all < kNarrow) {  // a division of 64 bits, several times as fast
    const auto narrow = static_cast<std::uint64_t>(all);
    return static_cast<std::int64_t>(
        (std::uint64_t{2} * weight * static_cast<std::uint64_t>(part) + narrow) / (2 * narrow));
  }
  return static_cast<std::int64_t>((Uint128{2} * weight * part + all) / (2 * all));
}

void check_valued_rows(const ValuedRows& data, std::uint32_t group_count) {
  const CountedRows& rows = data.rows;
  // An empty column describes all rows alike, so `values` alone has the number of rows.
  if (!rows.users.empty())
    check_same_length("users", rows.users.size(), "values", data.values.size());
  if (!rows.groups.empty()) {
    check_same_length("groups", rows.groups.size(), "values", data.values.size());
  }
  check_groups(rows, group_count);
}

RowsInOrder sort_by_user_and_group(const ValuedRows& data, std::uint32_t group_count) {
  check_valued_rows(data, group_count);
  const CountedRows& rows = data.rows;
  const std::size_t size = data.values.size();
  if (rows.users.empty()) return one_user_a_row(rows, size);
  const std::size_t users = std::size_t(*std::ranges::max_element(rows.users)) + 1;
  auto sorted = by_user(rows.columns(), size, users, [](std::size_t row) { return row; });
  RowsInOrder ordered{std::move(sorted.values), {}};
  const auto group = [&](std::size_t row) { return group_of(rows, row); };
  for (std::size_t user = 0; user + 1 < sorted.starts.size(); ++user) {
    const std::size_t first = sorted.starts[user];
    const std::size_t end = sorted.starts[user + 1];
    const auto begin = ordered.rows.begin();
    if (!rows.groups.empty()) {
      std::ranges::sort(begin + static_cast<std::ptrdiff_t>(first),
                        begin + static_cast<std::ptrdiff_t>(end), {}, group);
    }
    for (std::size_t at = first; at < end; ++at) {
      if (at == first || group(ordered.rows[at]) != ordered.parts.back().group) {
        ordered.parts.push_back(
            {static_cast<std::uint32_t>(user), group(ordered.rows[at]), at, at});
      }
      ordered.parts.back().end = at + 1;
    }
  }
  return ordered;
}

}  // namespace logstar
