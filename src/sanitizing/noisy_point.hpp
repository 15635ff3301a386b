// The result of a sanitizer of points.
#pragma once

#include <cstddef>
#include <cstdint>

namespace logstar {

/// The noisy count of an item, below 0 at times; the caller cuts it off there.
struct NoisyPoint {
  std::size_t index;
  std::int64_t count;

  friend bool operator==(const NoisyPoint&, const NoisyPoint&) = default;
  friend auto operator<=>(const NoisyPoint&, const NoisyPoint&) = default;
};

}  // namespace logstar
