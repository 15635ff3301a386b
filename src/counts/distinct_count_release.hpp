// How many distinct items users have, as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed,
//   for every data set. A user counts with at most `per_user` items, which that user's coins choose.
// Source: discrete Laplace noise on one number; proof in docs/guarantees/counts.md, "Distinct items".
// Departures: none.
// Cost: one draw, and the cost of group_weights.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/group_weights.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The public parameters.
struct DistinctCountTask {
  double epsilon = 0;          ///< as calibrate_user_noise
  std::uint64_t per_user = 1;  ///< a user counts with at most this many items, 1 to 10^9
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  Protects protects = Protects::users;  ///< `records` if every row is a separate user

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("perUser", per_user);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("protects", protects);
  }
};

/// Rows with an item each, numbered by any numbering of the items: the count does not depend on it.
struct ItemRows {
  CountedRows rows;  ///< `groups` are the items, kNoGroup where a row has none
  std::uint32_t item_count = 0;
};

/// How many distinct items occur, each user counting with at most `per_user` of the user's own, chosen at random.
/// Errors: as check_groups.
std::uint64_t distinct_items(const ItemRows& data, std::uint64_t per_user, Randomness& randomness);

/// That number and noise. It may be negative.
struct DistinctCount {
  using Task = DistinctCountTask;
  using Data = ItemRows;
  using Sum = std::uint64_t;  ///< distinct_items, one number
  using Answer = std::int64_t;
  using Plan = UserNoise;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<DistinctCount>);

}  // namespace logstar
