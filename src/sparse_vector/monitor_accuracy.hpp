// The accuracy of a monitor's answers: the counts of a yes and of a no, with confidence.
//
// Each bound is a union over the questions of one tail; the proofs are in the .cpp. They are about
// the number of records (or contributions) that still take part, and nothing here costs privacy.
#pragma once

#include <cstdint>

#include "logstar/sparse_vector/monitor_parameters.hpp"
#include "logstar/sparse_vector/threshold_accuracy.hpp"

namespace logstar {

/// threshold: of the monitor, in records; it matters for `sampled` only, whose sampling error grows
/// with it. Errors: OutOfRange.
ThresholdAccuracy monitor_accuracy(const MonitorParameters& parameters, double threshold,
                                   std::uint64_t questions, double confidence);

/// The distance above a test's threshold, in records, from which a count is a no with probability at most
/// `failure`; infinity if every distance is too small. For `sampled`: above `threshold`, which is the sample's
/// (records times kept share).
double sure_yes_distance(const MonitorParameters& parameters, double threshold, double failure);

/// The distance below the threshold, for a count to be a yes with probability at most `failure`.
double sure_no_distance(const MonitorParameters& parameters, double threshold, double failure);

}  // namespace logstar
