#include "logstar/domain/likely_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kEvenFactor = 16;
constexpr int kSmallOctaves = 20;
constexpr double kMinLikely = 0x1p-10;
constexpr double kMaxLikely = 0x1p40;
constexpr unsigned kFewKeys = 4096;

/// Keys, and their weight relative to other parts of the same share.
struct Part {
  KeyInterval keys;
  Natural weight;
};
using Parts = std::vector<Part>;

/// Adds a share: divides `mass` among the parts by weight, rounded down to whole weights per key. The even
/// share, 1 a key, makes up for the loss of less than 1 a key.
void add_share(std::vector<BaseMeasure::Slope>& slopes, const Natural& mass, const Parts& parts) {
  Natural all = 0;
  for (const Part& part : parts) all += part.weight;
  for (const auto& [keys, weight] : parts) {
    const Natural each = mass * weight / (all * keys.size());
    if (each != 0) slopes.push_back({keys, static_cast<Uint128>(each)});
  }
}

/// Half on the guess; the rest evenly, or half of that by magnitude.
BaseMeasure mixed(const KeyInterval& domain, const KeyInterval& expected, const Parts& guess,
                  const Parts& magnitude) {
  std::vector<BaseMeasure::Slope> slopes{{domain, 1}};
  const Natural even = domain.size();
  add_share(slopes, magnitude.empty() ? even : even * 2, guess);
  if (!magnitude.empty()) add_share(slopes, even, magnitude);
  return BaseMeasure(domain, slopes, expected);
}

/// Half by magnitude, the rest evenly. All evenly where magnitudes do not help, so that accuracy statements
/// do not get worse.
BaseMeasure half_by_magnitude(const KeyInterval& domain, const Parts& magnitude) {
  const bool is_all = magnitude.size() == 1 && magnitude[0].keys.size() == domain.size();
  if (magnitude.empty() || is_all || domain.size() <= kFewKeys) return {};
  std::vector<BaseMeasure::Slope> slopes{{domain, 1}};
  add_share(slopes, domain.size(), magnitude);
  return BaseMeasure(domain, slopes);
}

/// The keys of the domain's values between two numbers, both included; empty if the domain has none.
std::optional<KeyInterval> keys_between(const RealDomain& domain, double from, double to) {
  from = std::max(from, domain.lowest());
  to = std::min(to, domain.highest());
  if (from > to) return std::nullopt;
  return KeyInterval{*domain.encode(from, Outside::clamp), *domain.encode(to, Outside::clamp)};
}

/// Doubles of one sign have the same number of keys for each power of two, so all keys weigh the same.
Parts real_magnitudes(const RealDomain& domain) {
  Parts parts;
  const auto positive = keys_between(domain, kMinLikely, kMaxLikely);
  const auto negative = keys_between(domain, -kMaxLikely, -kMinLikely);
  if (positive) parts.push_back({*positive, 3});
  if (negative) parts.push_back({*negative, 1});
  return parts;
}

/// As real_magnitudes within a guess. Around 0 small values have the even share only: a sixteenth of the mass
/// lies there.
Parts guessed_magnitudes(const RealDomain& domain, double least, double most) {
  constexpr double kTiny = 0x1p-960;  // below, doubles do not have that many powers of two
  const KeyInterval all_keys = *keys_between(domain, least, most);
  const double large = std::max(-least, most);
  if (least > 0 || most < 0 || large < kTiny) return {{all_keys, 1}};
  const double small = std::ldexp(large, -kSmallOctaves);
  Parts parts;
  const auto add = [&](double from, double to) {
    if (from > to) return;
    const KeyInterval keys = *keys_between(domain, from, to);
    parts.push_back({keys, keys.size()});
  };
  add(small, most);
  add(least, -small);
  return parts;
}

/// Keys of one power of two lie evenly, of the next twice as far apart.
Parts guessed_evenly(const RealDomain& domain, double least, double most) {
  constexpr int kMinExponent = -1022;  // below, keys lie evenly
  const bool is_negative = most < 0;
  const double small = is_negative ? -most : least;
  const double large = is_negative ? -least : most;
  if (large == 0) return {{*keys_between(domain, least, most), 1}};
  const int first = std::max(std::ilogb(small), kMinExponent);
  const int last = std::max(std::ilogb(large), kMinExponent);
  Parts parts;
  for (int exponent = first; exponent <= last; ++exponent) {
    const double from = exponent == first ? small : std::ldexp(1.0, exponent);
    const double to = exponent == last ? large : std::ldexp(1.0, exponent + 1);
    KeyInterval keys =
        is_negative ? *keys_between(domain, -to, -from) : *keys_between(domain, from, to);
    if (exponent < last) {  // a power of two belongs to the part that it begins
      if (is_negative) {
        ++keys.lowest;
      } else {
        --keys.highest;
      }
    }
    if (keys.lowest > keys.highest) continue;
    parts.push_back({keys, keys.size() << static_cast<unsigned>(exponent - first)});
  }
  return parts;
}

/// A range of whole numbers in parts of one power of two of |x| each, and 0.
Parts whole_magnitudes(const IntegerDomain& domain, Int128 least, Int128 most) {
  constexpr unsigned kBits = 64;
  Parts parts;
  const auto add = [&](Int128 from, Int128 to, unsigned exponent) {
    from = std::max(from, least);
    to = std::min(to, most);
    if (from > to) return;
    const KeyInterval keys{*domain.encode(from, Outside::clamp),
                           *domain.encode(to, Outside::clamp)};
    parts.push_back({keys, keys.size() << (kBits - exponent)});
  };
  add(0, 0, 0);
  for (unsigned exponent = 0; exponent < kBits; ++exponent) {
    const Int128 from = Int128(1) << exponent;
    add(from, 2 * from - 1, exponent);
    add(1 - 2 * from, -from, exponent);
  }
  return parts;
}

/// The magnitudes of a domain of whole numbers, if they show where values are likely.
Parts likely_magnitudes(const IntegerDomain& domain, WholeScale scale) {
  const KeyInterval keys = domain.keys();
  const Int128 lowest = domain.decode(keys.lowest);
  const Int128 highest = domain.decode(keys.highest);
  const bool has_them =
      scale == WholeScale::magnitude && lowest <= 0 && highest >= 0 && keys.size() > kFewKeys;
  return has_them ? whole_magnitudes(domain, lowest, highest) : Parts{};
}

template <typename Number>
void check_guess(Number least, Number most, Number lowest, Number highest) {
  const std::string got =
      to_text(static_cast<double>(least)) + " and " + to_text(static_cast<double>(most));
  if (!(least <= most)) reject("expect", "two values, the smaller one first", got);
  if (least < lowest || most > highest) reject("expect", "inside the domain", got);
}

}  // namespace

BaseMeasure by_magnitude(const RealDomain& domain) {
  return half_by_magnitude(domain.keys(), real_magnitudes(domain));
}

BaseMeasure by_magnitude(const IntegerDomain& domain, WholeScale scale) {
  return half_by_magnitude(domain.keys(), likely_magnitudes(domain, scale));
}

BaseMeasure expecting(const RealDomain& domain, double least, double most) {
  if (!std::isfinite(least) || !std::isfinite(most)) {
    reject("expect", "two finite numbers", to_text(least) + " and " + to_text(most));
  }
  check_guess(least, most, domain.lowest(), domain.highest());
  const bool one_sign = least > 0 || most < 0;
  const double small = std::min(std::fabs(least), std::fabs(most));
  const double large = std::max(std::fabs(least), std::fabs(most));
  const bool evenly = (one_sign && large / kEvenFactor <= small) || large == 0;
  const Parts guess =
      evenly ? guessed_evenly(domain, least, most) : guessed_magnitudes(domain, least, most);
  return mixed(domain.keys(), *keys_between(domain, least, most), guess, real_magnitudes(domain));
}

BaseMeasure expecting(const IntegerDomain& domain, WholeScale scale, Int128 least, Int128 most) {
  const KeyInterval keys = domain.keys();
  const Int128 lowest = domain.decode(keys.lowest);
  const Int128 highest = domain.decode(keys.highest);
  check_guess(least, most, lowest, highest);
  const auto size_of = [](Int128 value) { return value < 0 ? -value : value; };
  const Int128 large = std::max(size_of(least), size_of(most));
  const bool spans_zero = least <= 0 && most >= 0;
  const Int128 small = spans_zero ? 1 : std::min(size_of(least), size_of(most));
  const bool evenly =
      scale == WholeScale::order || large <= small * static_cast<Int128>(kEvenFactor);
  const KeyInterval expected{*domain.encode(least, Outside::clamp),
                             *domain.encode(most, Outside::clamp)};
  const Parts guess = evenly ? Parts{{expected, 1}} : whole_magnitudes(domain, least, most);
  return mixed(keys, expected, guess, likely_magnitudes(domain, scale));
}

}  // namespace logstar
