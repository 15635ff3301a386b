// By how many ranks noise in the lengths of blocks moves the slices between them.
#pragma once

#include <vector>

#include "interior_point/quantile_fraction.hpp"
#include "interior_point/quantile_slices/truncated_noise.hpp"

namespace logstar {

/// A t such that with probability at least 1 - failure
///   |(1 - q_k) (N_0 + ... + N_(k-1)) - q_k (N_k + ... + N_m)| <= t   for all k = 1..m,
/// N_0, ..., N_m independent noise and q_1, ..., q_m the quantiles. The least multiple of 1/4 by
/// the exact laws of both sums, rounded outward; if those are too wide to compute, as below.
double rank_shift_up(const std::vector<QuantileFraction>& quantiles, const TruncatedNoise& noise,
                     double failure);

/// The same by Chernoff's bound: larger by a tenth or so, at once.
double rank_shift_by_chernoff_up(const std::vector<QuantileFraction>& quantiles,
                                 const TruncatedNoise& noise, double failure);

}  // namespace logstar
