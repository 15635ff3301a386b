// The joint cost of several releases from the same data: the two classical bounds. Steps may be chosen
// adaptively: earlier results may determine which mechanism runs next. Their parameters and number are fixed
// beforehand.
//
// Privacy: each function returns an (epsilon, delta) that the composition satisfies, if every step
// satisfies its own. All arithmetic errs towards more loss; an epsilon that overflows is infinity.
// Cost: O(number of steps), O(1) for equal steps.
// Errors: OutOfRange for an invalid loss, tail outside (0, 1), zero steps.
#pragma once

#include <cstdint>
#include <span>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// Sums: (sum of epsilon, sum of delta). Holds for parameters chosen adaptively too.
/// Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006.
Loss basic_composition(std::span<const Loss> steps);
Loss basic_composition(const Loss& step, std::uint64_t count);

/// The first advanced bound: epsilon sqrt(2 k ln(1/tail)) + k epsilon (e^epsilon - 1), at
/// k delta + tail. For unequal steps sqrt(2 ln(1/tail) sum of epsilon^2) + sum of
/// epsilon (e^epsilon - 1), at sum of delta + tail.
/// Source: Dwork, Rothblum, Vadhan 2010, Theorem III.3 (Azuma's inequality; the same proof serves
/// unequal steps).
/// tail: the share of delta for unlikely large losses, 0 < tail < 1.
Loss advanced_composition(std::span<const Loss> steps, double tail);
Loss advanced_composition(const Loss& step, std::uint64_t count, double tail);

/// The advanced bound with the true largest mean loss of a step, epsilon (e^epsilon - 1)/(e^epsilon + 1),
/// instead of epsilon (e^epsilon - 1): about half of it. At 1 - (1 - tail) prod(1 - delta).
/// Source: Kairouz, Oh, Viswanath 2015, Theorems 3.4 and 3.5; Bun, Steinke 2016.
/// For equal steps optimal_composition.hpp is never worse.
Loss drift_composition(std::span<const Loss> steps, double tail);
Loss drift_composition(const Loss& step, std::uint64_t count, double tail);

/// 1 - (1 - step)^count (1 - tail), rounded up: the probability that at least one of count + 1 independent
/// failures happens.
double any_failure_up(double step, std::uint64_t count, double tail);

/// At least x tanh(x/2) = x (e^x - 1)/(e^x + 1): the largest mean loss of an x-DP step.
double mean_loss_up(double epsilon);

}  // namespace logstar
