// How many records sanitized data need for an error of at most a share of them.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: some twenty calibrations.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_interval.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/sanitizing/points_release.hpp"

namespace logstar {

struct PointsPlan {
  double error = 0;           ///< by which each item's count may be off
  std::uint64_t records = 0;  ///< of this many, `error` is the requested share
};

/// For counts of items by the stable histogram, whatever method the task names: SanPoints gives no bound for
/// withheld items. `task.accuracy`: the share, 0.001 to 1. Errors: OutOfRange.
PointsPlan plan_sanitized_points(PointsTask task);

/// The request of a distribution's plan.
struct DistributionPlanTask {
  KeyInterval domain;
  Loss loss;  ///< delta 0 leaves quantiles only
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  double accuracy = 0.1;  ///< by which share of the records any threshold may be off, 0.001 to 1

  void describe(auto& field) {
    field("domain", domain);
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("accuracy", accuracy);
  }
};

struct DistributionPlan {
  std::uint64_t points = 1;  ///< how many quantiles need the fewest records
  std::uint64_t records = 0;
  std::uint64_t most_equal = 0;  ///< that is enough if no value occurs more often
  /// For counts of all values: empty if the domain has too many of them.
  std::optional<std::uint64_t> counted_records;
  /// For BNS13's SanThresholds: the declared size from which on it has the same accuracy. Empty if no size
  /// does, or without a delta.
  std::optional<std::uint64_t> least_size;
};

/// Errors: OutOfRange.
DistributionPlan plan_distribution(const DistributionPlanTask& task);

}  // namespace logstar
