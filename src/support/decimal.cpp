#include "logstar/support/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace logstar {
namespace {

/// 0.d1d2d3... * 10^point, with trailing and leading zeros removed; 0 has an empty list of digits.
struct Decimal {
  std::string digits;
  int point = 0;
  bool operator<(const Decimal& other) const {
    if (digits.empty() || other.digits.empty()) return digits.size() < other.digits.size();
    return std::tie(point, digits) < std::tie(other.point, other.digits);
  }

  void trim() {
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, zeros);
    point -= static_cast<int>(zeros);
    while (digits.ends_with('0')) digits.pop_back();
  }
};

constexpr std::uint32_t kLimb = 1'000'000'000;
constexpr int kLimbDigits = 9;

void multiply(std::vector<std::uint32_t>& limbs, std::uint32_t factor) {
  std::uint64_t carried = 0;
  for (std::uint32_t& limb : limbs) {
    carried += std::uint64_t(limb) * factor;
    limb = static_cast<std::uint32_t>(carried % kLimb);
    carried /= kLimb;
  }
  for (; carried > 0; carried /= kLimb) {
    limbs.push_back(static_cast<std::uint32_t>(carried % kLimb));
  }
}

/// mantissa * 2^exponent, exactly: a power of 1/2 is the same power of 5 with the point moved.
Decimal decimal_of(std::uint64_t mantissa, int exponent) {
  std::vector<std::uint32_t> limbs;
  for (; mantissa > 0; mantissa /= kLimb) {
    limbs.push_back(static_cast<std::uint32_t>(mantissa % kLimb));
  }
  const std::uint32_t factor = exponent < 0 ? 5 : 2;
  for (int left = std::abs(exponent); left > 0;) {
    std::uint32_t power = 1;
    for (; left > 0 && power < kLimb / 5; --left) power *= factor;
    multiply(limbs, power);
  }
  Decimal decimal;
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    const std::string text = std::to_string(*limb);
    decimal.digits.append(kLimbDigits - text.size(), '0').append(text);
  }
  decimal.point = static_cast<int>(decimal.digits.size()) + std::min(exponent, 0);
  decimal.trim();
  return decimal;
}

/// Rounds to `digits` digits, ties to even. Zero digits give 0 or a single 1 in the place before; a negative
/// number gives 0.
Decimal rounded(const Decimal& exact, int digits) {
  if (digits >= static_cast<int>(exact.digits.size())) return exact;
  if (digits < 0) return {};
  const auto kept = static_cast<std::size_t>(digits);
  Decimal result{"0" + exact.digits.substr(0, kept), exact.point + 1};
  const char next = exact.digits[kept];
  const bool is_tie = next == '5' && kept + 1 == exact.digits.size();
  if (is_tie ? (result.digits.back() - '0') % 2 == 1 : next >= '5') {
    auto digit = result.digits.rbegin();
    for (; *digit == '9'; ++digit) *digit = '0';
    ++*digit;
  }
  result.trim();
  return result;
}

/// The decimals that read back as a positive double: all strictly between the ends, and the ends themselves if
/// ties go to this double.
struct Neighbourhood {
  Decimal below;
  Decimal above;
  bool has_ends;
};

Neighbourhood around(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int stored = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & ((std::uint64_t(1) << 52) - 1);
  const std::uint64_t mantissa = stored == 0 ? fraction : fraction | std::uint64_t(1) << 52;
  const int exponent = std::max(stored, 1) - 1075;
  // Below a power of 2 numbers lie twice as close.
  const std::uint64_t down = fraction == 0 && stored > 1 ? 1 : 2;
  return {decimal_of(4 * mantissa - down, exponent - 2), decimal_of(4 * mantissa + 2, exponent - 2),
          mantissa % 2 == 0};
}

Decimal exactly(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return decimal_of(static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53);
}

bool reads_above(const Decimal& decimal, const Neighbourhood& near) {
  return near.above < decimal || (!near.has_ends && !(decimal < near.above));
}

bool reads_below(const Decimal& decimal, const Neighbourhood& near) {
  return decimal < near.below || (!near.has_ends && !(near.below < decimal));
}

/// The number >= 0 that it reads as. From one near it on, in steps that halve.
double read(const Decimal& decimal) {
  if (decimal.digits.empty()) return 0;
  double leading = 0;
  const std::size_t digits = std::min<std::size_t>(decimal.digits.size(), 15);
  for (std::size_t i = 0; i < digits; ++i) leading = 10 * leading + (decimal.digits[i] - '0');
  const int power = decimal.point - static_cast<int>(digits);
  const int tens = std::abs(power);
  constexpr int kExactTens =
      22;  // 10^22 is a double, and the digits are one: nothing else is rounded
  if (digits == decimal.digits.size() && tens <= kExactTens) {
    double scale = 1;
    for (int i = 0; i < tens; ++i) scale *= 10;
    return power < 0 ? leading / scale : leading * scale;
  }
  double guess = leading;
  for (int i = 0; i < tens; ++i) guess = power < 0 ? guess / 10 : guess * 10;
  // In steps from a number to the next: a hundred for the digits left out, one for each rounding.
  constexpr std::uint64_t kWrongBy = 1024;
  const auto place = std::bit_cast<std::uint64_t>(guess);
  std::uint64_t low = std::max(place, kWrongBy + 1) - kWrongBy;
  std::uint64_t high =
      std::min(place + kWrongBy, std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max()));
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (reads_above(decimal, around(std::bit_cast<double>(middle)))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const double found = std::bit_cast<double>(low);
  return reads_below(decimal, around(found)) ? 0 : found;  // below half the smallest
}

/// In the format of %g, with all digits.
std::string written(const Decimal& decimal) {
  const auto size = static_cast<int>(decimal.digits.size());
  const int exponent = decimal.point - 1;
  std::string text = decimal.digits;
  if (exponent < -4 || exponent >= size) {
    if (size > 1) text.insert(1, ".");
    const std::string power = std::to_string(std::abs(exponent));
    return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
  }
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-decimal.point), '0') + text;
  if (decimal.point < size) text.insert(static_cast<std::size_t>(decimal.point), ".");
  return text;
}

}  // namespace

std::string shortest_text(double value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return sign + "nan";
  if (std::isinf(value)) return sign + "inf";
  if (value == 0) return sign + "0";
  const Decimal exact = exactly(std::fabs(value));
  const Neighbourhood near = around(std::fabs(value));
  Decimal shortest = exact;
  for (int digits = 1; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
    shortest = rounded(exact, digits);
    if (!reads_below(shortest, near) && !reads_above(shortest, near)) break;
  }
  return sign + written(shortest);
}

double to_decimals(double value, int decimals) {
  if (value == 0) return value;
  const Decimal exact = exactly(std::fabs(value));
  return std::copysign(read(rounded(exact, exact.point + decimals)), value);
}

}  // namespace logstar
