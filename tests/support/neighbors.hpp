// The names of both kinds of neighbours in docs/verification.md, and the check that two inputs are neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

inline std::string text_of(Neighbors neighbors) {
  return neighbors == Neighbors::replace ? "replace" : "add-remove";
}

/// The number of records that the second input lacks, and the number that it adds.
struct Difference {
  std::size_t gone = 0;
  std::size_t come = 0;
};

/// The difference of lists of records in any order.
template <typename Record>
Difference difference(std::vector<Record> first, std::vector<Record> second) {
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  const auto missing = [](const auto& from, const auto& in) {
    std::vector<Record> rest;
    std::set_difference(from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(rest));
    return rest.size();
  };
  return {missing(first, second), missing(second, first)};
}

/// Throws std::logic_error unless the lists differ in one record: added or removed, or replaced.
template <typename Record>
void require_neighbors(std::vector<Record> first, std::vector<Record> second, Neighbors neighbors) {
  const auto [gone, come] = difference(std::move(first), std::move(second));
  const bool as_claimed =
      neighbors == Neighbors::replace ? gone == 1 && come == 1 : gone + come == 1;
  if (!as_claimed) {
    throw std::logic_error("not neighbours (" + text_of(neighbors) + "): " + std::to_string(gone) +
                           " records less and " + std::to_string(come) + " more");
  }
}

/// Throws std::logic_error unless the counts (of items, or of votes for candidates) differ by one user. A user
/// counts at most once in each, and in at most `per_user` of them. The user is added or removed, or replaced by
/// another.
inline void require_counts_of_neighbors(const std::vector<std::int64_t>& first,
                                        const std::vector<std::int64_t>& second,
                                        Neighbors neighbors,
                                        std::optional<std::size_t> per_user = std::nullopt) {
  const auto fail = [&](const std::string& why) {
    throw std::logic_error("not neighbours (" + text_of(neighbors) + "): " + why);
  };
  if (first.size() != second.size()) fail("different numbers of counts");
  std::size_t lower = 0;
  std::size_t higher = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (second[i] < first[i] - 1 || second[i] > first[i] + 1) fail("a count moves by more than 1");
    lower += second[i] < first[i];
    higher += second[i] > first[i];
  }
  if (lower + higher == 0) fail("the same");
  if (neighbors == Neighbors::add_remove && lower > 0 && higher > 0) fail("counts move both ways");
  if (per_user && std::max(lower, higher) > *per_user) {
    fail("a user of " + std::to_string(std::max(lower, higher)) + " counts, not of at most " +
         std::to_string(*per_user));
  }
}

}  // namespace logstar::testing
