// How often frequent items occur, as a release: a stable histogram, or for comparison BNS13's SanPoints.
//
// Privacy, source, cost: as stable_histogram.hpp and san_points.hpp, which draw.
// Departures: none. Noisy counts are cut off at 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"

namespace logstar {

enum class PointsMethod {
  stable,  ///< a stable histogram
  rounds,  ///< SanPoints, tight
  paper    ///< SanPoints with the printed constants
};
constexpr PointsMethod last_of(PointsMethod) { return PointsMethod::paper; }

/// "stable", "rounds", "paper".
const char* name_of(PointsMethod method);

/// The public parameters of counts of items.
struct PointsTask {
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  /// Default: the stable histogram, whose error bound also covers withheld items for any number of records.
  std::optional<PointsMethod> method = std::nullopt;
  double accuracy = 0.1;    ///< of SanPoints: by which share of the records a count may be off
  std::uint64_t items = 1;  ///< of the stable histogram: for how many items at once the error holds

  void describe(auto& field) {
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("method", method);
    field("accuracy", accuracy);
    field("items", items);
  }
};

/// The released items, by their place among the counts, each with its noisy count.
struct PointsRelease {
  using Task = PointsTask;
  using Data = std::vector<std::int64_t>;  ///< how often each item occurs, at least 1
  using Answer = std::vector<NoisyPoint>;

  struct Plan {
    PointsMethod method = PointsMethod::stable;
    std::variant<StableHistogramParameters, SanPointsParameters> draw;
    std::int64_t error = 0;
    /// Of SanPoints: from this many records on every item's share, chosen or not, is within `accuracy`.
    std::optional<std::uint64_t> least_records = std::nullopt;
  };

  /// Errors: as the calibrations; OutOfRange for items outside 1..2^40.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data counts, Randomness& randomness);
};

static_assert(Releasable<PointsRelease>);

}  // namespace logstar
