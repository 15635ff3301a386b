// One ordered column cut into slices one by one, with interior points, medians and quantiles of the slices. The
// release is charged as a whole.
//
// Privacy, source, cost: as slices/slices.hpp.
// Departures: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank_release.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The session. Slices are numbered in the order in which they were taken.
class ColumnSlices {
 public:
  /// Errors: as check_slice_budget.
  ColumnSlices(KeyArray column, const SliceBudget& budget, Randomness& randomness);

  /// Takes the lowest or the highest records that are left, and some more by noise if there is any.
  /// Errors: BudgetExceeded beyond the declared number of slices.
  std::size_t take(std::size_t length, bool from_high);

  /// A key within a slice, or empty. Errors: OutOfRange, and BudgetExceeded for a loss above the
  /// declared one or too many computations.
  Released<std::optional<WideKey>> compute(std::size_t slice, const RankTask& task);

 private:
  /// Records are indices into the sorted column, so sorting indices sorts the keys.
  using Place = std::uint32_t;

  KeyArray keys_;
  SliceSession<Place> session_;
  std::vector<SliceSession<Place>::Slice> slices_;
};

struct ColumnSlicesRelease {
  struct Task {
    SliceBudget budget;
    double delta = 0;  ///< of the whole session

    void describe(auto& field) {
      field("sliceEpsilon", budget.slice_epsilon);
      field("computeEpsilon", budget.compute.epsilon);
      field("computeDelta", budget.compute.delta);
      field("computes", budget.computes, kMaxComputes);
      field("slices", budget.slices, kMaxSlices);
      field("delta", delta);
    }
  };
  using Data = KeyArray;  ///< any order
  using Answer = std::unique_ptr<ColumnSlices>;

  struct Plan {
    double epsilon = 0;  ///< of the whole session, under add-remove
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Task held_back(const Task& task) { return task; }
  static Answer draw(const Task& task, const Plan& plan, Data column, Randomness& randomness);
};

static_assert(Releasable<ColumnSlicesRelease>);

}  // namespace logstar
