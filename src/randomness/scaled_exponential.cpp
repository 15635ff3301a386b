#include "logstar/randomness/scaled_exponential.hpp"

#include <cmath>

#include "logstar/randomness/candidate_runs.hpp"

// The bound. All arithmetic below is IEEE double with rounding to nearest and no contraction.
//
// x = epsilon gap. The gap is written as g + g' exactly enough (g rounded, g' the rest, together
// 106 bits). Dekker's product gives epsilon g = p + e exactly; low = e + epsilon g' is rounded by a
// relative 2^-52 of at most 2^-22, so x = p + low up to 2^-74.
// q = nearest integer to p / ln 2, q < 2^31, so |x - q ln 2| < 0.347. With ln 2 = A + B + C + D,
// the products q A, q B, q C are exact (at most 31 + 21 bits), and p - q A and then - q B are
// exact: they are multiples of min(ulp(p), 2^-42) and smaller than 2^53 of these. The three
// remaining operations round by at most 2^-55 each: |error of r| <= 3 * 2^-55 + 2^-74. e^-r by its
// Taylor polynomial of degree 13: the rest is below 0.347^14 / 14! < 2^-57; Horner's rounding is at
// most 2^-53 for the last addition and 0.35 * 2^-51 for all before it; the value is at least 0.7.
// So the relative error is below (1 + 1.4 + 0.1) 2^-53 / 0.7 + 2^-53 < 5 * 2^-53. Rounding the
// multiplicity and the last product add 2 * 2^-53: together 7 * 2^-53 < 2^-50. kRelativeError is
// twice that.

namespace logstar {
namespace {

/// Splits x = high + low, at most 26 bits each, exactly (Veltkamp).
void split(double x, double& high, double& low) {
  const double shifted = x * 134217729.0;  // 2^27 + 1
  high = shifted - (shifted - x);
  low = x - high;
}

// ln 2 = A + B + C + D with A, B, C of 21 bits each.
constexpr double kLn2A = 0x162e42p-21;
constexpr double kLn2B = 0x1fdf47p-42;
constexpr double kLn2C = 0x07bcd5p-63;
constexpr double kLn2D = 0x1.c9e3b39803f2fp-64;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;

/// e^-r for |r| < 0.347, by Horner: 1 - r (1 - r/2 (1 - r/3 (...))) with the factorials folded in.
double exp_minus_small(double r) {
  constexpr double kCoefficients[] = {1.0 / 6227020800,
                                      1.0 / 479001600,
                                      1.0 / 39916800,
                                      1.0 / 3628800,
                                      1.0 / 362880,
                                      1.0 / 40320,
                                      1.0 / 5040,
                                      1.0 / 720,
                                      1.0 / 120,
                                      1.0 / 24,
                                      1.0 / 6,
                                      1.0 / 2,
                                      1.0,
                                      1.0};
  const double x = -r;
  double sum = kCoefficients[0];
  for (int i = 1; i < 14; ++i) sum = sum * x + kCoefficients[i];
  return sum;
}

}  // namespace

ScaledExponential::ScaledExponential(double epsilon)
    : epsilon_(std::ldexp(epsilon, -BottomScore::kFractionBits)) {
  split(epsilon_, epsilon_high_, epsilon_low_);
}

Scaled ScaledExponential::weight(Int128 gap) const {
  double g;
  double g_rest;
  if (gap < (Int128(1) << 53)) {  // the usual case, exact; conversions of 128 bits are slow
    g = static_cast<double>(static_cast<std::int64_t>(gap));
    g_rest = 0;
  } else {
    g = static_cast<double>(gap);
    g_rest = static_cast<double>(gap - static_cast<Int128>(g));
  }
  const double p = epsilon_ * g;
  if (!(p < 0x1p31 * 0.69)) return {};
  double g_high, g_low;
  split(g, g_high, g_low);
  const double e = ((epsilon_high_ * g_high - p) + epsilon_high_ * g_low + epsilon_low_ * g_high) +
                   epsilon_low_ * g_low;
  const double low = e + epsilon_ * g_rest;
  const double q = std::floor(p * kInverseLn2 + 0.5);
  const double r = (((p - q * kLn2A) - q * kLn2B) - q * kLn2C) + (low - q * kLn2D);
  return {exp_minus_small(r), -static_cast<std::int64_t>(q)};
}

Scaled ScaledExponential::times(Scaled one, const Natural& multiplicity) {
  const unsigned top = bit_width(multiplicity) - 1;
  const unsigned drop = top > 63 ? top - 63 : 0;
  const auto leading = static_cast<double>(static_cast<std::uint64_t>(multiplicity >> drop));
  one.mantissa *= leading * power_of_two(static_cast<std::int64_t>(drop) - top - 1);
  one.exponent += static_cast<std::int64_t>(top) + 1;
  return one;
}

}  // namespace logstar
