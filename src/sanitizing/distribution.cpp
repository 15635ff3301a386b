#include "logstar/sanitizing/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Utility. #{records <= x} >= #{records <= z_i} >= n i/(m + 1) - error, and
// #{records <= x} <= #{records < z_(i+1)} <= n (i + 1)/(m + 1) + error.

namespace logstar {
namespace {

constexpr unsigned kTieBits = 24;
constexpr std::uint64_t kMaxEqual = 1'000'000;

/// 1/(m + 1), ..., m/(m + 1).
std::vector<QuantileFraction> evenly_spaced(std::uint64_t m) {
  std::vector<QuantileFraction> taus;
  const auto most = static_cast<std::uint32_t>(m);
  for (std::uint32_t i = 1; i <= most; ++i) taus.push_back({i, most + 1});
  return taus;
}

}  // namespace

const char* name_of(DistributionMethod method) {
  return method == DistributionMethod::slices ? "slices" : "quantiles";
}

std::uint64_t spread_quantiles_for(std::uint64_t records, double epsilon, Neighbors neighbors) {
  check_count("records", records, 1, std::uint64_t(1) << 40);
  std::uint64_t best = 0;
  double least = kInfinity;
  for (std::uint64_t m = 3; m <= 511; m = 2 * m + 1) {
    const auto draws = calibrate_quantiles(evenly_spaced(m), epsilon, neighbors, kTieBits);
    // Misses halve in number with each usual error more: of m the greatest is about log2(m) of it.
    const double greatest = usual_recursion_error(draws) * std::log2(static_cast<double>(m + 1));
    const double error = greatest + static_cast<double>(records) / static_cast<double>(2 * (m + 1));
    if (error < least) {
      least = error;
      best = m;
    }
  }
  return best;
}

DistributionParameters calibrate_distribution(std::uint64_t quantiles, const Natural& domain_size,
                                              double epsilon, Neighbors neighbors,
                                              double confidence) {
  check_count("points", quantiles, 1, kMaxSpreadQuantiles);
  check_confidence(confidence);
  DistributionParameters parameters;
  parameters.points = quantiles;
  parameters.quantiles =
      calibrate_quantiles(evenly_spaced(quantiles), epsilon, neighbors, kTieBits);
  // Half of the failure probability for the ties, half for the draws.
  const double each = add_up(confidence, divide_up(subtract_up(1, confidence), 2));
  parameters.most_equal = kMaxEqual;
  const std::uint64_t coincident = coincident_records(kMaxEqual, kTieBits, each);
  const auto errors = quantiles_rank_errors(domain_size, parameters.quantiles, each, coincident);
  parameters.rank_error = *std::max_element(errors.begin(), errors.end());
  return parameters;
}

DistributionParameters calibrate_distribution_of(std::uint64_t quantiles, const KeyInterval& domain,
                                                 const Loss& loss, Neighbors neighbors,
                                                 double confidence,
                                                 std::optional<DistributionMethod> method) {
  return possible_distribution_of(quantiles, domain, loss, neighbors, confidence, method)
      .or_refuse();
}

Possible<DistributionParameters> possible_distribution_of(
    std::uint64_t quantiles, const KeyInterval& domain, const Loss& loss, Neighbors neighbors,
    double confidence, std::optional<DistributionMethod> method) {
  check_delta_or_zero("delta", loss.delta);
  auto parameters =
      calibrate_distribution(quantiles, domain.size(), loss.epsilon, neighbors, confidence);
  const bool must = method == DistributionMethod::slices;
  if (must) {
    check_delta("delta", loss.delta);
    check_count("points", quantiles, 2, kMaxSpreadQuantiles);
  }
  if (method == DistributionMethod::quantiles || loss.delta == 0) return parameters;
  auto slices = calibrate_sliced_quantiles(
      sliced_distribution_task(quantiles, domain, loss, neighbors, confidence));
  if (!slices && must) {
    return Obstacle{"epsilon", "large enough for slices that fit into memory", loss.epsilon};
  }
  if (!slices || (!must && slices->promise.rank_error >= parameters.rank_error)) return parameters;
  parameters.rank_error = slices->promise.rank_error;
  parameters.most_equal = slices->promise.ties_count ? kMaxEqualRecords : 0;
  parameters.least_records = slices->least_records;
  parameters.fewer_error = slices->fewer_error;
  parameters.slices = std::move(slices);
  return parameters;
}

QuantilesTask sliced_distribution_task(std::uint64_t quantiles, const KeyInterval& domain,
                                       const Loss& loss, Neighbors neighbors, double confidence) {
  QuantilesTask task;
  task.taus = evenly_spaced(quantiles);
  task.domain = domain;
  task.loss = loss;
  task.neighbors = neighbors;
  task.confidence = confidence;
  return task;
}

std::optional<double> least_promised(double error, double fewer, double share,
                                     std::uint64_t least) {
  if (share >= 1) return std::nullopt;
  const auto beyond = [&](double errors) { return std::floor(errors / (1 - share)) + 1; };
  const auto enough = static_cast<double>(least);
  return beyond(fewer) < enough ? beyond(fewer) : std::max(enough, beyond(error));
}

std::vector<std::uint64_t> sanitize_distribution(std::vector<std::uint64_t> keys,
                                                 const KeyInterval& domain,
                                                 const DistributionParameters& parameters,
                                                 Randomness& randomness) {
  auto quantiles = parameters.slices
                       ? draw_sliced_quantiles(*parameters.slices, std::move(keys), randomness)
                       : draw_quantiles(std::move(keys), domain, parameters.quantiles, randomness);
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
