// How many users there are in each of some public groups (bins, items), as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or
//   changed, over all groups together: one user gives to at most `per_user` groups 1 each, or parts of
//   one user to all of them. Not epsilon-bounded-range.
// Source: discrete Laplace noise on numbers that one user moves by a bounded sum of differences;
//   proof in docs/guarantees/counts.md.
// Departures: none. Results may be negative; to cut them at 0 is the caller's post-processing.
// Cost: one draw a group, and what group_weights.hpp needs.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/group_weights.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// All that is public about a histogram.
struct UserHistogramTask {
  double epsilon = 0;        ///< as calibrate_user_noise
  std::uint32_t groups = 1;  ///< how many there are, from 1 on
  PerUser per_user = {};
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
};

struct UserHistogram {
  using Task = UserHistogramTask;
  using Data = CountedRows;
  using Answer = std::vector<std::int64_t>;  ///< of each group, in units of PerUser::unit a user

  struct Plan {
    std::uint64_t moved = 0;  ///< by how much a user moves all numbers together
    Rational rate;
    std::int64_t error = 0;  ///< by which all numbers at once are off at most
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task within(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);
};

static_assert(Releasable<UserHistogram>);

/// Which of the bins between public edges each value is in: bin b holds what is at least edge b - 1
/// and below edge b, so there is one bin more than edges. Errors: OutOfRange unless edges increase.
std::vector<std::uint32_t> bins_of(const std::vector<std::int64_t>& values,
                                   const std::vector<std::int64_t>& edges);

}  // namespace logstar
