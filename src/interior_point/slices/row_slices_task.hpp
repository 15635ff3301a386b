// What is public about a session of slices over rows: its terms, its loss and its claim.
//
// Privacy: the loss of everything that comes out of the session, for rows (or users with all rows) added or
//   removed, or replaced. Rows, and the number of rows of a slice, are as secret as the data.
// Source: CLNSS22 Algorithm 1 (ReorderSliceCompute) and Theorem 2.3; docs/guarantees/slices-over-rows.md.
// Departures: explicit constants (slice_loss.hpp).
// Cost: of a plan: as slice_epsilon_of, under replace some ten times as much.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/release/claim.hpp"

namespace logstar {

struct RowSlicesTask {
  double slice_epsilon = 0;  ///< rate of the noise on every length, 1e-5 to 20; 0: exact lengths
  Loss compute;              ///< what may be asked of one slice, under add-remove
  /// Empty: `compute` is a budget, for any number of pieces. Otherwise so many pieces of at most `compute` each.
  std::optional<std::uint32_t> computes;
  std::uint32_t slices = 1;    ///< of one session, 1 to kMaxSlices
  std::uint32_t sessions = 1;  ///< 1 to kMaxSessions
  double delta = 0;            ///< of everything, in 0..1
  Neighbors neighbors = Neighbors::add_remove;
  Protects protects = Protects::records;  ///< users: a row is one user with all rows

  void describe(auto& field) {
    field("sliceEpsilon", slice_epsilon);
    field("computeEpsilon", compute.epsilon);
    field("computeDelta", compute.delta);
    field("computes", computes, kMaxComputes);
    field("slices", slices, kMaxSlices);
    field("sessions", sessions, kMaxSessions);
    field("delta", delta);
    field("neighbors", neighbors);
    field("protects", protects);
  }

  SliceBudget budget() const;
};

struct RowSlicesPlan {
  double epsilon = 0;  ///< of everything, for the neighbours of the task
};

/// Errors: OutOfRange.
RowSlicesPlan plan_row_slices(const RowSlicesTask& task);

Claim claim_row_slices(const RowSlicesTask& asked, const RowSlicesPlan& plan);

/// The claim of a release in a slice: it promises the loss of the session, since other rows decide who is in
/// the slice. The piece's own loss stands among the parameters.
Claim claim_in_session(Claim piece, const Claim& session);

}  // namespace logstar
