// Groups rows by user, in one counting sort.
//
// Privacy: none is spent. Each user's rows keep their order.
// Source: ours.
// Departures: none.
// Cost: one pass to count, one to divide; the kept value of each row, and one number a user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "logstar/users/spread.hpp"

namespace logstar {

/// The kept values of user u's rows are values[starts[u]] up to values[starts[u + 1]].
template <typename Value>
struct ByUser {
  std::vector<std::size_t> starts;  ///< one more than there are users
  std::vector<Value> values;
};

/// `value_of(row)` of each row that counts, by user. An empty column has its meaning in UserColumns. `users`:
/// the number of users, above every user in the rows. `is_wanted(user)`: drops the rows of other users.
template <typename ValueOf, typename IsWanted>
auto by_user(const UserColumns& columns, std::size_t rows, std::size_t users,
             const ValueOf& value_of, const IsWanted& is_wanted) {
  const auto user_of = [&](std::size_t row) {
    return columns.users.empty() ? row : std::size_t(columns.users[row]);
  };
  const auto counts = [&](std::size_t row) {
    return (columns.groups.empty() || columns.groups[row] != kNoGroup) && is_wanted(user_of(row));
  };
  ByUser<decltype(value_of(std::size_t(0)))> result;
  // Counted two places ahead, so that starts[u + 1] can move from the start of u to its end.
  std::vector<std::size_t>& starts = result.starts;
  starts.assign(users + 2, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    if (counts(row)) ++starts[user_of(row) + 2];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  result.values.resize(starts.back());
  for (std::size_t row = 0; row < rows; ++row) {
    if (counts(row)) result.values[starts[user_of(row) + 1]++] = value_of(row);
  }
  starts.pop_back();
  return result;
}

/// Rows of all users.
template <typename ValueOf>
auto by_user(const UserColumns& columns, std::size_t rows, std::size_t users,
             const ValueOf& value_of) {
  return by_user(columns, rows, users, value_of, [](std::size_t) { return true; });
}

}  // namespace logstar
