// The request of a learner's planner: the task, the error rate and the confidence.
//
// Privacy: none is spent; everything here is public.
#pragma once

#include "logstar/release/described.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

/// For a learner whose task has a `beta`.
template <Described Learner>
struct Planned {
  Learner learner;           ///< its beta is ignored
  double accuracy = 0.1;     ///< the requested error rate, 1e-4 to 1/2
  double confidence = 0.95;  ///< in (0, 1)

  void describe(auto& field) {
    learner.describe(field);
    field("accuracy", accuracy);
    field("confidence", confidence);
  }

  /// The learner's task with its beta. Errors: OutOfRange for the confidence.
  Learner task() const {
    check_confidence(confidence);
    Learner task = learner;
    task.beta = 1 - confidence;
    return task;
  }
};

}  // namespace logstar
