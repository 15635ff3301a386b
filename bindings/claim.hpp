// Claims as JavaScript reads them.
#pragma once

#include "bindings/val.hpp"
#include "logstar/release/claim.hpp"

namespace logstar::bindings {

/// { mechanism, epsilon, delta, neighbors, protects, boundedRange, rho?,
///   session?: { epsilon, outcomes, delta, calls }, public, proof,
///   accuracy: { kind, error, confidence }, parameters: {...}, conditions: {...} }
val value_of_claim(const Claim& claim);

/// { drawn, claim }.
val with_claim(const val& drawn, const Claim& claim);
}  // namespace logstar::bindings
