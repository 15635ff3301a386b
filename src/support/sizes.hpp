// Numbers of records that come from public parameters, where std::size_t has 32 bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace logstar {

/// `count`, or the greatest std::size_t if that is less, as in WebAssembly: more than there can be
/// of anything in memory, so that it means "all" either way.
inline std::size_t saturated_size(std::uint64_t count) {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(count, std::numeric_limits<std::size_t>::max()));
}

}  // namespace logstar
