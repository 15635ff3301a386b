// Slices over rows as a release that is charged as a whole.
//
// Privacy, source, cost: as row_slices.hpp, which cuts.
// Departures: none.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "logstar/interior_point/slices/row_slices.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// A saved session, with the rows that it was cut from.
template <typename Row>
struct SavedRowSlices {
  std::vector<Row> rows;
  RowSlicesState state;
};

template <typename Row>
struct RowSlicesRelease {
  using Task = RowSlicesTask;
  using Plan = RowSlicesPlan;
  using Data = std::vector<Row>;
  using State = SavedRowSlices<Row>;
  using Answer = std::unique_ptr<RowSlices<Row>>;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task) { return plan_row_slices(task); }
  static Claim claim(const Task& asked, const Plan& plan) { return claim_row_slices(asked, plan); }
  /// Its rates are declared, and cost slightly less than the charge.
  static Task with_loss(const Task& task, const Plan&, const Loss&) { return task; }
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness) {
    return std::make_unique<RowSlices<Row>>(task, claim(task, plan), std::move(rows), randomness);
  }

  /// Resumes a saved session on the same rows, with its `task`. Draws nothing. Errors: OutOfRange.
  static Answer resume(const Task& task, const Plan& plan, State saved, Randomness& randomness) {
    return std::make_unique<RowSlices<Row>>(task, claim(task, plan), std::move(saved.rows),
                                            std::move(saved.state), randomness);
  }
};

static_assert(Releasable<RowSlicesRelease<std::uint32_t>>);

}  // namespace logstar
