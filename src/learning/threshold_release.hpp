// A learned threshold as a release: `release<ThresholdRelease>(ledger, task, records, randomness)`
// charges, draws and claims.
//
// Privacy, source, cost: as threshold.hpp, which draws.
// Departures: none.
#pragma once

#include <optional>

#include "logstar/learning/threshold.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// A threshold, or empty if the algorithm found none (never with the exponential mechanism).
struct ThresholdRelease {
  struct Task {
    ThresholdTask learn;  ///< its beta is ignored
    double confidence = 0.95;
    std::optional<ThresholdAlgorithm> algorithm;  ///< default: best_threshold_algorithm
    /// The unit of privacy: records, or users with one record each, chosen by the user's own rows only.
    Protects protects = Protects::records;

    void describe(auto& field) {
      learn.describe(field);
      field("confidence", confidence);
      field("algorithm", algorithm);
      field("ofUsers", protects, Protects::records, Protects::users);
    }
  };
  using Data = LabelledKeys;  ///< of the task's width, inside its domain
  using Answer = std::optional<ThresholdHypothesis>;

  struct Plan {
    ThresholdTask learn;  ///< with the beta
    ThresholdDraw draw;
  };

  /// Errors: as calibrate_threshold.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data records, Randomness& randomness);
};

static_assert(Releasable<ThresholdRelease>);

}  // namespace logstar
