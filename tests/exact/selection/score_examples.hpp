// Score functions over tiny databases (records are small whole numbers) for the selection tests.
#pragma once

#include <cstdint>
#include <vector>

namespace logstar::testing {

using Database = std::vector<std::size_t>;
using Scores = std::vector<std::int64_t>;

/// The frequency of each value: one way, 1-bounded growth.
inline Scores counts(const Database& database, std::size_t values) {
  Scores scores(values);
  for (const std::size_t value : database) ++scores[value];
  return scores;
}

/// The number of records in each pair of consecutive values {i, i + 1}, cyclically: 2-bounded growth.
inline Scores pair_counts(const Database& database, std::size_t values) {
  Scores scores(values);
  for (const std::size_t value : database) {
    ++scores[value];
    ++scores[(value + values - 1) % values];
  }
  return scores;
}

/// Votes for and against: a record adds 1 to one solution and takes 1 from the next. Both ways.
inline Scores votes(const Database& database, std::size_t values) {
  Scores scores(values);
  for (const std::size_t value : database) {
    ++scores[value];
    --scores[(value + 1) % values];
  }
  return scores;
}

/// The scores of at least 1, with the solutions that have them.
struct Occurring {
  Scores scores;
  std::vector<int> solutions;
};

inline Occurring occurring(const Scores& all) {
  Occurring result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] < 1) continue;
    result.scores.push_back(all[i]);
    result.solutions.push_back(static_cast<int>(i));
  }
  return result;
}

/// The result "nothing" in these tests.
inline constexpr int kNothing = -1;

}  // namespace logstar::testing
