// The search behind every inverse: the edge of where a certified check still passes. The check itself has
// accepted the answer, so rounding, or a check that is not quite monotone, can make it worse but never wrong.
#pragma once

#include <bit>
#include <cstdint>

namespace logstar {

/// A double x in [least, greatest] for which accepts(x) holds, with accepts false at some y above
/// it, y <= x (1 + 2^-42), if accepts turns from true to false once. Returns `least` unchecked if
/// nothing above it is accepted, and `greatest` if it is accepted. 0 <= least <= greatest, finite.
template <typename Accepts>
double largest_accepted(double least, double greatest, Accepts accepts) {
  if (accepts(greatest)) return greatest;
  // Doubles >= 0 are ordered as their bit patterns are: halving those halves the exponent range
  // first, so a tiny answer takes no longer than a large one.
  auto low = std::bit_cast<std::uint64_t>(least);
  auto high = std::bit_cast<std::uint64_t>(greatest);
  constexpr std::uint64_t kCloseEnough = std::uint64_t{1} << 10;
  while (high - low > kCloseEnough) {
    const std::uint64_t middle = low + (high - low) / 2;
    (accepts(std::bit_cast<double>(middle)) ? low : high) = middle;
  }
  return std::bit_cast<double>(low);
}

/// As largest_accepted from the other side: an accepted x with y rejected just below it. Returns `greatest`
/// unchecked if nothing below it is accepted.
template <typename Accepts>
double least_accepted(double least, double greatest, Accepts accepts) {
  if (accepts(least)) return least;
  auto low = std::bit_cast<std::uint64_t>(least);
  auto high = std::bit_cast<std::uint64_t>(greatest);
  constexpr std::uint64_t kCloseEnough = std::uint64_t{1} << 10;
  while (high - low > kCloseEnough) {
    const std::uint64_t middle = low + (high - low) / 2;
    (accepts(std::bit_cast<double>(middle)) ? high : low) = middle;
  }
  return std::bit_cast<double>(high);
}

}  // namespace logstar
