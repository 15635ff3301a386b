// A lower bound on the records that any private algorithm needs for interior points.
//
// Source: ours. Proof in lower_bound.cpp. A comparison to the records that cut choice needs.
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: below a millisecond for one cluster; for two some milliseconds, more for a small epsilon.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// A number of records such that no algorithm that is (epsilon, delta)-DP, under add-remove or under replace,
/// finds an interior point with probability 1 - beta on every data set of fewer records over keys of `bits`
/// bits. By data that are all equal.
/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside [0, 1), beta outside (0, 1),
/// bits outside 1..2^26.
std::uint64_t interior_lower_bound_one_cluster(std::uint32_t bits, const Loss& loss, double beta);

/// As above by data of two values. At least as large on wide domains with a delta; 0 if it gives no bound.
std::uint64_t interior_lower_bound_two_clusters(std::uint32_t bits, const Loss& loss, double beta);

/// The greater of the two, remembered.
std::uint64_t interior_lower_bound(std::uint32_t bits, const Loss& loss, double beta);

}  // namespace logstar
