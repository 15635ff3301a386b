// Inverts the composition bounds: given the total loss of k steps, the maximum loss of each
// step. Every result has passed the forward bound, computed with the same directed rounding:
// its delta at total.epsilon, or its epsilon and delta, do not exceed the total. An epsilon larger
// by one part in 10^9 does not pass.
//
// Privacy: as the forward bound named in each line; all but the first need k and the parameters
// fixed beforehand.
// total: the maximum loss, epsilon finite. count: the number of steps, k >= 1. tail: the part of
// total.delta for unlikely large losses.
// Cost: about 60 evaluations of the forward bound.
// Errors: OutOfRange for an invalid total, k outside the forward bound's range, tail outside (0, total.delta].
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// Inverse of basic_composition: (epsilon/k, delta/k).
Loss basic_per_step(const Loss& total, std::uint64_t count);

/// Inverses of advanced_composition and drift_composition; every step gets the delta
/// (total.delta - tail)/k.
Loss advanced_per_step(const Loss& total, std::uint64_t count, double tail);
Loss drift_per_step(const Loss& total, std::uint64_t count, double tail);

/// Inverse of optimal_composition.hpp for steps with the given delta. 0 if k such steps exceed
/// total.delta already.
double optimal_per_step(const Loss& total, std::uint64_t count, double step_delta);

/// Inverses of range_composition and range_as_concentrated for bounded-range steps, with all of
/// total.delta as tail; 0 < total.delta < 1.
double range_per_step(const Loss& total, std::uint64_t count);
double range_as_concentrated_per_step(const Loss& total, std::uint64_t count);

/// Inverse of fixed_range_steps.hpp: ONLY for bounded-range steps fixed in advance.
double fixed_range_per_step(const Loss& total, std::uint64_t count);

}  // namespace logstar
