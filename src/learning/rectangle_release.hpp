// A learned box as a release: `release<RectangleRelease>(ledger, task, points, randomness)` charges,
// draws and claims.
//
// Privacy, source, cost: as rectangle.hpp, which draws.
// Departures: none.
#pragma once

#include <optional>

#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// A box, or empty if a side was not found.
struct RectangleRelease {
  struct Task {
    RectangleTask learn;  ///< its beta is ignored
    double confidence = 0.95;
    std::optional<RectangleAlgorithm> algorithm;  ///< default: as calibrate_best_rectangle

    void describe(auto& field) {
      learn.describe(field);
      field("confidence", confidence);
      field("algorithm", algorithm);
    }
  };
  using Data = LabelledPoints;  ///< inside the task's domains
  using Answer = std::optional<RectangleHypothesis>;

  using Plan = RectangleDraw;

  /// Errors: as calibrate_rectangle.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange for columns or labels of different lengths.
  static Answer draw(const Task& task, const Plan& plan, Data points, Randomness& randomness);
};

static_assert(Releasable<RectangleRelease>);

}  // namespace logstar
