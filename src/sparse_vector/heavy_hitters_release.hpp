// HeavyHitterMonitor as a release that is charged as a whole.
//
// Privacy, source, cost: as heavy_hitters.hpp, which reports.
// Departures: none.
#pragma once

#include <memory>
#include <variant>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sparse_vector/conversation.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"

namespace logstar {

struct HeavyHitterRelease {
  using Task = HeavyHitterOptions;
  using Plan = HeavyHitterPlan;
  using Data = std::monostate;  ///< each step has its own holdings
  using State = HeavyHitterState;
  using Answer = std::unique_ptr<Conversation<Task, HeavyHitterMonitor>>;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness);

  /// Resumes a saved state, with the `task` of its conversation. Samples nothing. Errors: OutOfRange.
  static Answer resume(const Task& task, const Plan& plan, const State& saved,
                       Randomness& randomness);
};

static_assert(Releasable<HeavyHitterRelease>);

}  // namespace logstar
