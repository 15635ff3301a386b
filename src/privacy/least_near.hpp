// The search for the least whole number that is enough, from an estimate. The checks alone decide the answer: a bad
// estimate makes the search slower, and changes nothing.
#pragma once

#include <algorithm>
#include <cstdint>

namespace logstar {

/// The least n above `too_few` with enough(n), which does not become false again. Few checks if it is near `start`,
/// and as many as by doubling if not.
template <typename Enough>
std::uint64_t least_near(std::uint64_t too_few, std::uint64_t start, const Enough& enough) {
  std::uint64_t low = too_few;
  std::uint64_t high = std::max(start, too_few + 1);
  std::uint64_t step = 1;
  if (enough(high)) {
    for (; high - low > step; step *= 4) {
      if (!enough(high - step)) {
        low = high - step;
        break;
      }
      high -= step;
    }
  } else {
    for (low = high; !enough(low + step); step *= 4) low += step;
    high = low + step;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace logstar
