// How many users there are in each of some public groups (bins, items), as a release.
//
// Privacy: (epsilon, 0), by Gaussian noise (epsilon, delta), for the declared neighbours, one user with all
//   rows being added, removed or changed, over all groups together. A user has weight 1 in at most `per_user`
//   groups, or is split over all of them. Not epsilon-bounded-range.
// Source: discrete Laplace noise on numbers that one user moves by a bounded sum of differences, or discrete
//   Gaussian noise on numbers of which one user moves a bounded number by 1; proof in docs/guarantees/counts.md.
// Departures: none. Results may be negative; to cut them at 0 is the caller's post-processing.
// Cost: one draw a group, and the cost of group_weights.hpp.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/counts/group_naming.hpp"
#include "logstar/counts/rows_in_order.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The public parameters of a histogram.
struct UserHistogramTask {
  double epsilon = 0;     ///< as calibrate_user_noise
  GroupCount groups = 1;  ///< how many there are, from 1 on
  PerUser per_user = {};  ///< a user's weights in bins of groups
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  std::uint32_t bins = 1;  ///< of each group: bin b of group g is numbered g * bins + b
  double delta = 0;        ///< Gaussian noise needs one above 0; Laplace noise leaves it uncharged
  std::optional<NoiseKind> noise = std::nullopt;  ///< default: the noise of the lesser error

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("groups", groups, kMaxGroups);
    per_user.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("bins", bins, kMaxGroups);
    field("delta", delta);
    field("noise", noise);
  }
};

struct UserHistogram {
  using Task = UserHistogramTask;
  using Data = CountedRows;
  using Sum = std::uint64_t;  ///< the users' weight in a bin of a group, from_sums.hpp
  using Answer = std::vector<std::int64_t>;  ///< of each bin, in units of PerUser::unit a user
  using Plan = UserNoise;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);

  /// The release of private groups, by one of their bins. `plan`: of Laplace noise. Gaussian noise if the task
  /// wants it, or leaves it open and it releases groups from fewer users on without a greater error.
  /// Errors: OutOfRange, also for Gaussian noise where users are spread.
  static GroupNaming naming(const Task& task, const Plan& plan, double delta);
  /// The weight of a user.
  static std::uint64_t unit(const Task& task) { return task.per_user.unit(); }
  static std::size_t sums_of_group(const Task& task) { return task.bins; }
  using Named = std::pair<std::vector<NamedGroup>, Answer>;  ///< groups, and all of their bins
  static Named draw_named(const Task& task, const Plan& plan, const GroupNaming& naming,
                          ValuedRows rows, std::uint32_t group_count, Randomness& randomness);
  static Named draw_named_of_sums(const Task& task, const Plan& plan, const GroupNaming& naming,
                                  const std::vector<Sum>& sums, Randomness& randomness);
};

static_assert(Releasable<UserHistogram>);

/// The bin of each value between public edges: bin b holds values from edge b - 1 on and below edge b, so the
/// number of bins is the number of edges plus one. Errors: OutOfRange unless edges increase.
std::vector<std::uint32_t> bins_of(const std::vector<std::int64_t>& values,
                                   const std::vector<std::int64_t>& edges);

/// Rows in bins of groups, numbered as in UserHistogramTask, from rows in groups with a bin each as
/// their value. Errors: OutOfRange for columns of unlike length, and a bin outside 0..bins-1.
CountedRows rows_in_bins(const ValuedRows& rows, std::uint32_t bins);

}  // namespace logstar
