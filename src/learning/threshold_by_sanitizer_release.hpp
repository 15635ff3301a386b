// A threshold learned through private quantiles of either label as a release.
//
// Privacy: (epsilon, 0), or (epsilon, delta) by noisy slices; otherwise as threshold_by_sanitizer.hpp, as are
//   source and cost.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_interval.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The least rate of the noise on the number of records of a label: of a part that is filled up, a draw takes about a
/// microsecond a filling and level of quantiles, whatever the data.
inline constexpr double kMinCountEpsilon = 1e-4 * (1 - 0x1p-40);

/// The obstacle to a loss that leaves less for the number of records of either label, or empty. Errors: OutOfRange as
/// calibrate_threshold_by_sanitizer.
std::optional<Obstacle> fillings_obstacle(const Loss& loss, Neighbors neighbors);

struct ThresholdBySanitizerRelease {
  struct Task {
    KeyInterval domain;
    double epsilon = 0;
    Neighbors neighbors = Neighbors::add_remove;
    std::uint64_t quantiles = 31;  ///< quantiles of either label, 1 to kMaxSpreadQuantiles
    double confidence = 0.95;
    Protects protects = Protects::records;  ///< as ThresholdRelease::Task
    double delta = 0;                       ///< above 0 it allows noisy slices
    /// No option: a plan sets in the task of its draw how its quantiles are drawn.
    std::optional<DistributionMethod> method = std::nullopt;

    void describe(auto& field) {
      field("domain", domain);
      field("epsilon", epsilon);
      field("neighbors", neighbors);
      field("points", quantiles);
      field("confidence", confidence);
      field("ofUsers", protects, Protects::records, Protects::users);
      field("delta", delta);
    }
  };
  using Data = LabelledKeys;  ///< of at most 64 bits, inside the domain
  using Answer = ThresholdHypothesis;

  struct Plan {
    ThresholdBySanitizerParameters learner;
    DistributionParameters quantiles;  ///< of either label
    ExcessErrors errors;
    std::uint64_t most_equal =
        0;  ///< `errors` holds if no value occurs more often; 0: however often
    /// By slices: `errors` holds from this many records of either label on, and `fewer` with fewer.
    std::uint64_t least_records = 0;
    ExcessErrors fewer;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data records, Randomness& randomness);
};

static_assert(Releasable<ThresholdBySanitizerRelease>);

}  // namespace logstar
