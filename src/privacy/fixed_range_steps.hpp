// The joint cost of k bounded-range steps that ignore each other's results: smaller than any adaptive bound,
// and wrong for adaptive steps.
//
// ONLY for steps fixed in advance: all k mechanisms, their inputs and parameters are written down
// before the first of them returns anything. `peel` and sessions are of another kind (a draw cannot choose an
// item that an earlier one removed). So are all releases that a ledger meets one request at a time.
//
// Privacy: k epsilon-bounded-range mechanisms fixed in advance, run on the same data, are
// (total, fixed_range_delta(epsilon, k, total))-DP for every total >= 0, and no smaller delta holds
// for all of them.
// Source: Dong, Durfee, Rogers 2020. The worst pair is k times the two-valued loss t or t -
// epsilon, with the same t. If at most l losses t - epsilon still leave the sum above the total,
// the worst t is (total + (l + 1) epsilon)/(k + 1); derived again in
// docs/guarantees/composition.md. Departures: t is an interval of one or two doubles, the bound is
// taken over all of it. Cost: at most k^2 terms for a delta; about 50 deltas for an epsilon.
// Errors: OutOfRange for epsilon < 0, k outside [1, kMaxFixedSteps], an invalid total or delta.
#pragma once

#include <cstdint>

namespace logstar {

inline constexpr std::uint64_t kMaxFixedSteps = 256;

/// The least delta at which k steps fixed in advance cost `total`, rounded up.
double fixed_range_delta(double epsilon, std::uint64_t count, double total);

/// The least epsilon that k steps fixed in advance cost at `delta`, rounded up.
double fixed_range_epsilon(double epsilon, std::uint64_t count, double delta);

}  // namespace logstar
