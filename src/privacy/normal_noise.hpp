// The chances of normal noise, about: where a search for those of other noise begins, nothing more.
#pragma once

namespace logstar {

/// P[Z >= x] of normal noise Z of variance 1, without control of rounding.
double tail_of_normal(double x);

/// The least delta at which such noise is (epsilon, delta)-DP for a number that moves by `shift`, at least 0, without
/// control of rounding. `epsilon` may be negative. Source: Balle, Wang 2018, Theorem 8.
double delta_of_normal(double shift, double epsilon);

}  // namespace logstar
