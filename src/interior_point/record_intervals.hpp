// Medians, quantiles and several quantiles of records with intervals.
//
// Privacy, source, cost: as interval_release.hpp.
// Departures: without a delta and a named algorithm, and with choice by usual error, the exponential mechanism draws
//   the point. It misses by less on smooth data than cut choice at two rates, which promises 2% more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/interior_point/interval_release.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"

namespace logstar {

struct RankPoints {
  using Mechanism = RankRelease;
  /// Errors: OutOfRange for no quantile, and a domain of more than 64 bits.
  static PointsShape shape_of(const RankTask& task);
  static RankTask with_epsilon(RankTask task, double epsilon);
  static std::vector<GroupOfPoints> draw(const RankTask& task, const RankRelease::Plan& plan,
                                         KeyColumn column, Randomness& randomness);
};

struct QuantilesPoints {
  using Mechanism = QuantilesRelease;
  static PointsShape shape_of(const QuantilesTask& task);
  static QuantilesTask with_epsilon(QuantilesTask task, double epsilon);
  static std::vector<GroupOfPoints> draw(const QuantilesTask& task,
                                         const QuantilesRelease::Plan& plan,
                                         std::vector<std::uint64_t> keys, Randomness& randomness);
};

using RankIntervalRelease = IntervalRelease<RankPoints>;
using QuantilesIntervalRelease = IntervalRelease<QuantilesPoints>;

static_assert(Releasable<RankIntervalRelease>);
static_assert(Releasable<QuantilesIntervalRelease>);

/// The expected interval of one quantile for a given number of records.
struct IntervalPlan {
  std::optional<IntervalWidthParameters> width;  ///< nothing: there would be none
  double target = 0;                             ///< in ranks
  double usual = 0;            ///< half-width in ranks, of smooth data; no guarantee
  double without_privacy = 0;  ///< half-width that sampling alone asks for, in ranks; of the data 0
};

/// "both", "low", "high" or "none": which ends it would have.
const char* name_of_sides(const IntervalPlan& plan);

/// Where the noisy count is the number of records. Errors: OutOfRange.
IntervalPlan plan_interval(const RankIntervalRelease::Task& task, std::uint64_t records);

}  // namespace logstar
