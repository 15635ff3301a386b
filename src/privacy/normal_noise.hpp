// About the chances of discrete Gaussian noise, by those of normal noise: where a search begins, nothing more.
#pragma once

namespace logstar {

/// P[Z >= x] of normal noise Z of variance 1, without control of rounding.
double normal_tail(double x);

/// The least delta at which such noise is (epsilon, delta)-DP for a number that moves by `shift`, at least 0, without
/// control of rounding. `epsilon` may be negative. Source: Balle, Wang 2018, Theorem 8.
double normal_delta(double shift, double epsilon);

}  // namespace logstar
