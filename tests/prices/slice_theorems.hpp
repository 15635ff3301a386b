// docs/guarantees/slices.md in 80 digits.
#pragma once

#include "logstar/interior_point/slices/slice_loss.hpp"
#include "real.hpp"

namespace logstar::testing {

/// Lemma 2.4: the probability that a slice that reaches the record is apart, from the data set without it and
/// with it.
struct ApartPair {
  Real smaller;
  Real larger;
};
ApartPair apart_pair(const Real& noise);

/// The delta of computations: k (1 + e^c) d min(1/p, slices).
Real computations_delta(const SliceBudget& budget);

/// "Loss distribution", without the computations' delta. The mean of (1 - e^(epsilon - loss))^+ for an outcome
/// and k responses per slice until one synchronises, the maximum over both sides.
Real session_delta(const SliceBudget& budget, const Real& epsilon);

/// The same for several sessions (docs/guarantees/slices-over-rows.md, Theorem 4), every outcome of each written
/// out: for few slices.
Real sessions_delta(const SliceBudget& budget, const Real& epsilon);

/// P[Z > steps], Z the sum of as many geometric numbers of parameter p as there are sessions.
Real more_steps(unsigned sessions, const Real& p, std::uint64_t steps);

}  // namespace logstar::testing
