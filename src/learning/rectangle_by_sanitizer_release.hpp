// A box learned through private quantiles of every axis as a release.
//
// Privacy, source, cost: as rectangle_by_sanitizer.hpp.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// A box, or empty if every cell of some axis has too low a count.
struct RectangleBySanitizerRelease {
  struct Task {
    std::vector<KeyInterval> domains;  ///< one an axis, 1 to 64
    Loss loss;                         ///< a delta makes composing many axes cheaper
    Neighbors neighbors = Neighbors::add_remove;
    std::uint64_t quantiles = 31;  ///< quantiles of each axis, 1 to kMaxSpreadQuantiles
    double confidence = 0.95;
    /// How the quantiles of all axes are drawn; default: by the recursion. Slices need a delta and two quantiles.
    std::optional<DistributionMethod> method = std::nullopt;

    void describe(auto& field) {
      field("domains", domains);
      loss.describe(field);
      field("neighbors", neighbors);
      field("points", quantiles);
      field("confidence", confidence);
      field("by", method);
    }
  };
  using Data = LabelledPoints;  ///< of at most 64 bits, inside the domains
  using Answer = std::optional<RectangleHypothesis>;

  struct Plan {
    RectangleBySanitizerParameters learner;
    std::vector<DistributionParameters> quantiles;  ///< one an axis
    ExcessErrors errors;
    /// By slices: `errors` holds from this many points on, and `fewer` with fewer.
    std::uint64_t least_points = 0;
    ExcessErrors fewer;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  /// As above; an epsilon too small for slices is an obstacle.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange for columns or labels of different lengths.
  static Answer draw(const Task& task, const Plan& plan, Data points, Randomness& randomness);
};

static_assert(Releasable<RectangleBySanitizerRelease>);

}  // namespace logstar
