// Learns an axis-aligned box with sides on a public grid: one draw over all boxes of the grid. Labels
// may be wrong.
//
// Privacy: (epsilon, 0), and epsilon-bounded-range, for the declared neighbours (one labelled point),
//   for every data set. The grid must not depend on the data.
// Source: the generic private learner of Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, for
//   the boxes of a grid.
// Departures: "0 everywhere" is a candidate too. Full epsilon under add-remove, because the number of
//   right labels is a one-way score. Proof in docs/guarantees/rectangles.md.
// When: wherever the grid has few enough boxes. Its error bound holds for the box as a whole, for any labels.
// Cost: O(n d log(cells of an axis)); then, with sums carried from interval to interval, below 3
//   additions a box where axes have two cells or more, and 8 bytes a box: 88 MB at most.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// 80 cells on 2 axes, 20 on 3, 10 on 4.
inline constexpr std::uint64_t kMaxGridBoxes = 11'000'000;

/// How many boxes have their sides on the grid, "0 everywhere" being one more; empty if there are
/// more than kMaxGridBoxes. Errors: OutOfRange for other than 1 to 64 axes.
std::optional<std::uint64_t> boxes_of_grid(const std::vector<RectangleAxis>& axes);

struct RectangleGridParameters {
  std::vector<KeyArray> starts;  ///< the first key of every cell, an array an axis
  std::uint64_t boxes = 0;       ///< to choose from, "0 everywhere" included
  double draw_epsilon = 0;       ///< per right label
  /// With probability at least 1 - beta the drawn box makes at most this many errors more than the best of all
  /// `boxes`, whatever the labels.
  std::int64_t excess = 0;
};

/// 1 to 64 axes of 1 to 2^26 bits. Errors: OutOfRange for these, edges that do not increase within the
/// domain, more than kMaxGridBoxes boxes, epsilon outside 1e-9..1e4, beta outside (0, 1).
RectangleGridParameters calibrate_rectangle_grid(const std::vector<RectangleAxis>& axes,
                                                 double epsilon, Neighbors neighbors, double beta);

/// `points`: inside the axes' domains. Empty: "0 everywhere". Errors: OutOfRange unless each axis has an
/// array, all of one length, with one label per point.
std::optional<RectangleHypothesis> learn_rectangle_grid(const LabelledPoints& points,
                                                        const std::vector<RectangleAxis>& axes,
                                                        const RectangleGridParameters& parameters,
                                                        Randomness& randomness);

}  // namespace logstar
