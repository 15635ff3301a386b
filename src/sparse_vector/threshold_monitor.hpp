// Answers "how many of these records are there: more than the threshold?" again and again; it never
// stops, but a record leaves, unseen, once it has been hit often enough. A yes hits a record that contributed
// one whole; one that contributed a fraction by a coin (hit_coin.hpp).
//
// Privacy: with parameters from `calibrate_monitor`, any number of questions, chosen from earlier answers in
// any way, are private together as the calibration's `loss` says. Neighbours differ by adding or removing (or
// replacing) one record together with all its values: with evolving data, one user's whole stream.
// Preconditions: a record's contribution to a question depends on that record and on earlier answers only. The
// threshold is public; the retired records are not.
// Source: KMS20 Algorithms 3 and 5 (method paper); the other methods are ours, after Cohen, Lyu
//   2023: docs/guarantees/threshold-monitor.md.
// Departures: discrete noise on the question grid; for the paper's method Delta is one step larger
//   for it.
// Cost: one pass over the records a question, a second one after a yes; 9 bytes a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/active_records.hpp"
#include "logstar/sparse_vector/monitor_parameters.hpp"
#include "logstar/sparse_vector/threshold_test.hpp"

namespace logstar {

/// The state for resuming. Secret: it reveals the records of each yes.
struct ThresholdMonitorState {
  std::vector<std::uint64_t> left;  // what each record may still be charged, in hits or steps

  friend auto operator<=>(const ThresholdMonitorState&, const ThresholdMonitorState&) = default;
};

class ThresholdMonitor {
 public:
  /// records: how many there are, or users with evolving data. threshold: in steps, from -2^60 to
  /// 2^60. Errors: OutOfRange.
  ThresholdMonitor(const MonitorParameters& parameters, std::int64_t threshold, std::size_t records,
                   Randomness& randomness);

  /// Continues a saved monitor; `parameters` and `threshold` as they were. Errors: OutOfRange.
  ThresholdMonitor(const MonitorParameters& parameters, std::int64_t threshold,
                   ThresholdMonitorState saved);

  /// Is the number of active records with a flag (a byte that is not 0) above the threshold?
  /// flags: one a record, in the same order at every question. Errors: OutOfRange for another size.
  bool ask(std::span<const std::uint8_t> flags, Randomness& randomness);

  /// Asks about the sum of contributions in steps (contribution_in_steps); larger ones count as one record.
  bool ask(std::span<const std::uint32_t> steps, Randomness& randomness);

  std::size_t records() const { return active_.size(); }
  ThresholdMonitorState state() const { return {active_.left()}; }

 private:
  void check_size(std::size_t size) const;

  MonitorParameters parameters_;
  ThresholdTest test_;
  std::int64_t test_threshold_;  // for `sampled`, of the sample
  ActiveRecords active_;
};

/// The initial allowance of a record, in hits, or for the paper's method in steps.
std::uint64_t allowance(const MonitorParameters& parameters);

/// The allowance of one record, after `sampled` drew the sample: 0 outside of it.
std::uint64_t draw_allowance(const MonitorParameters& parameters, Randomness& randomness);

}  // namespace logstar
