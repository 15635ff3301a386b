#include "logstar/interior_point/rank/interval_chain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace logstar {
namespace {

constexpr std::int64_t kNearOctaves = 12;   // above the point's own size, in equal steps
constexpr std::int64_t kFineOctaves = 30;   // below it, of doubles
constexpr double kSmallestPoint = 0x1p-10;  // of doubles: a point nearer to 0 counts as this

/// 2^(1/2), 2^(1/4), ..., 2^(1/64): IEEE rounds square roots in one way.
const std::array<double, 6>& roots_of_two() {
  static const std::array<double, 6> roots = [] {
    std::array<double, 6> each{};
    double root = 2;
    for (double& one : each) one = root = std::sqrt(root);
    return each;
  }();
  return roots;
}

/// The exponents of widths, in steps of 1/m octave, from `first` on: each to `last`, then octaves that double.
template <typename Append>
void for_each_exponent(std::int64_t first, std::int64_t last, std::uint32_t m, Append append) {
  for (std::int64_t k = first; k <= last; ++k) {
    if (!append(k)) return;
  }
  std::int64_t octaves = 1;
  for (std::int64_t k = last + m; append(k); k += octaves * m) octaves *= 2;
}

/// Appends `next` if it is longer than the last interval. Returns false once the chain covers the domain.
bool append_longer(std::vector<KeyInterval>& chain, const KeyInterval& next,
                   const KeyInterval& domain) {
  const KeyInterval& last = chain.back();
  if (next.lowest < last.lowest || next.highest > last.highest) chain.push_back(next);
  return chain.back().lowest > domain.lowest || chain.back().highest < domain.highest;
}

}  // namespace

double power_of_root(std::int64_t k, std::uint32_t m) {
  const auto steps = static_cast<std::int64_t>(m);
  const std::int64_t octave = k >= 0 ? k / steps : -((steps - 1 - k) / steps);
  const auto place = static_cast<std::uint32_t>(k - octave * steps) * (64 / m);
  double power = 1;
  for (std::size_t bit = 0; bit < 6; ++bit) {
    if (place >> (5 - bit) & 1) power *= roots_of_two()[bit];
  }
  constexpr std::int64_t kBeyondDoubles = 3000;
  return std::ldexp(power, static_cast<int>(std::clamp(octave, -kBeyondDoubles, kBeyondDoubles)));
}

std::vector<KeyInterval> interval_chain(std::uint64_t z, const IntegerDomain& domain,
                                        std::uint32_t steps_an_octave) {
  const KeyInterval keys = domain.keys();
  std::vector<KeyInterval> chain{{z, z}};
  const Int128 value = domain.decode(z);
  const auto size = static_cast<double>(std::max<Int128>(1, value < 0 ? -value : value));
  // 2^octaves is at most the size: the last equal step is the last one that is not above 2^12 sizes.
  std::int64_t last = static_cast<std::int64_t>(std::ilogb(size)) * steps_an_octave;
  while (power_of_root(last + 1, steps_an_octave) <= size) ++last;
  last += kNearOctaves * steps_an_octave;
  const auto around = [&](std::int64_t k) {
    const double width = std::ceil(power_of_root(k, steps_an_octave));
    const bool all = width >= 0x1p64;
    const auto h = all ? keys.highest : static_cast<std::uint64_t>(width);
    const KeyInterval next{z - std::min(h, z - keys.lowest), z + std::min(h, keys.highest - z)};
    return append_longer(chain, next, keys);
  };
  if (append_longer(chain, chain.back(), keys)) for_each_exponent(0, last, steps_an_octave, around);
  return chain;
}

std::vector<KeyInterval> interval_chain(std::uint64_t z, const RealDomain& domain,
                                        std::uint32_t steps_an_octave) {
  const KeyInterval keys = domain.keys();
  std::vector<KeyInterval> chain{{z, z}};
  const double value = domain.decode(z);
  const double size = std::max(kSmallestPoint, std::fabs(value));
  const auto key_near = [&](double wanted) {
    const double inside = std::clamp(wanted, domain.lowest(), domain.highest());
    return domain.encode(inside, Outside::clamp).value();
  };
  const auto around = [&](std::int64_t k) {
    const double h = size * power_of_root(k, steps_an_octave);
    // An end stays where it was if a double with fewer digits lies the other way.
    const KeyInterval next{std::min(z, key_near(value - h)), std::max(z, key_near(value + h))};
    return append_longer(chain, next, keys);
  };
  const std::int64_t m = steps_an_octave;
  if (append_longer(chain, chain.back(), keys))
    for_each_exponent(-kFineOctaves * m, kNearOctaves * m, steps_an_octave, around);
  return chain;
}

std::vector<KeyInterval> interval_chain(std::uint64_t z, const IntervalScale& scale,
                                        std::uint32_t steps_an_octave) {
  return std::visit([&](const auto& domain) { return interval_chain(z, domain, steps_an_octave); },
                    scale);
}

std::size_t longest_chain(const IntervalScale& scale, std::uint32_t steps_an_octave) {
  constexpr std::size_t kDoublings = 13;  // 1 + 2 + ... + 2^12 octaves are more than doubles have
  if (std::holds_alternative<RealDomain>(scale)) {
    return (kFineOctaves + kNearOctaves) * steps_an_octave + 1 + kDoublings;
  }
  // A width is one of the equal steps, below the length of the domain, or the first one that is not.
  const std::uint64_t length = std::get<IntegerDomain>(scale).keys().highest;
  std::size_t steps = 0;
  double before = 0;
  for (std::int64_t k = 0; before <= static_cast<double>(length); ++k) {
    const double width = std::ceil(power_of_root(k, steps_an_octave));
    if (width > before) ++steps;
    before = width;
  }
  return steps;
}

}  // namespace logstar
