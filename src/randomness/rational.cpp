#include "logstar/randomness/rational.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace logstar {

Rational Rational::of(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);  // exact: value = fraction * 2^exponent
  auto mantissa = static_cast<std::uint64_t>(fraction * 0x1p53);
  if (mantissa == 0) return {0, 1};
  const int zeros = std::countr_zero(mantissa);  // short fractions stay short: 0.5 is 1/2
  mantissa >>= static_cast<unsigned>(zeros);
  exponent += zeros - 53;
  if (exponent >= 0) return {Natural(mantissa) << static_cast<unsigned>(exponent), 1};
  return {mantissa, Natural(1) << static_cast<unsigned>(-exponent)};
}

double Rational::approximate() const {
  // Scaled so that neither part leaves the range of doubles.
  if (numerator == 0) return 0;
  const auto top = static_cast<int>(bit_width(numerator)) - 1;
  const auto bottom = static_cast<int>(bit_width(denominator)) - 1;
  auto leading = [](const Natural& n, int bits) {
    return bits > 63 ? static_cast<double>(static_cast<std::uint64_t>(n >> unsigned(bits - 63)))
                     : std::ldexp(static_cast<double>(static_cast<std::uint64_t>(n)), 63 - bits);
  };
  return std::ldexp(leading(numerator, top) / leading(denominator, bottom), top - bottom);
}

}  // namespace logstar
