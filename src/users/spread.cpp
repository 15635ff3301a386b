#include "logstar/users/spread.hpp"

#include <algorithm>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"

// A user of m rows has m floor(whole / m) <= whole, or `whole` rows of weight 1. Neither m nor which
// rows come first depends on anybody else.

namespace logstar {
namespace {

struct Row {
  std::uint32_t user;
  std::uint32_t group;
  std::size_t index;
};

/// Gives 1 to the first `whole` rows of each user who has more, by group and key.
void cut_down(const UserColumns& columns, const std::vector<std::uint32_t>& counts,
              std::uint32_t whole, std::vector<std::uint32_t>& weights) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < columns.users.size(); ++i) {
    const std::uint32_t group = columns.groups.empty() ? 0 : columns.groups[i];
    if (group != kNoGroup && counts[columns.users[i]] > whole) {
      rows.push_back({columns.users[i], group, i});
    }
  }
  const auto key_before = [&](std::size_t a, std::size_t b) {
    if (columns.keys == nullptr) return false;
    const auto x = (*columns.keys)[a];
    const auto y = (*columns.keys)[b];
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    if (a.user != b.user) return a.user < b.user;
    return a.group != b.group ? a.group < b.group : key_before(a.index, b.index);
  });
  std::uint32_t counted = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].user != rows[i - 1].user) counted = 0;
    if (counted < whole) weights[rows[i].index] = 1;
    ++counted;
  }
}

}  // namespace

std::size_t UserColumns::rows() const {
  if (!users.empty()) return users.size();
  if (!groups.empty()) return groups.size();
  return keys == nullptr ? 0 : keys->size();
}

void check_user_columns(const UserColumns& columns) {
  const std::size_t rows = columns.rows();
  if (!columns.groups.empty()) check_as_many("groups", columns.groups.size(), "users", rows);
  if (columns.keys != nullptr) check_as_many("keys", columns.keys->size(), "users", rows);
}

RowWeights::RowWeights(const UserColumns& columns, std::uint32_t whole)
    : users_(columns.users), groups_(columns.groups), whole_(whole) {
  check_count("whole", whole, 1, kMostUserWeight);
  check_user_columns(columns);
  const auto& [users, groups, keys] = columns;
  if (users.empty()) return;
  std::vector<std::uint32_t> counts(std::size_t(*std::max_element(users.begin(), users.end())) + 1);
  const bool grouped = !groups.empty();
  for (std::size_t i = 0; i < users.size(); ++i) {
    counts[users[i]] += !grouped || groups[i] != kNoGroup;
  }
  // Of those who have too many rows, 0.
  quotients_.resize(counts.size());
  bool any_cut = false;
  for (std::size_t user = 0; user < counts.size(); ++user) {
    quotients_[user] = counts[user] == 0 ? 0 : whole / counts[user];
    any_cut = any_cut || counts[user] > whole;
  }
  if (!any_cut) return;
  each_.resize(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) each_[i] = quotients_[users[i]];
  cut_down(columns, counts, whole, each_);
}

std::vector<std::uint32_t> spread(const UserColumns& columns, std::uint32_t whole) {
  const RowWeights of(columns, whole);
  std::vector<std::uint32_t> weights(columns.rows());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = of[i];
  return weights;
}

}  // namespace logstar
