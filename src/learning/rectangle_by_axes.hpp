// Learns an axis-aligned box, one axis after the other: on each the interval with the fewest errors
// among the points that lie inside the other axes' intervals. Labels may be wrong.
//
// Privacy: (epsilon, 0) for the declared neighbours (one labelled point), for every data set.
// Source: the generic private learner of Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, for
//   intervals.
// Departures: a quarter of epsilon (an eighth with one axis) buys a start on each axis: the median of the
//   coordinates of label 1, and a range around it that leaves out 1/(2 d) of them. An axis' candidates are the
//   intervals that meet or touch the private median, the empty one included, so that both ends are drawn
//   separately. One round. Proof in docs/guarantees/rectangles.md.
// When: always on domains of up to 64 bits. It has no bound for the box as a whole; the other algorithms do,
//   for labels that some box explains without error.
// Cost: for each axis three quantiles and two thresholds: O(n d), and O(d) sorts of at most n keys.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_exponential.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The widest axis that quantiles are drawn on.
inline constexpr std::uint32_t kMaxAxisBits = 64;

struct RectangleByAxesParameters {
  ExponentialParameters centre;         ///< of an axis' private median
  double side_epsilon = 0;              ///< of a first range's ends, per unit of score
  ThresholdExponentialParameters step;  ///< for both ends of an axis
  /// With probability at least 1 - beta, on every axis, the interval found makes at most this many errors more
  /// than the best interval that meets or touches the private median, among the points inside the other axes'
  /// intervals at that time.
  std::int64_t excess = 0;
};

/// 1 to 64 axes of 1 to 64 bits. An obstacle for an epsilon too small to be divided. Errors: OutOfRange for these,
/// epsilon outside 1e-9..1e4, beta outside (0, 1).
Possible<RectangleByAxesParameters> possible_rectangle_by_axes(
    const std::vector<RectangleAxis>& axes, double epsilon, Neighbors neighbors, double beta);

/// As above, but throws OutOfRange for an obstacle.
RectangleByAxesParameters calibrate_rectangle_by_axes(const std::vector<RectangleAxis>& axes,
                                                      double epsilon, Neighbors neighbors,
                                                      double beta);

/// `points`: inside the axes' domains. Empty if an axis' interval is empty. Errors: OutOfRange unless each axis
/// has an array, all of one length, with one label per point.
std::optional<RectangleHypothesis> learn_rectangle_by_axes(
    const LabelledPoints& points, const std::vector<RectangleAxis>& axes,
    const RectangleByAxesParameters& parameters, Randomness& randomness);

}  // namespace logstar
