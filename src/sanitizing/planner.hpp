// How many records sanitized data need for an error of at most a share of them.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: some twenty calibrations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/sanitizing/points_release.hpp"

namespace logstar {

struct PointsPlan {
  PointsMethod method = PointsMethod::stable;
  double error =
      0;  ///< by which a returned item's count may be off; of the stable histogram, any item's
  std::optional<std::uint64_t>
      records;  ///< from which on any item is off by `accuracy` at most, if any
};

/// For counts of items by every method, whatever method the task names. `task.accuracy`: the share, 0.001 to 1.
/// Errors: OutOfRange.
std::vector<PointsPlan> plan_sanitized_points(PointsTask task);

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
  std::uint64_t fresh_records =
      0;  ///< as records_for_population, by the best number of points for it
  std::uint64_t sliced_fresh_records = 0;  ///< the same by noisy slices
  /// By noisy slices: how many points and records; empty without a delta.
  std::optional<std::uint64_t> sliced_points;
  std::uint64_t sliced_records = 0;
  /// For counts of all values: empty if the domain has too many of them.
  std::optional<std::uint64_t> counted_records;
  /// For BNS13's SanThresholds: the declared size from which on it has the same accuracy. Empty if no size
  /// does, or without a delta.
  std::optional<std::uint64_t> least_size;
};

/// The number of independent records from which on, except with probability 2 beta, the distribution that they were
/// drawn from is within `share` of the released one at every value: the sampling error sqrt(ln(2/beta)/(2 n))
/// of Dvoretzky, Kiefer, Wolfowitz and Massart comes on top of error/n + half_step. `error`: in records, from
/// `least` records on. Empty if no number does.
std::optional<std::uint64_t> records_for_population(double error, double half_step,
                                                    std::uint64_t least, double share, double beta);

/// Errors: OutOfRange.
DistributionPlan plan_distribution(const DistributionPlanTask& task);

}  // namespace logstar
