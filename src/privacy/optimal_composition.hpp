// The exact cost of k equal steps: no smaller bound holds for every choice of mechanisms.
//
// Privacy: k mechanisms, each (epsilon, delta)-DP, chosen adaptively, with k, epsilon and delta
// fixed beforehand, are (total, optimal_delta(step, k, total))-DP for every total >= 0.
// Source: Kairouz, Oh, Viswanath 2015, Theorem 3.3. Every (epsilon, delta) step is a
// post-processing of randomised response with four outcomes; l of k responses being the unlikely
// ones, the privacy loss is (k - 2 l) epsilon with a binomial probability.
// Departures: the theorem lists the points total = (k - 2 i) epsilon; here the hockey-stick
// divergence of that binomial law is evaluated at any total, the same convex curve in between.
// Rounded up; the excess is a few parts in 10^15, times the square root of k.
// Cost: min(k, 40 sqrt(k)) terms for a delta; optimal_epsilon evaluates it about 50 times.
// Errors: OutOfRange for an invalid loss or total, k outside [1, kMaxSteps].
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxSteps = 1'000'000;

/// The least delta at which `count` steps cost `epsilon` >= 0, rounded up.
double optimal_delta(const Loss& step, std::uint64_t count, double epsilon);

/// The least epsilon that `count` steps cost at `delta`, rounded up; infinity if delta < 1 - (1 -
/// step.delta)^count.
double optimal_epsilon(const Loss& step, std::uint64_t count, double delta);

}  // namespace logstar
