#include "logstar/users/spread.hpp"

#include <algorithm>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/users/by_user.hpp"

// The weights of a user's rows telescope: floor(m W / m) - 0 = W, the user weight. m and the order of the rows
//   depend on this user's rows alone.

namespace logstar {
namespace {

/// A row of one user with its sort keys, in one place: a sort that reads the columns takes twice as long.
struct Row {
  std::uint32_t group;
  std::uint64_t limb;  ///< the key's first
  std::size_t index;
};

/// Puts the rows of one user in an order of group and key.
void sort_rows(std::vector<Row>& rows, const KeyArray* keys) {
  const bool one_limb = keys == nullptr || keys->limbs() == 1;
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    if (a.group != b.group) return a.group < b.group;
    if (a.limb != b.limb || one_limb) return a.limb < b.limb;
    const auto x = (*keys)[a.index];
    const auto y = (*keys)[b.index];
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
}

/// Weighs the rows of users whose rows do not divide `user_weight`.
void weigh_unequal(const UserColumns& columns, const std::vector<std::uint32_t>& counts,
                   std::uint32_t user_weight, std::vector<std::uint32_t>& weights) {
  const auto& [users, groups, keys] = columns;
  const auto uneven = by_user(
      columns, users.size(), counts.size(), [](std::size_t row) { return row; },
      [&](std::size_t user) { return counts[user] != 0 && user_weight % counts[user] != 0; });
  const bool alike = groups.empty() && keys == nullptr;
  std::vector<Row> own;
  for (std::size_t user = 0; user < counts.size(); ++user) {
    own.clear();
    for (std::size_t at = uneven.starts[user]; at < uneven.starts[user + 1]; ++at) {
      const std::size_t row = uneven.values[at];
      own.push_back(
          {groups.empty() ? 0 : groups[row], keys == nullptr ? 0 : (*keys)[row].front(), row});
    }
    if (!alike) sort_rows(own, keys);
    std::uint32_t before = 0;  // as weight_between, with one division
    for (std::size_t place = 0; place < own.size(); ++place) {
      const std::uint32_t up_to = weight_up_to(place + 1, own.size(), user_weight);
      weights[own[place].index] = up_to - before;
      before = up_to;
    }
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
  if (!columns.groups.empty()) check_same_length("groups", columns.groups.size(), "users", rows);
  if (columns.keys != nullptr) check_same_length("keys", columns.keys->size(), "users", rows);
}

RowWeights::RowWeights(const UserColumns& columns, std::uint32_t user_weight)
    : users_(columns.users), groups_(columns.groups), whole_(user_weight) {
  check_count("userWeight", user_weight, 1, kMaxUserWeight);
  check_user_columns(columns);
  const auto& [users, groups, keys] = columns;
  if (users.empty()) return;
  std::vector<std::uint32_t> counts(std::size_t(*std::max_element(users.begin(), users.end())) + 1);
  const bool grouped = !groups.empty();
  for (std::size_t i = 0; i < users.size(); ++i) {
    counts[users[i]] += !grouped || groups[i] != kNoGroup;
  }
  quotients_.resize(counts.size());
  bool all_equal = true;
  for (std::size_t user = 0; user < counts.size(); ++user) {
    if (counts[user] == 0) continue;
    quotients_[user] = user_weight / counts[user];
    all_equal = all_equal && user_weight % counts[user] == 0;
  }
  if (all_equal) return;
  each_.resize(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) each_[i] = quotients_[users[i]];
  weigh_unequal(columns, counts, user_weight, each_);
}

std::vector<std::uint32_t> spread(const UserColumns& columns, std::uint32_t user_weight) {
  const RowWeights of(columns, user_weight);
  std::vector<std::uint32_t> weights(columns.rows());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = of[i];
  return weights;
}

}  // namespace logstar
