// Reports, step after step, the items that many users hold at that moment.
//
// Privacy: with parameters from `calibrate_heavy_hitters`, all reports together are private as the
// calibration's `loss` says, for adding or removing (or replacing) one user's whole stream; users'
// items may depend on earlier reports. A user counts with one item a step: of several, the first.
// An active user holds every reported item at that step. The retired users stay secret.
// Source: the problem, and asking a threshold monitor about each item, are KMS20 Section 4; asking only about
//   held items, so that no domain is needed, is ours: docs/guarantees/heavy-hitters.md.
// Departures: holdings may have weights; an item's count is then the sum of its active users' weights.
// Cost: O(users + items) a step; 13 bytes a user, 40 bytes an item of the step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/active_records.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/item_counts.hpp"
#include "logstar/sparse_vector/threshold_test.hpp"

namespace logstar {

/// User `user` (numbered from 0 in any order, without large gaps) now has item `item`.
struct Holding {
  std::uint32_t user = 0;
  std::uint64_t item = 0;
  /// Its weight in steps (contribution_in_steps), at most one record; 0: as if the user did not hold the item.
  std::uint32_t steps = static_cast<std::uint32_t>(steps_per_record(QueryGrid::counts));
};

/// The state for resuming. Secret, except for the number of steps.
struct HeavyHitterState {
  std::vector<std::uint64_t> left;  // what each user may still be charged
  std::uint64_t steps_done = 0;

  friend auto operator<=>(const HeavyHitterState&, const HeavyHitterState&) = default;
};

class HeavyHitterMonitor {
 public:
  /// Errors: OutOfRange.
  explicit HeavyHitterMonitor(const HeavyHitterParameters& parameters);

  /// Continues a saved monitor; `parameters` as they were. Errors: OutOfRange.
  HeavyHitterMonitor(const HeavyHitterParameters& parameters, const HeavyHitterState& saved);

  /// One step of the stream: the items reported, in ascending order. Errors: BudgetExceeded when
  /// the declared steps are over; OutOfRange for a user number of kMaxUsers or more.
  std::vector<std::uint64_t> step(std::span<const Holding> holdings, Randomness& randomness);

  /// Throws BudgetExceeded when the declared steps are over, as step() does: to be called before
  /// the holdings are read.
  void refuse_if_over() const;

  std::uint64_t steps_done() const { return steps_done_; }
  HeavyHitterState state() const { return {active_.left(), steps_done_}; }

  static constexpr std::uint32_t kMaxUsers = 1u << 28;

 private:
  void admit_users(std::span<const Holding> holdings, Randomness& randomness);

  HeavyHitterParameters parameters_;
  ThresholdTest test_;
  ActiveRecords active_;
  std::vector<bool> counted_;  // has the user's first holding of this pass been seen?
  ItemCounts counts_;
  std::uint64_t steps_done_ = 0;
};

}  // namespace logstar
