// Learns an axis-aligned box from the outermost points on each of its sides; every side uses all points.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled point), for every data set.
// Source: after CLNSS22 section 1.3.4: an interior point of the outermost coordinates on each side.
// Departures: labels may be wrong: each side leaves out as many outermost coordinates as the best box may
//   make errors. Points stay in the data for all sides, and the m next coordinates are filled up to exactly m.
//   One point more replaces at most one coordinate on each of the 2 d sides; the 2 d draws are composed.
//   Interior points by cut choice. Proof in rectangle_outermost.cpp.
// When: up to 6 dimensions, at large epsilon 9; beyond, rectangle_slices.hpp needs fewer points.
// Cost: a sort for each axis, then 2 d draws of m keys.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct RectangleOutermostParameters {
  std::vector<CutChoiceParameters> search;  ///< one an axis, for either side
  std::uint64_t outermost = 0;              ///< m: the number of coordinates a side
  std::uint64_t tolerance = 0;              ///< each side leaves out this many coordinates before
  /// If some box makes at most `tolerance` errors, then with probability at least 1 - beta all sides are found,
  /// and the result makes at most this many errors; at tolerance 0 all of them on label 1.
  std::int64_t errors = 0;
};

/// 1 to 64 axes of 1 to 2^26 bits. An obstacle for a loss that is too small to be divided. Errors: OutOfRange for
/// these, epsilon outside 1e-9..1e4, delta or beta outside (0, 1), tolerance beyond 2^40.
Possible<RectangleOutermostParameters> possible_rectangle_outermost(
    const std::vector<RectangleAxis>& axes, const Loss& loss, Neighbors neighbors, double beta,
    std::uint64_t tolerance = 0);

/// As above, but throws OutOfRange for an obstacle.
RectangleOutermostParameters calibrate_rectangle_outermost(const std::vector<RectangleAxis>& axes,
                                                           const Loss& loss, Neighbors neighbors,
                                                           double beta,
                                                           std::uint64_t tolerance = 0);

/// `ones`: the coordinates of the points of label 1, one array an axis, keys inside its domain, a
/// point at the same place in each. The privacy claim is for all sides together, found or not. Errors:
/// OutOfRange unless there is an array for each axis, all of one length.
RectangleSides rectangle_sides_outermost(const std::vector<KeyArray>& ones,
                                         const std::vector<RectangleAxis>& axes,
                                         const RectangleOutermostParameters& parameters,
                                         Randomness& randomness);

}  // namespace logstar
