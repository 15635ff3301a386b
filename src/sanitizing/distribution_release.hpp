// How numbers are distributed, as a release.
//
// Privacy, source, cost: as distribution.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar {

/// The public parameters of a distribution.
struct DistributionTask {
  /// How many quantiles, 1 to kMaxSpreadQuantiles. Default: the number for `records`, or kUsualSpreadQuantiles.
  std::optional<std::uint64_t> quantiles = std::nullopt;
  KeyInterval domain;
  double epsilon = 0;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< that every threshold keeps the stated error
  /// About how many records there are, a public guess, instead of `quantiles` (spread_quantiles_for). Privacy
  /// and promise hold for any guess.
  std::optional<std::uint64_t> records = std::nullopt;
  double delta = 0;  ///< above 0 it allows noisy slices; draws that need none spend none
  /// Default: what promises the smaller error. Slices need a delta.
  std::optional<DistributionMethod> method = std::nullopt;

  void describe(auto& field) {
    field("points", quantiles);
    field("records", records);
    field("domain", domain);
    field("epsilon", epsilon);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("delta", delta);
    field("method", method);
  }
};

/// The quantiles' keys in increasing order.
struct DistributionRelease {
  using Task = DistributionTask;
  using Data = std::vector<std::uint64_t>;  ///< one key a record, any order, inside the domain
  using Answer = std::vector<std::uint64_t>;
  using Plan = DistributionParameters;

  /// Errors: OutOfRange, also for both of quantiles and records.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data keys, Randomness& randomness);
};

static_assert(Releasable<DistributionRelease>);

}  // namespace logstar
