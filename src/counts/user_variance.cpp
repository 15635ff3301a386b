#include "logstar/counts/user_variance.hpp"

#include <algorithm>
#include <cmath>
#include <span>

// Let A, B, C be the weights, N = A + B + C, and L(t) = (A (1 - t)^2 - B t (1 - t) + C t^2)/N, the mean of (x - t)^2.
//   The variance is the least L(t), at t = (A + B/2)/N: (4 A C - B^2)/(4 N^2). For noisy weights the minimum is
//   over 0 <= t <= 1, at an end if that t is outside.
// Error. If all three are off by at most E and their sum with noise is N', it is off by at most (E/N') (1 + 3
//   E/(2 N')). docs/guarantees/variance.md proves this and the rounding error.

namespace logstar {
namespace {

/// No weight of users is beyond it, and 36 times its square fits 128 bits.
constexpr std::int64_t kMaxMoment = std::int64_t(1) << 60;
constexpr std::uint64_t kMaxSteps = std::uint64_t(1) << 30;
constexpr int kRootBits = 62;

/// The nearest step to a place.
std::uint64_t step_of(std::uint64_t place, std::uint64_t width, std::uint64_t steps) {
  return static_cast<std::uint64_t>((Uint128{2} * place * steps + width) / (Uint128{2} * width));
}

/// By how much noise moves the variance at most, in parts of the squared width.
double noise_error(const VarianceFraction& variance) {
  const double part = static_cast<double>(variance.error) / static_cast<double>(variance.weight);
  return part * (1 + 1.5 * part);
}

double fraction(const VarianceFraction& variance) {
  return static_cast<double>(variance.numerator) / static_cast<double>(variance.denominator);
}

/// The greatest whole number of 2^-62 not above the root, by one binary digit after the other.
double root_of(const VarianceFraction& variance) {
  Uint128 digits = 0;
  Uint128 rest = variance.numerator;
  for (int i = 0; i < 2 * kRootBits; ++i) {
    rest *= 2;
    digits *= 2;
    if (rest < variance.denominator) continue;
    rest -= variance.denominator;
    ++digits;
  }
  Uint128 root = 0;
  for (int bit = kRootBits - 1; bit >= 0; --bit) {
    const Uint128 more = root | Uint128{1} << bit;
    if (more * more <= digits) root = more;
  }
  return std::ldexp(static_cast<double>(root), -kRootBits);
}

double ones_of(const ValueDomain& domain) {
  return static_cast<double>(width_of(domain)) / static_cast<double>(domain.parts);
}

}  // namespace

std::uint64_t variance_steps(const ValueDomain& domain) {
  return std::min(width_of(domain), kMaxSteps);
}

std::vector<DomainMoments> domain_moments(const ValuedRows& data, std::uint32_t groups,
                                          const ValueDomain& domain, std::uint32_t user_weight) {
  const std::uint64_t width = width_of(domain);
  const std::uint64_t steps = variance_steps(domain);
  std::vector<DomainMoments> moments(groups);
  const auto add = [&](std::uint32_t group, std::uint32_t weight,
                       std::span<const std::size_t> rows) {
    Uint128 squares = 0;
    Uint128 upper = 0;  // squares and the middle weights
    for (const std::size_t row : rows) {
      const std::uint64_t step = step_of(place(data.values[row], domain), width, steps);
      squares += Uint128(step) * step;
      upper += Uint128(step) * (2 * steps - step);
    }
    const Uint128 all = Uint128(rows.size()) * steps * steps;
    const std::int64_t high = share_of_weight(weight, squares, all);
    const std::int64_t above = share_of_weight(weight, upper, all);
    moments[group].high += high;
    moments[group].middle += above - high;
    moments[group].low += weight - above;
  };
  for_each_share(data, groups, user_weight, add);
  return moments;
}

std::optional<VarianceFraction> variance_of(const DomainMoments& noisy, std::int64_t error) {
  const auto cut = [](std::int64_t number) {
    return Int128(std::clamp(number, -kMaxMoment, kMaxMoment));
  };
  const Int128 high = cut(noisy.high);
  const Int128 middle = cut(noisy.middle);
  const Int128 low = cut(noisy.low);
  const Int128 weight = high + middle + low;
  const Int128 off = cut(error);
  if (weight <= 0 || 2 * off * (2 * weight + 3 * off) >= weight * weight) return std::nullopt;
  Int128 quarters = 0;  // of weight^2
  if (2 * high + middle < 0) {
    quarters = 4 * high * weight;
  } else if (2 * low + middle < 0) {
    quarters = 4 * low * weight;
  } else {
    quarters = 4 * high * low - middle * middle;
  }
  quarters = std::clamp<Int128>(quarters, 0, weight * weight);
  return VarianceFraction{static_cast<Uint128>(quarters), static_cast<Uint128>(4 * weight * weight),
                          static_cast<std::int64_t>(weight), error};
}

double variance_rounding(const ValueDomain& domain, std::uint32_t least_weight) {
  const bool coarse = width_of(domain) > kMaxSteps;
  return 0.5 / least_weight + (coarse ? 0.5 / static_cast<double>(kMaxSteps) : 0);
}

MeanEstimate told_variance(const VarianceFraction& variance, const ValueDomain& domain,
                           std::uint32_t least_weight) {
  const double square = ones_of(domain) * ones_of(domain);
  const double off = noise_error(variance) + variance_rounding(domain, least_weight);
  return {fraction(variance) * square, off * square};
}

MeanEstimate told_deviation(const VarianceFraction& variance, const ValueDomain& domain,
                            std::uint32_t least_weight) {
  const double root = root_of(variance);
  const double off = noise_error(variance) + variance_rounding(domain, least_weight);
  const double least = std::sqrt(std::max(0.0, fraction(variance) - off));
  const double most = std::sqrt(fraction(variance) + off);
  return {root * ones_of(domain), std::max(root - least, most - root) * ones_of(domain)};
}

}  // namespace logstar
