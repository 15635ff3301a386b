// AboveThreshold as a release that is charged as a whole.
//
// Privacy, source, cost: as above_threshold.hpp, which answers.
// Departures: none.
#pragma once

#include <memory>
#include <variant>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/conversation.hpp"

namespace logstar {

/// The public parameters.
struct AboveThresholdTask : AboveThresholdOptions {
  double threshold = 0;  ///< in records, within +-2^40

  void describe(auto& field) {
    AboveThresholdOptions::describe(field);
    field("threshold", threshold);
  }
};

struct AboveThresholdRelease {
  using Task = AboveThresholdTask;
  using Plan = AboveThresholdPlan;
  using Data = std::monostate;  ///< each question has its own value
  using State = AboveThresholdState;
  using Answer = std::unique_ptr<Conversation<Task, AboveThreshold>>;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness);

  /// Resumes a saved state, with the `task` of its conversation. Samples nothing. Errors: OutOfRange.
  static Answer resume(const Task& task, const Plan& plan, const State& saved,
                       Randomness& randomness);
};

static_assert(Releasable<AboveThresholdRelease>);

}  // namespace logstar
