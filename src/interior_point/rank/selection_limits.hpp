// From how many records on a selection of ranks pays, and how many it may copy.
#pragma once

#include <algorithm>
#include <cstddef>

namespace logstar {

/// Below this many records sorting all of them is as quick.
inline constexpr std::size_t kFewToSelect = 4096;
/// The maximum number of copied records. More, as with many equal ones, are sorted in place with all others.
inline std::size_t most_selected(std::size_t records) {
  return std::max(records / 4, std::size_t(1) << 22);
}

}  // namespace logstar
