// The grid on which questions are counted: whole records, or fractions of a record in steps of
// 2^-20.
//
// Everything in this folder works on whole numbers of grid steps. Noise has a discrete law on the same grid.
// The proofs move noise by one record's contribution, here a whole number of steps, so they carry over without
// change.
#pragma once

#include <cstdint>

namespace logstar {

enum class QueryGrid {
  counts,    ///< a record counts as 0 or 1; one step is one record
  fractions  ///< a record counts as a number from 0 to 1; one step is 2^-20 of a record
};

constexpr unsigned fraction_bits(QueryGrid grid) { return grid == QueryGrid::counts ? 0 : 20; }

/// The maximum contribution of one record, in steps.
constexpr std::int64_t steps_per_record(QueryGrid grid) {
  return std::int64_t(1) << fraction_bits(grid);
}

/// A record's contribution in steps: clamped to [0, 1], rounded to the nearest step; not-a-number
/// counts as 0. The rule treats each record alone, so it reveals nothing and needs no error.
std::uint32_t contribution_in_steps(double contribution, QueryGrid grid);

/// A count or sum in steps, to the nearest, cut at +-2^60; not-a-number counts as 0. Values that
/// differ by at most one record differ by at most one record's steps afterwards.
std::int64_t count_in_steps(double count, QueryGrid grid);

/// A threshold in steps, to the nearest. Throws OutOfRange unless |threshold| <= 2^40.
std::int64_t threshold_in_steps(double threshold, QueryGrid grid);

/// A number of steps as a number of records: exact up to 2^53 steps.
double records_of_steps(std::int64_t steps, QueryGrid grid);

}  // namespace logstar
