// Learns an axis-aligned box by cutting slices off the points of label 1, one for each side, with
// an interior point of each.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled point), for every data set.
// Source: CLNSS22 section 1.3.4 (Corollary 1.9) on its engine of slices (Algorithm 1, Theorem 2.1).
// Departures: the engine's constants are computed (interior_point/slices/slice_loss.hpp). Interior points
//   by cut choice. Counting the points first is unnecessary: a slice that is too short abstains instead of
//   returning a point outside of it. Labels may be wrong: of each slice as many outermost points are left out
//   as the best box may make errors.
// When: from 7 dimensions on, at large epsilon 10. One point changes a few slices only, however many there are,
//   so that the errors grow with d instead of d^2 as for rectangle_outermost.hpp.
// Cost: O(n) for each of the 2 d slices, and a draw of each.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct RectangleSlicesParameters {
  SliceBudget budget;
  std::vector<CutChoiceParameters> search;  ///< one an axis, for either side
  std::vector<std::uint64_t> lengths;       ///< of an axis' slices, without noise
  std::uint64_t tolerance = 0;  ///< this many points of a slice, the outermost ones, are left out
  /// If some box makes at most `tolerance` errors, then with probability at least 1 - beta the result makes at
  /// most this many; at tolerance 0 all of them on label 1. If a side is not found, the result labels all 0.
  std::int64_t errors = 0;
  std::uint64_t least_ones = 0;  ///< with this many points of label 1 all sides are found then
};

/// 1 to 64 axes of 1 to 2^26 bits. An obstacle if the loss is too small to be divided among slices (epsilon
/// about 0.001). Errors: OutOfRange for these, epsilon outside 1e-9..1e4, delta or beta outside (0, 1),
/// tolerance beyond 2^40.
Possible<RectangleSlicesParameters> possible_rectangle_slices(
    const std::vector<RectangleAxis>& axes, const Loss& loss, Neighbors neighbors, double beta,
    std::uint64_t tolerance = 0);

/// As above, but throws OutOfRange for an obstacle.
RectangleSlicesParameters calibrate_rectangle_slices(const std::vector<RectangleAxis>& axes,
                                                     const Loss& loss, Neighbors neighbors,
                                                     double beta, std::uint64_t tolerance = 0);

/// `ones`: the coordinates of the points of label 1, one array an axis, keys inside its domain, a
/// point at the same place in each. The privacy claim is for all sides together, found or not. Errors:
/// OutOfRange unless there is an array for each axis, all of one length.
RectangleSides rectangle_sides_slices(const std::vector<KeyArray>& ones,
                                      const std::vector<RectangleAxis>& axes,
                                      const RectangleSlicesParameters& parameters,
                                      Randomness& randomness);

}  // namespace logstar
