// What a release says of itself, as JavaScript reads it.
#pragma once

#include <emscripten/val.h>

#include <string>

#include "logstar/release/claim.hpp"

namespace logstar::bindings {

/// { mechanism, epsilon, delta, neighbors, protects, boundedRange, rho?,
///   session?: { epsilon, outcomes, delta, calls }, public, proof,
///   accuracy: { kind, error, confidence }, parameters: {...}, conditions: {...} }
emscripten::val value_of_claim(const Claim& claim);

/// { drawn, claim }.
emscripten::val with_claim(const emscripten::val& drawn, const Claim& claim);

/// How JavaScript calls what is done with a mechanism: "drawRank".
std::string verb_of(const char* verb, const char* mechanism);

}  // namespace logstar::bindings
