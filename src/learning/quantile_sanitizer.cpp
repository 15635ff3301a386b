#include "logstar/learning/quantile_sanitizer.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace logstar {

ThresholdSanitizer sanitizer_by_quantiles(const DistributionParameters& parameters,
                                          const KeyInterval& domain) {
  return [=](const GroupedKeys& data, Randomness& randomness) {
    std::vector<std::uint64_t> keys;
    keys.reserve(static_cast<std::size_t>(data.total()));
    for (std::size_t i = 0; i < data.size(); ++i) {
      keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
    }
    return synthetic_records(sanitize_distribution(std::move(keys), domain, parameters, randomness),
                             domain);
  };
}

double share_between_quantiles(std::uint64_t quantiles) {
  return 0.5 / static_cast<double>(quantiles + 1);
}

}  // namespace logstar
