// Learns an axis-aligned box from labelled points in several dimensions, label 1 inside and 0 outside. By
// default it draws over a public grid with few enough boxes, else axis by axis.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; each algorithm's own
//   header has its theorem. Neighbours differ in one labelled point.
// Source: as the algorithms.
// Departures: as the algorithms.
// Cost: as the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/learning/rectangle_by_axes.hpp"
#include "logstar/learning/rectangle_grid.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/rectangle_slices.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class RectangleAlgorithm { outermost, slices, axis_by_axis, exponential };
constexpr RectangleAlgorithm last_of(RectangleAlgorithm) { return RectangleAlgorithm::exponential; }

/// "outermost", "slices", "axis-by-axis", "exponential".
std::string_view name_of(RectangleAlgorithm algorithm);

/// The public parameters of a draw.
struct RectangleTask {
  std::vector<RectangleAxis> axes;  ///< 1 to 64 of 1 to 2^26 bits
  Loss loss;  ///< axis by axis and the exponential mechanism spend no delta, the others need one
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;           ///< how often a promise may be broken
  std::uint64_t tolerance = 0;  ///< errors that the best box may make

  void describe(auto& field) {
    field("domains", axes);
    loss.describe(field);
    field("neighbors", neighbors);
    field("tolerance", tolerance);
  }
};

/// Whether cells or edges were given for an axis.
bool has_grid(const RectangleTask& task);

struct RectangleDraw {
  RectangleAlgorithm algorithm = RectangleAlgorithm::outermost;
  std::variant<RectangleOutermostParameters, RectangleSlicesParameters, RectangleByAxesParameters,
               RectangleGridParameters>
      parameters;
  Loss loss;  ///< its loss
  /// Axis by axis: RectangleByAxesParameters::excess. The others: if the best box (of the grid, for the
  /// exponential mechanism) makes at most `tolerance` errors, the result makes at most this many, with
  /// probability at least 1 - beta. An empty result labels all points 0.
  std::int64_t errors = 0;
  bool agnostic = false;         ///< for any best box of the grid: at most errors - tolerance more
  std::uint64_t least_ones = 0;  ///< with this many points of label 1 the result then exists
  /// The median error on points spread evenly, if it is known. No guarantee.
  std::optional<double> usual;
};

/// Errors: OutOfRange for the task's values, or an epsilon too small to be divided. Also for a delta of 0 if
/// the algorithm needs one, for axis by axis with an axis of more than kMaxAxisBits, and for the exponential
/// mechanism with more than kMaxGridBoxes boxes.
Possible<RectangleDraw> possible_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task);

/// As above, but throws OutOfRange for an obstacle.
RectangleDraw calibrate_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task);

/// The exponential mechanism if a grid was given, or if there are at most kMaxGridBoxes boxes in total: it
/// usually errs least, and it alone has a bound for arbitrary labels. Axis by axis otherwise. For wider axes,
/// the one of the other two with the smaller error bound.
RectangleDraw calibrate_best_rectangle(const RectangleTask& task);

/// As above; a loss that is too small to be divided is an obstacle.
Possible<RectangleDraw> possible_best_rectangle(const RectangleTask& task);

/// `points`: inside the task's domains. Empty if a side was not found. Errors: OutOfRange unless each axis has
/// an array, all of one length, with one label per point.
std::optional<RectangleHypothesis> learn_rectangle(const RectangleDraw& draw,
                                                   const RectangleTask& task,
                                                   const LabelledPoints& points,
                                                   Randomness& randomness);

struct RectanglePlan {
  RectangleAlgorithm algorithm = RectangleAlgorithm::outermost;
  bool available = false;
  bool promises = false;    ///< whether it promises anything about the box as a whole
  Loss spent;               ///< the loss of a run
  std::int64_t errors = 0;  ///< if it does
  std::uint64_t least_records =
      0;  ///< if it does, for an error rate of at most `accuracy` on the data
  /// And below it on fresh samples, with probability 1 - 2 beta. 0 with a tolerance, except on a grid.
  std::uint64_t generalisation_records = 0;
  /// On a grid, for an error rate on fresh samples at most `accuracy` above that of its best box, whatever the labels,
  /// with probability 1 - 2 beta. 0: no such bound.
  std::uint64_t agnostic_records = 0;
  std::optional<double> usual;  ///< the median error on points spread evenly, if known
  bool chosen = false;
  std::string reason;
};

/// The records that each needs for an error rate below `accuracy`, 1e-4 to 1/2. Errors: OutOfRange.
std::vector<RectanglePlan> plan_rectangle(const RectangleTask& task, double accuracy);

}  // namespace logstar
