// A positive double with a separate exponent, so that weights e^(epsilon s) neither overflow nor vanish,
// whatever the distance between scores.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace logstar {

/// The double 2^exponent, for -1022 <= exponent <= 1023.
inline double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// mantissa 2^exponent. The mantissa is not normalised: single weights have it in [1/4, 2), so a
/// sum of r of them keeps it in [1/4, 2r), far from both ends of a double's range. A mantissa of 0 also
/// represents a weight that is negligible against the greatest (see `ScaledExponential`).
struct Scaled {
  double mantissa = 0;
  std::int64_t exponent = 0;

  /// This number's mantissa if its exponent is written as `other` (which is at least `exponent`, unless the
  /// number is 0).
  double at(std::int64_t other) const {
    const std::int64_t drop = other - exponent;
    return mantissa == 0 || drop > 1000 ? 0 : mantissa * power_of_two(-drop);
  }

  friend Scaled operator+(const Scaled& a, const Scaled& b) {
    if (a.mantissa == 0) return b;
    if (b.mantissa == 0) return a;
    const std::int64_t common = std::max(a.exponent, b.exponent);
    return {a.at(common) + b.at(common), common};
  }
};

}  // namespace logstar
