// From a privacy budget to noise and threshold of HeavyHitterMonitor.
//
// Privacy: each plan's parameters make HeavyHitterMonitor cost no more than the plan's `loss`.
// Asking only about held items costs eta on top of the charging delta: the probability that within the stream
// a record alone makes an item of count 1 a yes. eta = m (1 - e^-L(1)) <= m e^(-rate (t - 1)) for m steps and
// threshold t. For `sampled` p eta is all of delta.
// Source: docs/guarantees/heavy-hitters.md. KMS20 Section 4 asks about
//   every item of a finite domain instead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/sparse_vector/monitor_parameters.hpp"

namespace logstar {

/// The parameters of HeavyHitterMonitor apart from data. test.grid is `fractions` for weighted holdings.
struct HeavyHitterParameters {
  MonitorParameters test;
  std::uint64_t steps = 0;  // how many steps there may be; 0: any number
  /// The threshold of the test, so for `sampled` of the sample. For any number of steps it is the least
  /// threshold, and step i (from 1) has at least 1 + (ln(i (i + 1)) + surplus)/rate.
  std::int64_t threshold = 1;
  double surplus = 0;  // ln(1/eta); for any number of steps only
};

struct HeavyHitterOptions {
  double epsilon = 1;                  // total, 1e-9 to 1e4
  double delta = 1e-6;                 // total, 0 < delta < 1
  std::uint64_t per_user = 1;          // reported items a user takes part in, 1 to 10^6
  QueryGrid grid = QueryGrid::counts;  // fractions: each holding has a weight from 0 to 1
  std::uint64_t steps = 0;             // of the stream; 0: not known, the threshold grows slowly
  std::optional<double> threshold;     // in users; default: the least possible
  Neighbors neighbors = Neighbors::add_remove;  // one user with the whole stream
  // Charging or sampled; default: the one that finds more items.
  std::optional<MonitorMethod> method;
  // For the accuracy statement and the choice only:
  std::uint64_t expected_steps = 1000;  // if `steps` is 0
  std::uint64_t expected_users = 1'000'000;
  double confidence = 0.95;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("delta", delta);
    field("perUser", per_user);
    field("weighted", grid, QueryGrid::counts, QueryGrid::fractions);
    field("steps", steps);
    field("threshold", threshold);
    field("neighbors", neighbors);
    field("method", method);
    field("expectedSteps", expected_steps);
    field("expectedUsers", expected_users);
    field("confidence", confidence);
  }
};

struct HeavyHitterPlan {
  HeavyHitterParameters parameters;
  Loss loss;                // for the options' neighbours
  double threshold = 0;     // in users, at the last expected step
  double surely_found = 0;  // the users of an item that is reported, at `confidence`
                            // for all such items of all expected steps together
  bool chosen = false;
};

/// charging and sampled, as far as the options allow; the chosen one finds the smallest items.
/// Errors: OutOfRange, also if `threshold` is below the least possible.
std::vector<HeavyHitterPlan> plan_heavy_hitters(const HeavyHitterOptions& options);

/// The chosen one. Errors: OutOfRange.
HeavyHitterPlan calibrate_heavy_hitters(const HeavyHitterOptions& options);

/// The threshold of the test at a step, counted from 1; at least 1.
std::int64_t heavy_hitter_threshold(const HeavyHitterParameters& parameters, std::uint64_t step);

}  // namespace logstar
