#include "logstar/counts/user_mean.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "logstar/support/errors.hpp"

// Accuracy. Let A and B be the ends, m = A/(A + B), and x, y the noise of either, |x|, |y| <= q. Then
//   (A + x)/(A + B + x + y) - m = ((1 - m) x - m y)/(A + B + x + y), which is at most q over the same
//   denominator, and to bring the quotient into [0, 1], where m lies, does not take it further away.
//   Rounding moves a user of weight w in the group by at most 1/2. So A/(A + B) is off from the mean of the
//   users' means, weighted by w, by at most 1/2 of the number of users over the sum of w.

namespace logstar {
namespace {

/// Rows that are added up lie within, and so do domains.
constexpr std::int64_t kFarthest = std::int64_t(1) << 62;
constexpr std::int64_t kMaxEnd = std::int64_t(1) << 61;

}  // namespace

std::uint64_t width_of(const ValueDomain& domain) {
  return static_cast<std::uint64_t>(domain.highest) - static_cast<std::uint64_t>(domain.lowest);
}

std::uint64_t place(std::int64_t value, const ValueDomain& domain) {
  return static_cast<std::uint64_t>(std::clamp(value, domain.lowest, domain.highest)) -
         static_cast<std::uint64_t>(domain.lowest);
}

void check_values(const ValueDomain& domain) {
  const bool bounded = domain.lowest >= -kFarthest && domain.highest <= kFarthest;
  if (!bounded || domain.lowest >= domain.highest) {
    reject("domain", "two whole numbers within +-2^62, the lower first",
           std::to_string(domain.lowest) + " and " + std::to_string(domain.highest));
  }
  check_parts(domain.parts);
}

std::vector<DomainEnds> domain_ends(const ValuedRows& data, std::uint32_t groups,
                                    const ValueDomain& domain, std::uint32_t user_weight) {
  const std::uint64_t width = width_of(domain);
  std::vector<DomainEnds> ends(groups);
  const auto add = [&](std::uint32_t group, std::uint32_t weight,
                       std::span<const std::size_t> rows) {
    Uint128 places = 0;
    for (const std::size_t row : rows) places += place(data.values[row], domain);
    const std::int64_t high = share_of_weight(weight, places, Uint128(rows.size()) * width);
    ends[group].high += high;
    ends[group].low += weight - high;
  };
  for_each_share(data, groups, user_weight, add);
  return ends;
}

std::optional<MeanFraction> mean_of(const DomainEnds& noisy, std::int64_t error) {
  // Extreme noise could overflow the sum: clamp each end. Ends without noise lie within these limits.
  const std::int64_t high = std::clamp(noisy.high, -kMaxEnd, kMaxEnd);
  const std::int64_t low = std::clamp(noisy.low, -kMaxEnd, kMaxEnd);
  const std::int64_t weight = high + low;
  if (weight <= error) return std::nullopt;
  return MeanFraction{std::clamp<std::int64_t>(high, 0, weight), weight, error};
}

MeanEstimate estimate_mean(const MeanFraction& mean, const ValueDomain& domain,
                           std::uint32_t least_weight) {
  const auto lowest = static_cast<double>(domain.lowest);
  const auto highest = static_cast<double>(domain.highest);
  const auto weight = static_cast<double>(mean.denominator);
  const double high = static_cast<double>(mean.numerator) / weight;
  const auto parts = static_cast<double>(domain.parts);
  // Interpolates between both ends, so that each end is returned exactly.
  const double value = std::clamp(lowest * (1 - high) + highest * high, lowest, highest);
  const double error = static_cast<double>(mean.error) / weight + 0.5 / least_weight;
  return {value / parts, (highest - lowest) * error / parts};
}

}  // namespace logstar
