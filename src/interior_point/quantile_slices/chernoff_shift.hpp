// By how many ranks noise in the lengths of blocks moves the slices between them, by Chernoff's bound.
#pragma once

#include <cstddef>
#include <vector>

#include "logstar/interior_point/quantile_slices/rank_shift.hpp"

namespace logstar {

/// ln E e^(theta N) without a bound, rounded up; 0 <= theta < epsilon.
double log_moment_up(double theta, double epsilon);

/// `failure` for the law without a bound.
double unbounded_failure_down(std::size_t draws, const TruncatedNoise& noise, double failure);

/// As rank_shift_by_chernoff_up, computed anew.
double chernoff_shift_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                         const TruncatedNoise& noise, double failure);

}  // namespace logstar
