// Tables of two groups at a threshold, and reports about the answers that they get.
#pragma once

#include "divergence.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/support/errors.hpp"
#include "mistakes/counts.hpp"
#include "noise_from_above.hpp"
#include "pair_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_naming_test {

/// The released groups, with numbers that determine the whole answer.
using Told = std::pair<std::vector<std::uint32_t>, std::vector<std::int64_t>>;

struct Tables {
  std::vector<SmallUser> everybody;
  std::uint32_t groups = 2;
  std::vector<SmallUser> base = {};
  std::int64_t least = 0;        ///< the least count in each group of the base
  std::int64_t sensitivity = 2;  ///< the largest change of that count
};

template <typename Draw>
auto report_of(const Tables& tables, std::size_t users, double epsilon, Neighbors neighbors,
               const Draw& draw) {
  return neighbors == Neighbors::replace
             ? check_replace(tables.everybody.size(), users, epsilon, draw)
             : check_add_remove(tables.everybody.size(), 0, users, epsilon, draw);
}

struct Case {
  double epsilon;
  std::uint32_t whole;
  std::int64_t threshold;
};
inline const std::vector<Case> kCases = {{1, 2, 6}, {2, 2, 4}, {4, 2, 3}, {2, 3, 6}, {4, 3, 4}};
inline constexpr Neighbors kBoth[] = {Neighbors::add_remove, Neighbors::replace};

}  // namespace logstar::testing::group_naming_test
