#include "logstar/users/chosen_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "logstar/users/by_user.hpp"

namespace logstar {
namespace {

/// Keeps all rows that count, and samples `most` rows of each user with more.
std::vector<bool> choose(const UserColumns& columns, std::uint32_t most, Randomness& randomness) {
  const auto& [users, groups, keys] = columns;
  std::vector<bool> kept(columns.rows());
  std::vector<std::uint32_t> counts(std::size_t(*std::ranges::max_element(users)) + 1);
  for (std::size_t row = 0; row < users.size(); ++row) {
    kept[row] = groups.empty() || groups[row] != kNoGroup;
    counts[users[row]] += kept[row];
  }
  auto several = by_user(
      columns, users.size(), counts.size(), [](std::size_t row) { return row; },
      [&](std::size_t user) { return counts[user] > most; });
  for (std::size_t user = 0; user < counts.size(); ++user) {
    const std::size_t first = several.starts[user];
    const std::size_t last = several.starts[user + 1];
    if (first == last) continue;
    for (std::size_t place = first; place < first + most; ++place) {
      const std::size_t other =
          place + static_cast<std::size_t>(randomness.uniform_below(std::uint64_t(last - place)));
      std::swap(several.values[place], several.values[other]);
    }
    for (std::size_t place = first + most; place < last; ++place)
      kept[several.values[place]] = false;
  }
  return kept;
}

}  // namespace

UserRows chosen_rows(UserRows rows, std::uint32_t most, Randomness& randomness) {
  check_user_columns(rows.columns());
  if (rows.users.empty()) return rows;  // each is another user's
  const std::vector<bool> kept = choose(rows.columns(), most, randomness);
  UserRows chosen{{}, {}, KeyArray(rows.keys.bits())};
  for (std::size_t row = 0; row < kept.size(); ++row) {
    if (!kept[row]) continue;
    if (!rows.groups.empty()) chosen.groups.push_back(rows.groups[row]);
    chosen.keys.append(rows.keys[row]);
  }
  return chosen;
}

}  // namespace logstar
