// Visits users with their rows, of some users at a time: lists of all rows would take as much memory as a column.
//
// Privacy: none is spent.
// Source: ours.
// Departures: none.
// Cost: up to some 24 passes over the rows; lists of an eighth of the rows and of the users, or of one user's rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace logstar {

/// Calls `visit(user, rows)` for each user that `count_of` gives rows, in the order of users; its rows in their
/// order, which `visit` may rearrange. `count_of(user)`: how many of the rows 0..rows - 1 are this user's by
/// `user_of(row)` and listed by `is_listed(row)`, which is asked about few rows at a time. `user_of` may say `users` or
/// more for a row that is not listed. Answers about rows of visited users may change.
template <typename CountOf, typename UserOf, typename IsListed, typename Visit>
void visit_in_batches(std::size_t rows, std::size_t users, const CountOf& count_of,
                      const UserOf& user_of, const IsListed& is_listed, const Visit& visit) {
  constexpr std::size_t kBatches = 8;
  const std::size_t most_rows = rows / kBatches;
  const std::size_t most_users = std::max(most_rows, users / kBatches);
  for (std::size_t first = 0, last = 0; first < users; first = last) {
    std::vector<std::size_t> ends;
    std::size_t size = 0;
    do {
      ends.push_back(size);  // where its list begins, and in the end where it ends
      size += count_of(last++);
    } while (last < users && ends.size() < most_users && size + count_of(last) <= most_rows);
    if (size == 0) continue;
    std::vector<std::size_t> listed(size);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t place = user_of(row) - first;
      if (place < ends.size() && is_listed(row)) listed[ends[place]++] = row;
    }
    std::size_t begin = 0;
    for (std::size_t place = 0; place < ends.size(); ++place) {
      const std::size_t end = ends[place];
      if (end > begin) visit(first + place, std::span(listed).subspan(begin, end - begin));
      begin = end;
    }
  }
}

}  // namespace logstar
