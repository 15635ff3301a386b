// How often each of the frequent items occurs, without a list of the possible ones: every count
// gets noise, and the items whose noisy count is high enough are released.
//
// Privacy: (epsilon, delta) for the declared neighbours, one record an item each, for every data
//   set. Proof in stable_histogram.cpp.
// Source: the stability-based histogram (Korolova, Kenthapadi, Mishra, Ntoulas 2009; Bun, Nissim,
//   Stemmer 2016), the tight counterpart of BNS13's SanPoints for the class POINT.
// Departures: the noise is discrete Laplace and the threshold exact for it: delta is attained.
// When: always. san_points.hpp is the published algorithm, for comparison.
// Cost: one draw for each item that occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/sanitizing/noisy_point.hpp"

namespace logstar {

struct StableHistogramParameters {
  Loss loss;
  double noise_epsilon = 0;    ///< rate of the noise
  std::int64_t threshold = 0;  ///< items with noisy counts from here on are released
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside (0, 1).
StableHistogramParameters calibrate_stable_histogram(const Loss& loss, Neighbors neighbors);

/// The released items. `counts`: at least 1 each.
std::vector<NoisyPoint> stable_histogram(std::span<const std::int64_t> counts,
                                         const StableHistogramParameters& parameters,
                                         Randomness& randomness);

inline constexpr std::uint64_t kMaxItems = std::uint64_t(1) << 40;

/// With probability at least 1 - beta, the counts of all of these `items` (1 to kMaxItems, chosen beforehand)
/// are at most this far from the true ones, a withheld item counting as 0. Errors: OutOfRange.
std::int64_t stable_histogram_error(const StableHistogramParameters& parameters, double beta,
                                    std::uint64_t items = 1);

}  // namespace logstar
