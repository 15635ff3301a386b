// Concentrated privacy (zCDP): a measure of loss that simply adds up over adaptively chosen steps,
// parameters included, and stays accurate for small steps: it is turned into an (epsilon, delta)
// only at the end.
//
// A mechanism is rho-zCDP if for neighbours D, D' and every order a > 1 the Renyi divergence of
// M(D) from M(D') is at most a rho (Bun, Steinke 2016, Definition 1.1).
#pragma once

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// The rho of an epsilon-DP mechanism, epsilon^2/2, rounded up.
/// Source: Bun, Steinke 2016, Proposition 1.4.
double pure_rho(double epsilon);

/// The rho of an epsilon-bounded-range mechanism (bounded_range.hpp), epsilon^2/8, rounded up.
/// Source: Cesar, Rogers 2021: the privacy loss lies in an interval of length epsilon,
/// so Hoeffding's lemma bounds its moment generating function.
double bounded_range_rho(double epsilon);

/// A delta at which a rho-zCDP mechanism is (epsilon, delta)-DP, rounded up: the least, over orders
/// a > 1, of e^((a - 1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1).
/// Source: Canonne, Kamath, Steinke 2020, Proposition 12 and Corollary 13.
/// Every a gives a valid bound; it is searched in plain doubles and evaluated once, rounded up.
/// rho >= 0, epsilon >= 0; else OutOfRange.
double concentrated_delta(double rho, double epsilon);

/// The least epsilon at which a rho-zCDP mechanism is (epsilon, delta)-DP, rounded up; infinity if
/// rho is, or if delta is 0 and rho is not. 0 <= delta <= 1.
double concentrated_epsilon(double rho, double delta);

/// The largest rho that costs no more than `total`: 0 if total.delta is 0.
double largest_rho(const Loss& total);

}  // namespace logstar
