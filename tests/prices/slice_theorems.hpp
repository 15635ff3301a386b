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

}  // namespace logstar::testing
