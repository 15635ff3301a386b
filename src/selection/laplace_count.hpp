// How many records there are, or how many satisfy a condition, with just enough noise.
//
// Privacy: (epsilon, 0) for the declared neighbours, provided that neighbours' counts differ by at most
//   `per_user`: 1 if every user has one record. Not epsilon-bounded-range.
// Source: Ghosh, Roughgarden, Sundararajan 2009, the geometric mechanism: discrete Laplace noise of
//   rate epsilon/per_user, drawn exactly.
// Departures: none. The result may be negative; cutting it at 0 is the caller's post-processing.
// Cost: one draw.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The rate of the noise. `epsilon`: 1e-9 to 1e4; `per_user`: 1 to 1000. Errors: OutOfRange.
Rational calibrate_laplace_count(double epsilon, std::uint64_t per_user);

/// count + noise. `count` lies within +-2^61.
std::int64_t laplace_count(std::int64_t count, const Rational& rate, Randomness& randomness);

/// The least whole number by which the result misses the count at most with probability at least
/// `confidence`. Errors: OutOfRange.
std::int64_t laplace_count_error(const Rational& rate, double confidence);

/// As laplace_count_error, for a failure probability `beta` as small as doubles are.
std::int64_t laplace_error_beyond(const Rational& rate, double beta);

}  // namespace logstar
