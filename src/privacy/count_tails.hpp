// Certified bounds on the tails of a Poisson and of a negative binomial law, accurate however small
// the tail is.
//
// Both laws have one hump and a known ratio of neighbouring probabilities, so sums of ratios from the hump
// outwards, divided by their total, are the tails. Factorials are avoided, so overflow is impossible. Upper
// bounds round sums up, lower bounds round them down. A geometric series bounds the terms beyond the last one.
// Cost: the distance from hump to tail plus some 20 standard deviations, in terms.
#pragma once

#include <cstdint>

namespace logstar {

/// An interval that holds a probability.
struct ProbabilityBounds {
  double down = 0;
  double up = 1;
};

/// The two sides of a law at k.
struct TailBounds {
  ProbabilityBounds at_least;  // P[X >= k]
  ProbabilityBounds fewer;     // P[X < k]
};

/// X Poisson of mean `mean` >= 0, finite. P[X >= k] is also the cdf of the Gamma(k, 1) law at
/// `mean`, the time of a rate-1 Poisson process's k-th event.
TailBounds poisson_tails(double mean, std::uint64_t k);

/// X the number of failures before the r-th success, r >= 1, when each trial fails with a
/// probability in [fail_down, fail_up] inside (0, 1).
TailBounds failure_tails(std::uint64_t r, double fail_down, double fail_up, std::uint64_t k);

}  // namespace logstar
