// BNS13's synthetic records as a release.
//
// Privacy, source, cost: as san_thresholds.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"

namespace logstar {

/// The public parameters of synthetic records.
struct SanThresholdsTask {
  SanThresholdsRequest request;
  KeyInterval domain;  ///< keys of the request's bits
  double confidence = 0.95;

  void describe(auto& field) {
    field("domain", domain);
    request.bits = domain.bits();
    field("size", request.size);
    field("accuracy", request.accuracy);
    request.loss.describe(field);
    field("neighbors", request.neighbors);
    field("confidence", confidence);
  }
};

struct SanThresholdsRelease {
  using Task = SanThresholdsTask;
  using Data = GroupedKeys;  ///< inside the domain
  using Answer = SanitizedThresholds;

  struct Plan {
    SanThresholdsParameters draw;
    bool kept = false;  ///< whether the promise holds with the task's confidence
    /// If it does not: from which declared size on it would.
    std::optional<std::uint64_t> least_size;
  };

  /// Errors: as calibrate_san_thresholds, and OutOfRange for a confidence outside (0, 1).
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);

  /// The declared size from which on the promise holds with the task's confidence, whatever size the task
  /// names. Empty if no size that can be declared does, or if epsilon cannot be divided among that many steps.
  static std::optional<std::uint64_t> least_size(const Task& task);
};

static_assert(Releasable<SanThresholdsRelease>);

}  // namespace logstar
