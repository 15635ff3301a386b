// Which quantile is meant: a fraction, because scores are whole numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// The fraction numerator / denominator in (0, 1).
struct QuantileFraction {
  std::uint32_t numerator = 1;
  std::uint32_t denominator = 2;
};

/// The greatest denominator that a quantile may have.
inline constexpr std::uint32_t kMaxQuantileDenominator = 1'000'000;

/// Errors: OutOfRange unless 0 < numerator < denominator <= kMaxQuantileDenominator.
void check_quantile(const QuantileFraction& tau);

/// Whether a < b.
bool less(const QuantileFraction& a, const QuantileFraction& b);

/// Errors: OutOfRange unless they are quantiles, 1 to 10^5 of them, each above the one before.
void check_increasing_quantiles(const std::vector<QuantileFraction>& taus);

/// The nearest quantile to q, which differs from it by at most 10^-6 / 2. (Of two, the one with the
/// smaller denominator.) Errors: OutOfRange, with the option's name, for q outside [10^-6, 1 -
/// 10^-6].
QuantileFraction nearest_fraction(std::string_view option, double q);

/// "1/2".
std::string text_of(const QuantileFraction& tau);

/// From how many records n on every z with #{x < z} < tau n + miss and #{x <= z} > tau n - miss
/// lies between the smallest and the largest of them: tau n and (1 - tau) n are at least `miss`.
double inside_from(double miss, const QuantileFraction& tau);

/// The position (t - a) / (b - a) of t between a and b, for a < t < b; a may be 0/1 and b 1/1.
struct RelativeFraction {
  QuantileFraction fraction;  ///< exactly, or the nearest with a denominator of at most 2^30
  double off = 0;             ///< by how much at most it is not exact
};
RelativeFraction between(const QuantileFraction& t, const QuantileFraction& a,
                         const QuantileFraction& b);

}  // namespace logstar
