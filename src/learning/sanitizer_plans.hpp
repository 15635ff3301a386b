// How many records the learners through a sanitizer need, by private quantiles drawn either way, with the number of
// quantiles that needs the fewest among 3, 7, 15, ..., 511 and 999.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Source: own; docs/guarantees/sanitizers-learn.md.
// Cost: some four calibrations for either way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar {

struct SanitizerPlan {
  DistributionMethod by = DistributionMethod::quantiles;
  std::uint64_t points =
      0;  ///< the number of quantiles; 0: none of them can promise the error rate
  Loss spent;
  ExcessErrors errors;  ///< in all, of which `tolerance` of the task are the best threshold's
  std::uint64_t least_records = 0;  ///< for an error rate of at most `accuracy` on the data
  std::uint64_t generalisation_records = 0;  ///< and on fresh samples, with probability 1 - 2 beta
  std::uint64_t agnostic_records = 0;        ///< as of ThresholdPlan; 0: no such bound
  /// By slices: `errors` need this many records of either label, or points in all. With fewer there are at most
  /// `fewer`.
  std::uint64_t sliced_from = 0;
  ExcessErrors fewer;
  std::string obstacle;  ///< why it cannot run; empty if it can
};

/// Two: by the recursion, and by slices. Errors: OutOfRange for the task's values and for accuracy outside 1e-4..1/2.
std::vector<SanitizerPlan> plan_threshold_by_sanitizer(const ThresholdTask& task, double accuracy);
std::vector<SanitizerPlan> plan_rectangle_by_sanitizer(const RectangleTask& task, double accuracy);

}  // namespace logstar
