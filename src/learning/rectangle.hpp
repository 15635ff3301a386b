// Learns from labelled points in several dimensions an axis-aligned box, label 1 inside and 0
// outside, by any of the algorithms: axis by axis unless another one is named.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; each algorithm's own
//   header has its theorem. Neighbours differ in one labelled point.
// Source: as the algorithms.
// Departures: as the algorithms.
// Cost: that of the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/learning/rectangle_by_axes.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/rectangle_slices.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

enum class RectangleAlgorithm { outermost, slices, axis_by_axis };
constexpr RectangleAlgorithm last_of(RectangleAlgorithm) {
  return RectangleAlgorithm::axis_by_axis;
}

/// "outermost", "slices", "axis-by-axis".
std::string_view name_of(RectangleAlgorithm algorithm);

/// All that is public about a draw.
struct RectangleTask {
  std::vector<RectangleAxis> axes;  ///< 1 to 64 of 1 to 2^26 bits
  Loss loss;                        ///< axis by axis spends no delta, the others need one
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;  ///< how often a promise may be broken

  void describe(auto& field) {
    field("domains", axes);
    loss.describe(field);
    field("neighbors", neighbors);
  }
};

struct RectangleDraw {
  RectangleAlgorithm algorithm = RectangleAlgorithm::outermost;
  std::variant<RectangleOutermostParameters, RectangleSlicesParameters, RectangleByAxesParameters>
      parameters;
  Loss loss;  ///< what it costs
  /// Axis by axis: RectangleByAxesParameters::excess. The others: if some box labels all points rightly, then with probability at least 1 - beta the result
  /// labels no point of label 0 wrongly and at most so many of label 1; no result says 0 to all.
  std::int64_t errors = 0;
  std::uint64_t least_ones = 0;  ///< with so many points of label 1 there is a result then
};

/// Errors: OutOfRange for the task's values, or an epsilon too small to be divided; for one that needs a
/// delta if there is none, and for axis by axis with an axis of more than kMostAxisBits.
RectangleDraw calibrate_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task);

/// Axis by axis. With a wider axis than it takes, that of the other two which promises fewer errors.
RectangleDraw calibrate_best_rectangle(const RectangleTask& task);

/// `points`: inside the task's domains. Nothing if one of the sides was not found. Errors: OutOfRange
/// unless there is an array for each axis, all of one length, and as many labels.
std::optional<RectangleHypothesis> learn_rectangle(const RectangleDraw& draw,
                                                   const RectangleTask& task,
                                                   const LabelledPoints& points,
                                                   Randomness& randomness);

struct RectanglePlan {
  RectangleAlgorithm algorithm = RectangleAlgorithm::outermost;
  bool available = false;
  bool promises = false;    ///< whether it promises anything about the box as a whole
  Loss spent;               ///< what a run costs
  std::int64_t errors = 0;  ///< if it does
  std::uint64_t least_records =
      0;  ///< if it does, for an error rate of at most `accuracy` on the data
  std::uint64_t generalisation_records = 0;  ///< and below it on fresh samples, with probability
                                             ///< 1 - 2 beta
  bool chosen = false;
  std::string reason;
};

/// What each needs for an error rate below `accuracy`, 1e-4 to 1/2. Errors: OutOfRange.
std::vector<RectanglePlan> plan_rectangle(const RectangleTask& task, double accuracy);

}  // namespace logstar
