// Compares every way to ask threshold questions at the same budget: AboveThreshold, which
// stops after enough yeses, and the monitors, which retire single records instead of stopping.
//
// Privacy: reads public numbers only; costs nothing. Each row's loss is within the options' budget.
// Source: docs/sparse-vector.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_accuracy.hpp"

namespace logstar {

struct ThresholdStream {
  MonitorOptions budget;      // budget.per_record: in how many yeses one record takes part at most;
                              // budget.expected_questions: the stream's length
  std::uint64_t answers = 1;  // how many yeses there are at most in all, 1 to kMaxAnswers

  void describe(auto& field) {
    budget.describe(field);
    field("answers", answers);
  }
};

struct ThresholdChoice {
  std::string name;  // "AboveThreshold" or the monitor's method
  Loss loss;
  double noise_scale = 0;  // of a question's noise, in records
  ThresholdAccuracy accuracy;
  bool chosen = false;  // the least width
  std::string why;      // one sentence on when this one is the right one
};

/// When this method is the right one, in one sentence.
std::string_view when_to_use(MonitorMethod method);

/// AboveThreshold on counts of records (its best form for `answers` yeses), then the monitors.
/// Errors: OutOfRange.
std::vector<ThresholdChoice> plan_threshold_questions(const ThresholdStream& stream);

}  // namespace logstar
