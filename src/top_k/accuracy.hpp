// How good a top-k answer is, as far as that depends on public parameters only.
//
// Source: DR19 Lemma 8.1 for the drawn variants; union bounds over the exact tails of the noise for
// the others. confidence = 1 - beta. Errors: OutOfRange for a confidence outside (0, 1).
#pragma once

#include "logstar/top_k/calibration.hpp"

namespace logstar {

/// How many users fewer than a missed item a returned one can have, at most, with probability at
/// least `confidence`: ln(k kbar/beta)/item_epsilon, rounded up; for Laplace noise g with
/// k kbar P[X - Y > g] <= beta. For all data; omitted items of any rank.
double top_k_accuracy(const TopKParameters& parameters, double confidence);

/// All k items are returned with probability at least `confidence` if the k-th count exceeds the count of rank
/// kbar + 1 by at least this much; rounded up. (`optimised_threshold`: a bound over every kbar' it may draw.)
double top_k_sure_gap(const TopKParameters& parameters, double confidence);

/// The lead for the first `items` items, for plans: 1 to k.
double top_k_sure_gap_for(const TopKParameters& parameters, std::uint64_t items, double confidence);

/// How far the noisy counts are off at most, all of them at once, with probability at least
/// `confidence`; 0 if none are given. For all data and all returned items.
double top_k_count_error(const TopKParameters& parameters, double confidence);

}  // namespace logstar
