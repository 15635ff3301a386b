#include "logstar/sanitizing/distribution.hpp"

#include <algorithm>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Utility. #{records <= x} >= #{records <= z_i} >= n i/(m + 1) - error, and
// #{records <= x} <= #{records < z_(i+1)} <= n (i + 1)/(m + 1) + error.

namespace logstar {
namespace {

constexpr unsigned kTieBits = 24;
constexpr std::uint64_t kMostEqual = 1'000'000;

}  // namespace

DistributionParameters calibrate_distribution(std::uint64_t quantiles, const Natural& domain_size,
                                              double epsilon, Neighbors neighbors,
                                              double confidence) {
  check_count("points", quantiles, 1, kMostSpreadQuantiles);
  check_confidence(confidence);
  std::vector<QuantileFraction> taus;
  const auto most = static_cast<std::uint32_t>(quantiles);
  for (std::uint32_t i = 1; i <= most; ++i) taus.push_back({i, most + 1});
  DistributionParameters parameters;
  parameters.quantiles = calibrate_quantiles(std::move(taus), epsilon, neighbors, kTieBits);
  // Half of what may fail for the ties, half for the draws.
  const double each = add_up(confidence, divide_up(subtract_up(1, confidence), 2));
  parameters.most_equal = kMostEqual;
  const std::uint64_t coincident = coincident_records(kMostEqual, kTieBits, each);
  const auto errors = quantiles_rank_errors(domain_size, parameters.quantiles, each, coincident);
  parameters.rank_error = *std::max_element(errors.begin(), errors.end());
  return parameters;
}

std::vector<std::uint64_t> sanitize_distribution(std::vector<std::uint64_t> keys,
                                                 const KeyInterval& domain,
                                                 const DistributionParameters& parameters,
                                                 Randomness& randomness) {
  auto quantiles = draw_quantiles(std::move(keys), domain, parameters.quantiles, randomness);
  std::sort(quantiles.begin(), quantiles.end());
  return quantiles;
}

GroupedKeys synthetic_records(const std::vector<std::uint64_t>& quantiles,
                              const KeyInterval& domain) {
  std::vector<std::uint64_t> keys = quantiles;
  std::vector<std::uint64_t> counts(keys.size(), 2);
  for (const std::uint64_t end : {domain.lowest, domain.highest}) {
    keys.push_back(end);
    counts.push_back(1);
  }
  return grouped(keys, counts);
}

}  // namespace logstar
