// Learns from labelled points in several dimensions an axis-aligned box, label 1 inside and 0
// outside, by either algorithm, or by the one that promises fewer errors.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; each algorithm's own
//   header has its theorem. Neighbours differ in one labelled point.
// Source: CLNSS22 section 1.3.4.
// Departures: as the algorithms.
// Cost: that of the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/rectangle_slices.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

enum class RectangleAlgorithm { outermost, slices };
constexpr RectangleAlgorithm last_of(RectangleAlgorithm) { return RectangleAlgorithm::slices; }

/// "outermost", "slices".
std::string_view name_of(RectangleAlgorithm algorithm);

/// All that is public about a draw.
struct RectangleTask {
  std::vector<RectangleAxis> axes;  ///< 1 to 64 of 1 to 2^26 bits
  Loss loss;                        ///< delta above 0
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
  std::variant<RectangleOutermostParameters, RectangleSlicesParameters> parameters;
  /// If some box labels all points rightly, then with probability at least 1 - beta the result
  /// labels no point of label 0 wrongly and at most so many of label 1; no result says 0 to all.
  std::int64_t errors = 0;
  std::uint64_t least_ones = 0;  ///< with so many points of label 1 there is a result then
};

/// Errors: OutOfRange for the task's values, or an epsilon too small to be divided.
RectangleDraw calibrate_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task);

/// That of the algorithm which promises fewer errors.
RectangleDraw calibrate_best_rectangle(const RectangleTask& task);

/// `ones`: the coordinates of the points of label 1, one array an axis, keys inside its domain, a
/// point at the same place in each. Nothing if one of the sides was not found. Errors: OutOfRange
/// unless there is an array for each axis, all of one length.
std::optional<RectangleHypothesis> learn_rectangle(const RectangleDraw& draw,
                                                   const RectangleTask& task,
                                                   const std::vector<KeyArray>& ones,
                                                   Randomness& randomness);

struct RectanglePlan {
  RectangleAlgorithm algorithm = RectangleAlgorithm::outermost;
  bool available = false;
  std::int64_t errors = 0;
  std::uint64_t least_records = 0;  ///< for an error rate of at most `accuracy` on the data
  std::uint64_t generalisation_records = 0;  ///< and below it on fresh samples, with probability
                                             ///< 1 - 2 beta
  bool chosen = false;
  std::string reason;
};

/// What either needs for an error rate below `accuracy`, 1e-4 to 1/2. Errors: OutOfRange.
std::vector<RectanglePlan> plan_rectangle(const RectangleTask& task, double accuracy);

}  // namespace logstar
