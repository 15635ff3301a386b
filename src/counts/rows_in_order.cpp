#include "logstar/counts/rows_in_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {
namespace {

/// The numbers of the rows that count, by user, and where each user's begin: one place more than users.
struct ByUser {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> starts;
};

ByUser by_user(const CountedRows& rows, std::size_t size) {
  const std::size_t users =
      rows.users.empty() ? size : std::size_t(*std::ranges::max_element(rows.users)) + 1;
  ByUser result;
  // Counted two places ahead, so that starts[u + 1] can move from the start of u to its end.
  std::vector<std::size_t>& starts = result.starts;
  starts.assign(users + 2, 0);
  for (std::size_t row = 0; row < size; ++row) {
    if (group_of(rows, row) != kNoGroup) ++starts[std::size_t(user_of(rows, row)) + 2];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  result.rows.resize(starts.back());
  for (std::size_t row = 0; row < size; ++row) {
    if (group_of(rows, row) == kNoGroup) continue;
    result.rows[starts[std::size_t(user_of(rows, row)) + 1]++] = row;
  }
  starts.pop_back();
  return result;
}

}  // namespace

void check_parts(std::uint64_t parts) { check_count("parts", parts, 1, 1'000'000'000'000'000); }

double in_ones(std::int64_t units, std::uint64_t parts) {
  return static_cast<double>(units) / static_cast<double>(parts);
}

RowsInOrder in_order(const ValuedRows& data, std::uint32_t group_count) {
  const CountedRows& rows = data.rows;
  // Columns that are empty say the same of all rows, so only values tell how many there are.
  if (!rows.users.empty()) check_as_many("users", rows.users.size(), "values", data.values.size());
  if (!rows.groups.empty()) {
    check_as_many("groups", rows.groups.size(), "values", data.values.size());
  }
  check_groups(rows, group_count);
  ByUser sorted = by_user(rows, data.values.size());
  RowsInOrder ordered{std::move(sorted.rows), {}};
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
