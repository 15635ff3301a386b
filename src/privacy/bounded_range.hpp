// The joint cost of k exponential-mechanism steps. Each step is bounded range: for neighbours D, D' the
// log-ratios ln(P[M(D) = y]/P[M(D') = y]) of all results y lie in some interval of length epsilon. The interval
// contains 0, so the step is epsilon-DP; randomised response would need length 2 epsilon. The exponential
// mechanism, `weighted_choice`, each draw of `peel` and one-shot Gumbel noise are bounded range;
// permute-and-flip and Laplace noise are not.
//
// Privacy: k adaptively chosen epsilon-bounded-range steps, k and epsilon fixed beforehand, satisfy
// the (epsilon, delta) returned. A step that is so only up to an event of probability delta_0 adds
// k delta_0. All arithmetic errs towards more loss.
// Errors: OutOfRange for epsilon < 0, no steps, tail outside (0, 1).
#pragma once

#include <cstdint>
#include <span>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// The least of three terms, at delta = tail:
///   k epsilon,
///   k epsilon (e^epsilon - 1)/(e^epsilon + 1) + epsilon sqrt(2 k ln(1/tail)),
///   k epsilon^2/2 + epsilon sqrt(k ln(1/tail)/2).
/// For unequal steps sums of epsilon, of epsilon (e^epsilon - 1)/(e^epsilon + 1) and of epsilon^2.
/// Source: Durfee, Rogers 2019 (DR19), Lemma 4.4.
Loss range_composition(double epsilon, std::uint64_t count, double tail);
Loss range_composition(std::span<const double> epsilons, double tail);

/// The steps as k epsilon^2/8 of zCDP, converted: about 20% less than the third term. Holds for parameters
/// chosen adaptively too, if the sum of epsilon^2/8 is bounded beforehand.
/// Source: Cesar, Rogers 2021; Canonne, Kamath, Steinke 2020, Corollary 13.
Loss range_as_concentrated(double epsilon, std::uint64_t count, double tail);

}  // namespace logstar
