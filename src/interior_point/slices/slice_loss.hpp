// The total loss of slicing a dataset and computing on the slices.
#pragma once

#include "logstar/privacy/loss.hpp"

namespace logstar {

inline constexpr unsigned kMaxComputes = 64;
inline constexpr unsigned kMaxSlices = 1'000'000;
inline constexpr unsigned kMaxSessions = 64;

/// A sequence of slices: each removes some records from one end of a list and is computed on.
struct SliceBudget {
  double slice_epsilon = 0;  ///< rate of the noise on every slice's length; 0: lengths are exact
  Loss compute;              ///< of one computation on one slice, under add-remove
  unsigned computes = 1;     ///< k, the maximum number of computations on each slice
  unsigned slices = 1;       ///< the maximum number of slices, in each session
  unsigned sessions = 1;     ///< the maximum number of sessions, each on all records
};

/// Errors: OutOfRange unless slice_epsilon is 0 or in 1e-5..20, compute has an epsilon in 1e-9..1e4 and a delta
/// in [0, 1), computes is in 1..kMaxComputes, slices in 1..kMaxSlices and sessions in 1..kMaxSessions.
void check_slice_budget(const SliceBudget& budget);

/// A lower bound on the probability that a slice that a record could change synchronises the two datasets: they
/// are equal after it. p, the smaller probability of both datasets (Lemma 2.4).
/// Errors: OutOfRange for a slice_epsilon outside 1e-5..20.
double synchronising_probability(double slice_epsilon);

/// Upper bounds for the total epsilon at a total delta, under add-remove; infinity if the delta is at most the
/// computations' own. All hold for adaptive sequences.
/// Errors: as check_slice_budget, OutOfRange for delta outside [0, 1).
///
/// exact lengths: every slice may change, each computation sees one record replaced.
/// simple: all but a part of delta has synchronised after so many slices that are reached: in one session after
/// ceil(ln(1/d)/ln(1/(1 - p))).
/// mixture: over after how many; infinity for several sessions, of which the proof says nothing.
/// numeric: the distribution of the loss itself, on a grid rounded towards more loss; infinity
/// below a delta of 1e-20.
/// The last three need noise: OutOfRange for a slice_epsilon of 0.
double exact_lengths_epsilon(const SliceBudget& budget, double delta);
double simple_slice_epsilon(const SliceBudget& budget, double delta);
double mixture_slice_epsilon(const SliceBudget& budget, double delta);
double numeric_slice_epsilon(const SliceBudget& budget, double delta);

/// The least of the applicable bounds: with noise the last three, without it the first.
double slice_epsilon_of(const SliceBudget& budget, double delta);

}  // namespace logstar
