// A sanitizer for thresholds by a few quantiles, in the role that sanitizeThresholds has for the learners.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar::testing {

inline ThresholdSanitizer quantile_sanitizer(std::uint32_t points, const KeyInterval& domain,
                                             double epsilon, Neighbors neighbors) {
  const auto quantiles = calibrate_distribution(points, domain.size(), epsilon, neighbors, 0.95);
  return [=](const GroupedKeys& data, Randomness& r) {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < data.size(); ++i) {
      keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
    }
    return synthetic_records(sanitize_distribution(std::move(keys), domain, quantiles, r), domain);
  };
}

}  // namespace logstar::testing
