#include "logstar/users/spread.hpp"

#include <algorithm>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/users/in_batches.hpp"

// The weights of a user's rows telescope: floor(m W / m) - 0 = W, the user weight. m and the order of the rows
//   depend on this user's rows alone.

namespace logstar {
namespace {

/// In place of a weight: the user's rows differ in weight. The lower bits number such users, of which each has at
/// least two rows. Weights are smaller.
constexpr std::uint32_t kUneven = std::uint32_t(1) << 31;

/// Above this many rows of one user only their indices are sorted, which takes longer.
constexpr std::size_t kManyRows = std::size_t(1) << 16;

/// A row of one user with its sort keys, in one place: a sort that reads the columns takes twice as long.
struct Row {
  std::uint32_t group;
  std::uint64_t limb;  ///< the key's first
  std::size_t index;
};

/// Columns of rows that are sorted: a row's group, and its key.
struct SortColumns {
  std::span<const std::uint32_t> groups;
  const KeyArray* keys;

  bool alike() const { return groups.empty() && keys == nullptr; }
  bool counts(std::size_t row) const { return groups.empty() || groups[row] != kNoGroup; }
  Row row(std::size_t index) const {
    return {groups.empty() ? 0 : groups[index], keys == nullptr ? 0 : (*keys)[index].front(),
            index};
  }
  bool before(const Row& a, const Row& b) const {
    if (a.group != b.group) return a.group < b.group;
    if (a.limb != b.limb || keys == nullptr || keys->limbs() == 1) return a.limb < b.limb;
    const auto x = (*keys)[a.index];
    const auto y = (*keys)[b.index];
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  }
};

/// Puts the rows of one user in an order of group and key. `own`: memory for them.
void sort_rows(std::span<std::size_t> rows, const SortColumns& columns, std::vector<Row>& own) {
  if (columns.alike()) return;
  if (rows.size() > kManyRows) {
    std::ranges::sort(rows, [&](std::size_t a, std::size_t b) {
      return columns.before(columns.row(a), columns.row(b));
    });
    return;
  }
  own.clear();
  for (const std::size_t row : rows) own.push_back(columns.row(row));
  std::ranges::sort(own, [&](const Row& a, const Row& b) { return columns.before(a, b); });
  std::ranges::transform(own, rows.begin(), &Row::index);
}

/// Turns the number of each user's rows into the weight of each of them, or into kUneven and a number. Returns
/// where the rows of the users with such a number begin, were they put together.
std::vector<std::size_t> weigh_users(std::vector<std::uint32_t>& counts,
                                     std::uint32_t user_weight) {
  const auto is_uneven = [&](std::uint32_t rows) { return rows != 0 && user_weight % rows != 0; };
  std::vector<std::size_t> starts;
  starts.reserve(static_cast<std::size_t>(std::ranges::count_if(counts, is_uneven)) + 1);
  starts.push_back(0);
  for (std::uint32_t& count : counts) {
    if (count == 0) continue;
    if (is_uneven(count)) {
      const std::size_t end = starts.back() + count;
      count = kUneven | static_cast<std::uint32_t>(starts.size() - 1);
      starts.push_back(end);
    } else {
      count = user_weight / count;
    }
  }
  return starts;
}

/// Weighs the rows of users with a number, which are in `column`.
void weigh_uneven(std::span<std::uint32_t> column, const SortColumns& columns,
                  std::span<const std::size_t> starts, std::uint32_t user_weight) {
  std::vector<Row> own;
  visit_in_batches(
      column.size(), starts.size() - 1,
      [&](std::size_t user) { return starts[user + 1] - starts[user]; },
      [&](std::size_t row) {
        return column[row] < kUneven ? starts.size() : std::size_t(column[row] - kUneven);
      },
      [](std::size_t) { return true; },
      [&](std::size_t, std::span<std::size_t> rows) {
        sort_rows(rows, columns, own);
        std::uint32_t before = 0;  // as weight_between, with one division
        for (std::size_t place = 0; place < rows.size(); ++place) {
          const std::uint32_t up_to = weight_up_to(place + 1, rows.size(), user_weight);
          column[rows[place]] = up_to - before;
          before = up_to;
        }
      });
}

}  // namespace

std::size_t UserColumns::rows() const {
  if (!users.empty()) return users.size();
  if (!groups.empty()) return groups.size();
  return keys == nullptr ? 0 : keys->size();
}

void check_user_weight(std::uint32_t user_weight) {
  check_count("userWeight", user_weight, 1, kMaxUserWeight);
}

void check_user_columns(const UserColumns& columns) {
  const std::size_t rows = columns.rows();
  if (!columns.groups.empty()) check_same_length("groups", columns.groups.size(), "users", rows);
  if (columns.keys != nullptr) check_same_length("keys", columns.keys->size(), "users", rows);
}

std::vector<std::uint32_t> spread(std::vector<std::uint32_t> users,
                                  std::span<const std::uint32_t> groups, const KeyArray* keys,
                                  std::uint32_t user_weight) {
  check_user_weight(user_weight);
  check_user_columns({users, groups, keys});
  const SortColumns columns{groups, keys};
  if (users.empty()) {
    std::vector<std::uint32_t> weights(UserColumns{users, groups, keys}.rows(), user_weight);
    for (std::size_t row = 0; row < weights.size(); ++row) {
      if (!columns.counts(row)) weights[row] = 0;
    }
    return weights;
  }
  std::vector<std::uint32_t> of_user(std::size_t(*std::ranges::max_element(users)) + 1);
  for (std::size_t row = 0; row < users.size(); ++row) of_user[users[row]] += columns.counts(row);
  const std::vector<std::size_t> starts = weigh_users(of_user, user_weight);
  for (std::size_t row = 0; row < users.size(); ++row) {
    users[row] = columns.counts(row) ? of_user[users[row]] : 0;
  }
  std::vector<std::uint32_t>().swap(of_user);
  weigh_uneven(users, columns, starts, user_weight);
  return users;
}

std::vector<std::uint32_t> spread(const UserColumns& columns, std::uint32_t user_weight) {
  return spread({columns.users.begin(), columns.users.end()}, columns.groups, columns.keys,
                user_weight);
}

}  // namespace logstar
