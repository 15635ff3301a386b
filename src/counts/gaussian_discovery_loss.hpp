// The privacy loss of partition selection with Gaussian noise, and the noise and threshold for a loss.
//
// Privacy, source: gaussian_discovery.hpp, which draws.
// Cost: less than a hundred gaussian_delta for the calibration.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct GaussianDiscoveryParameters {
  double variance = 0;         ///< of the noise of each group
  std::int64_t threshold = 0;  ///< groups with a noisy count above it are released
  std::uint64_t bins = 1;      ///< of each group: it is released if any bin is above the threshold
};

/// At least the least delta at which discovery with these parameters is (epsilon, delta)-DP. Above 8 groups a
/// user the bound is within a few percent above the least delta.
double gaussian_discovery_delta(const GaussianDiscoveryParameters& parameters, std::uint64_t groups,
                                double epsilon, Neighbors neighbors);

/// The least variance that hides a user's counts in `groups` groups of other users, then a threshold at which
/// gaussian_discovery_delta accepts the loss: the least up to 4095, beyond within a 2048th of it. An obstacle as in
/// possible_gaussian_variance. Errors: OutOfRange as there; perUser outside 1..10^9.
Possible<GaussianDiscoveryParameters> possible_gaussian_discovery(const Loss& loss,
                                                                  std::uint64_t groups,
                                                                  Neighbors neighbors,
                                                                  std::uint64_t bins = 1);

/// As above, but throws OutOfRange for an obstacle.
GaussianDiscoveryParameters calibrate_gaussian_discovery(const Loss& loss, std::uint64_t groups,
                                                         Neighbors neighbors,
                                                         std::uint64_t bins = 1);

}  // namespace logstar
