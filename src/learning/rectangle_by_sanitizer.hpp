// Learns an axis-aligned box from labelled points through any sanitizer for thresholds. Each axis is cut by its
// synthetic records, and the points of label 1 in each cell are counted with noise. The sides are the outermost
// cells with such points.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled point), for every data set,
//   if the sanitizer keeps its share for them: a sanitizer and a histogram on every axis, composed.
// Source: BNS13 section 3.5 (after Kearns' learner from statistical queries).
// Departures: the cells are the synthetic keys and the gaps between them, so that each heavy key is a cell; a
//   side is the inner end of its cell, so that the result stays inside a good box. The noise is discrete
//   Laplace. Proof in rectangle_by_sanitizer.cpp and docs/guarantees/sanitizers-learn.md.
// When: for comparison. rectangle.hpp needs far less.
// Cost: as the sanitizer and one draw a cell, on every axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The coordinates of all points on one axis, by label, inside its domain.
struct LabelledAxis {
  KeyInterval domain;
  GroupedKeys ones;
  GroupedKeys zeros;
};

struct RectangleBySanitizerParameters {
  Loss loss;
  Loss sanitizer;            ///< that each axis' sanitizer has to keep, for the declared neighbours
  double count_epsilon = 0;  ///< rate of the noise on a cell's count
  std::int64_t significant = 0;  ///< noisy counts from here on are taken for points
  std::uint64_t axes = 0;
  std::uint64_t cells = 0;  ///< of an axis, at most
};

/// `axes`: 1 to 64. `most_keys`: how many keys the synthetic records of an axis may have, 1 to
/// 10^6. `beta`: how often the counts may break the promise. Errors: OutOfRange for these; for
/// epsilon outside 1e-9..1e4 or too small to be divided, delta outside [0, 1).
RectangleBySanitizerParameters calibrate_rectangle_by_sanitizer(std::size_t axes,
                                                                std::uint64_t most_keys,
                                                                const Loss& loss,
                                                                Neighbors neighbors, double beta);

/// Suppose that some box labels all points rightly. Then with probability at least 1 - beta - axes s the result
/// labels all points of label 0 rightly and at most this many of label 1 wrongly (E + A n; an empty result
/// labels all 0). This holds if with probability 1 - s at every key the number of synthetic records at or below
/// it, scaled to the number of points, is off by at most `records` + `share` n.
ExcessErrors rectangle_by_sanitizer_errors(const RectangleBySanitizerParameters& parameters,
                                           double records, double share);

/// Empty if every count on some axis is too low. Errors: OutOfRange unless the axes are as many as calibrated,
/// each has a sanitizer, and all have the same number of points of either label.
std::optional<RectangleHypothesis> learn_rectangle_by_sanitizer(
    const std::vector<LabelledAxis>& axes, const RectangleBySanitizerParameters& parameters,
    const std::vector<ThresholdSanitizer>& sanitizers, Randomness& randomness);

}  // namespace logstar
