// From a privacy budget to the noise of ThresholdMonitor, and the accuracy of its answers.
//
// Privacy: each plan's parameters make ThresholdMonitor cost no more than the plan's `loss`.
//   charging, laplace: charging_loss.hpp. sampled: (epsilon, 0). paper: KMS20 Theorem 3.2, at
//   (75 (k + 1) e / ln(1/d) + 25 e, 2 d), or Theorem 3.8 as ceil(k / ln(1/d)) such epochs of
//   allowance ln(1/d) composed, whichever has less noise.
// Source: docs/guarantees/threshold-monitor.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/sparse_vector/monitor_parameters.hpp"
#include "logstar/sparse_vector/threshold_accuracy.hpp"

namespace logstar {

struct MonitorOptions {
  double epsilon = 1;                           // total, 1e-9 to 1e4
  double delta = 0;                             // total, 0 <= delta < 1; 0 leaves only `sampled`
  std::uint64_t per_record = 1;                 // yeses a record takes part in, 1 to 10^6
  Neighbors neighbors = Neighbors::add_remove;  // one record, with evolving data one user's stream
  QueryGrid grid = QueryGrid::counts;
  std::optional<MonitorMethod> method;  // default: charging or sampled, the narrower
  // For the accuracy statement and the choice only:
  double threshold = 1000;  // in records
  std::uint64_t expected_questions = 1000;
  double confidence = 0.95;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("delta", delta);
    field("perRecord", per_record);
    field("neighbors", neighbors);
    field("weighted", grid, QueryGrid::counts, QueryGrid::fractions);
    field("method", method);
    field("threshold", threshold);
    field("expectedQuestions", expected_questions);
    field("confidence", confidence);
  }
};

struct MonitorPlan {
  MonitorParameters parameters;
  Loss loss;               // for the options' neighbours
  double noise_scale = 0;  // in records; sampled: 1/(p rate), without the sampling error
  /// About the number of active records. For `sampled` only for questions that do not depend on earlier answers
  /// and whose records are all still active.
  ThresholdAccuracy accuracy;
  bool chosen = false;
};

/// The method asked for, or every method that is possible; exactly one is chosen. Errors: OutOfRange, also if
/// every method is impossible.
std::vector<MonitorPlan> plan_monitor(const MonitorOptions& options);

/// The chosen one. Errors: OutOfRange.
MonitorPlan calibrate_monitor(const MonitorOptions& options);

/// Calibration of one method for an add-remove loss, without checks; empty if it is impossible.
std::optional<MonitorParameters> monitor_parameters_for(MonitorMethod method, const Loss& loss,
                                                        std::uint64_t per_record, QueryGrid grid);

}  // namespace logstar
