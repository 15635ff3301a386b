// The keys of an ordered domain of at most 2^64 values.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// Keys lowest..highest, both included; lowest <= highest. Smaller keys represent smaller values.
struct KeyInterval {
  std::uint64_t lowest = 0;
  std::uint64_t highest = 0;

  Natural size() const { return Natural(highest - lowest) + 1; }

  /// The number of bits of the highest key, at least 1.
  std::uint32_t bits() const {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(highest)));
  }
};

/// The treatment of a record whose value lies outside the domain. Both act on each record by itself, so
/// neighbouring data stay neighbouring. A value without an order (NaN) is dropped in both cases.
enum class Outside { clamp, drop };

}  // namespace logstar
