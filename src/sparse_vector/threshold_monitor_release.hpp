// ThresholdMonitor as a release that is charged as a whole.
//
// Privacy, source, cost: as threshold_monitor.hpp, which answers.
// Departures: none.
#pragma once

#include <cstddef>
#include <memory>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sparse_vector/conversation.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"

namespace logstar {

struct ThresholdMonitorRelease {
  using Task = MonitorOptions;
  using Plan = MonitorPlan;
  using Data = std::size_t;  ///< the number of records; each question has their values
  using State = ThresholdMonitorState;
  using Answer = std::unique_ptr<Conversation<Task, ThresholdMonitor>>;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data records, Randomness& randomness);

  /// Resumes a saved state, with the `task` of its conversation. Samples nothing. Errors: OutOfRange.
  static Answer resume(const Task& task, const Plan& plan, State saved, Randomness& randomness);
};

static_assert(Releasable<ThresholdMonitorRelease>);

}  // namespace logstar
