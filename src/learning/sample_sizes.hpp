// How many records a promise about errors requires: from a number of errors to a rate, on the data
// and on fresh samples.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Source: own; the arguments are in sample_sizes.cpp.
// Cost: some binomial sums.
// accuracy: the error rate, 1e-4 to 1/2. beta: how often the bound may fail, in (0, 1).
// Errors: OutOfRange for these.
#pragma once

#include <cstddef>
#include <cstdint>

namespace logstar {

/// Errors: OutOfRange unless it lies in 1e-4..1/2.
void check_accuracy(double accuracy);

/// The least n for which `errors` errors are at most `accuracy` n.
std::uint64_t records_for_empirical_error(std::int64_t errors, double accuracy);

/// The least n (certified) for which the following holds with probability at least 1 - beta. A threshold that
/// makes at most `errors` errors on n independent samples of a distribution, labelled without error by some
/// threshold, errs on a fresh sample with probability below `accuracy`.
std::uint64_t records_for_generalisation(std::int64_t errors, double accuracy, double beta);

/// As above whatever the labels: every threshold with at most `errors` errors on the samples errs on a fresh one
/// with probability below `accuracy`. An upper bound, close to the least n.
std::uint64_t records_for_any_labels(std::int64_t errors, double accuracy, double beta);

/// The least n for which the following holds with probability at least 1 - beta, whatever the labels. A threshold that
/// makes at most `excess` errors more than the best one on n independent samples errs on a fresh one with a probability
/// at most `accuracy` above that of any threshold.
std::uint64_t records_for_best_threshold(std::int64_t excess, double accuracy, double beta);

/// As above for the best of `rules` rules that do not depend on the samples.
std::uint64_t records_for_best_listed(std::uint64_t rules, std::int64_t excess, double accuracy,
                                      double beta);

/// The least n for which the following holds with probability at least 1 - beta, whatever the labels: every threshold
/// with at most `errors` errors on n independent samples errs on a fresh one with probability below `accuracy`. Unlike
/// records_for_any_labels it allows for a share of the samples in `errors`, by that much less of `accuracy`.
std::uint64_t records_for_shared_errors(std::int64_t errors, double accuracy, double beta);

/// As above for the boxes inside a box that labels the distribution.
std::uint64_t records_for_inner_box(std::int64_t errors, std::size_t dimensions, double accuracy,
                                    double beta);

/// As records_for_generalisation for a single rule that does not depend on the samples, such as "0 everywhere".
std::uint64_t records_for_one_rule(std::int64_t errors, double accuracy, double beta);

/// As above for `rules` such rules.
std::uint64_t records_for_listed(std::uint64_t rules, std::int64_t errors, double accuracy,
                                 double beta);

/// As above for all boxes inside the box that labels the distribution. An upper bound, not the least n.
/// `dimensions`: 1 to kMaxDimensions.
std::uint64_t records_for_box(std::int64_t errors, std::size_t dimensions, double accuracy,
                              double beta);

}  // namespace logstar
