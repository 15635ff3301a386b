#include "logstar/interior_point/rank/quantile_fraction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Whole numbers hold all of this.
//   A double in [10^-6, 1) is whole / 2^k with whole < 2^53 and k <= 53 + 19 = 72. Between three
//   quantiles of denominators of at most 10^6, (t - a) / (b - a) is above / whole with whole <=
//   10^18 < 2^60.
//   So nearest_of() meets either d <= 2^72 and most = 10^6 < 2^20, or d < 2^60 and most = 2^30.
//   Convergents of n/d < 1 have numerators and denominators of at most d; those it keeps, at most
//   `most`. The two products that it compares are at most d most^2 <= 2^120.

namespace logstar {
namespace {

constexpr double kMinQuantile = 1e-6;
constexpr std::size_t kMaxQuantiles = 100'000;
constexpr std::uint32_t kMaxRelativeDenominator = std::uint32_t(1) << 30;

Uint128 distance(Uint128 a, Uint128 b) { return a > b ? a - b : b - a; }

/// The nearest fraction to n/d in (0, 1) with a denominator of at most `most`, by continued
/// fractions: it is the last convergent that has one, or that convergent's furthest mediant with
/// the one before.
QuantileFraction nearest_of(Uint128 n, Uint128 d, std::uint32_t most) {
  Uint128 before_p = 0, before_q = 1, p = 1, q = 0;
  Uint128 a = n, b = d;
  for (; b != 0;) {
    const Uint128 digit = a / b;
    if (before_q + digit * q > most) break;
    const Uint128 next_p = before_p + digit * p;
    const Uint128 next_q = before_q + digit * q;
    before_p = p, before_q = q, p = next_p, q = next_q;
    const Uint128 rest = a - digit * b;
    a = b, b = rest;
  }
  if (b != 0) {
    const Uint128 times = (most - before_q) / q;
    const Uint128 mediant_p = before_p + times * p;
    const Uint128 mediant_q = before_q + times * q;
    // |p/q - n/d| > |mediant - n/d|, times q d mediant_q
    if (distance(p * d, n * q) * mediant_q > distance(mediant_p * d, n * mediant_q) * q) {
      p = mediant_p, q = mediant_q;
    }
  }
  if (p == 0) return {1, most};
  if (p == q) return {most - 1, most};
  return {static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q)};
}

}  // namespace

void check_quantile(const QuantileFraction& tau) {
  check_count("quantile's denominator", tau.denominator, 2, kMaxQuantileDenominator);
  check_count("quantile's numerator", tau.numerator, 1, tau.denominator - 1);
}

bool less(const QuantileFraction& a, const QuantileFraction& b) {
  return std::uint64_t(a.numerator) * b.denominator < std::uint64_t(b.numerator) * a.denominator;
}

void check_increasing_quantiles(const std::vector<QuantileFraction>& taus) {
  if (taus.empty() || taus.size() > kMaxQuantiles) {
    reject("qs", "1 to " + std::to_string(kMaxQuantiles) + " numbers", std::to_string(taus.size()));
  }
  for (std::size_t i = 0; i < taus.size(); ++i) {
    check_quantile(taus[i]);
    if (i > 0 && !less(taus[i - 1], taus[i])) {
      reject("qs", "increasing as fractions with denominators up to 1000000",
             text_of(taus[i]) + " after " + text_of(taus[i - 1]));
    }
  }
}

QuantileFraction nearest_fraction(std::string_view option, double q) {
  if (!(q >= kMinQuantile && q <= 1 - kMinQuantile)) {
    const std::string hint = q > 1 ? " (for the 50th percentile pass 0.5)" : "";
    reject(option, "a number from 1e-6 to 1 - 1e-6" + hint, q);
  }
  int exponent;
  const double mantissa = std::frexp(q, &exponent);  // in [1/2, 1), and exponent <= 0
  return nearest_of(static_cast<std::uint64_t>(std::ldexp(mantissa, 53)),
                    Uint128(1) << (53 - exponent), kMaxQuantileDenominator);
}

std::string text_of(const QuantileFraction& tau) {
  return std::to_string(tau.numerator) + "/" + std::to_string(tau.denominator);
}

double inside_from(double miss, const QuantileFraction& tau) {
  const double shorter = std::min(tau.numerator, tau.denominator - tau.numerator);
  return std::ceil(divide_up(multiply_up(miss, tau.denominator), shorter));
}

RelativeFraction between(const QuantileFraction& t, const QuantileFraction& a,
                         const QuantileFraction& b) {
  const auto cross = [](const QuantileFraction& x, const QuantileFraction& y) {
    return std::uint64_t(x.numerator) * y.denominator - std::uint64_t(y.numerator) * x.denominator;
  };
  std::uint64_t above = cross(t, a) * b.denominator;
  std::uint64_t whole = cross(b, a) * t.denominator;
  const std::uint64_t common = std::gcd(above, whole);
  above /= common;
  whole /= common;
  const QuantileFraction near = nearest_of(above, whole, kMaxRelativeDenominator);
  const Uint128 off = distance(Uint128(above) * near.denominator, Uint128(whole) * near.numerator);
  if (off == 0) return {near, 0};
  return {near, divide_up(step_up(static_cast<double>(off)),
                          multiply_down(count_down(whole), near.denominator))};
}

}  // namespace logstar
