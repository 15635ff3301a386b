// A threshold learned through recursive quantiles as a release.
//
// Privacy: (epsilon, 0); otherwise as threshold_by_sanitizer.hpp, as are source and cost.
// Departures: none.
#pragma once

#include <cstdint>

#include "logstar/domain/key_interval.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar {

struct ThresholdBySanitizerRelease {
  struct Task {
    KeyInterval domain;
    double epsilon = 0;
    Neighbors neighbors = Neighbors::add_remove;
    std::uint64_t quantiles = 31;  ///< quantiles of either label, 1 to kMaxSpreadQuantiles
    double confidence = 0.95;
    Protects protects = Protects::records;  ///< as ThresholdRelease::Task

    void describe(auto& field) {
      field("domain", domain);
      field("epsilon", epsilon);
      field("neighbors", neighbors);
      field("points", quantiles);
      field("confidence", confidence);
      field("ofUsers", protects, Protects::records, Protects::users);
    }
  };
  using Data = LabelledKeys;  ///< of at most 64 bits, inside the domain
  using Answer = ThresholdHypothesis;

  struct Plan {
    ThresholdBySanitizerParameters learner;
    DistributionParameters quantiles;  ///< of either label
    ExcessErrors errors;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data records, Randomness& randomness);
};

static_assert(Releasable<ThresholdBySanitizerRelease>);

}  // namespace logstar
