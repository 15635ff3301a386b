#include "logstar/users/chosen_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "logstar/users/in_batches.hpp"
#include "logstar/users/keep_rows.hpp"

namespace logstar {
namespace {

/// Keeps all rows that count, and samples `most` rows of each user with more.
std::vector<bool> choose(const UserColumns& columns, std::uint32_t most, Randomness& randomness) {
  const auto& users = columns.users;
  const auto& groups = columns.groups;
  std::vector<bool> kept(columns.rows());
  std::vector<std::uint32_t> counts(std::size_t(*std::ranges::max_element(users)) + 1);
  for (std::size_t row = 0; row < users.size(); ++row) {
    kept[row] = groups.empty() || groups[row] != kNoGroup;
    counts[users[row]] += kept[row];
  }
  visit_in_batches(
      users.size(), counts.size(),
      [&](std::size_t user) { return counts[user] > most ? counts[user] : 0; },
      [&](std::size_t row) { return std::size_t(users[row]); },
      [&](std::size_t row) { return kept[row] && counts[users[row]] > most; },
      [&](std::size_t, std::span<std::size_t> rows) {
        for (std::size_t place = 0; place < most; ++place) {
          const std::uint64_t others = rows.size() - place;
          std::swap(rows[place],
                    rows[place + static_cast<std::size_t>(randomness.uniform_below(others))]);
        }
        for (const std::size_t row : rows.subspan(most)) kept[row] = false;
      });
  return kept;
}

}  // namespace

UserRows chosen_rows(UserRows rows, std::uint32_t most, Randomness& randomness) {
  check_user_columns(rows.columns());
  if (rows.users.empty()) return rows;  // each is another user's
  const std::vector<bool> kept = choose(rows.columns(), most, randomness);
  std::vector<std::uint32_t>().swap(rows.users);
  keep_rows(rows.keys, rows.groups, [&](std::size_t row) { return kept[row]; });
  return rows;
}

}  // namespace logstar
