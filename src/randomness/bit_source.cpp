#include "randomness/bit_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "support/errors.hpp"

namespace logstar {

void SystemEntropy::fill(std::span<std::byte> bytes) {
  constexpr std::size_t kMostPerCall = 256;  // what POSIX promises of getentropy
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), kMostPerCall);
    if (getentropy(bytes.data(), part) != 0) {
      throw EntropyUnavailable(std::string("the system's random source refused: ") +
                               std::strerror(errno));
    }
    bytes = bytes.subspan(part);
  }
}

bool left_unfilled(std::span<const std::byte> bytes) {
  constexpr std::size_t kStretch = 32;
  for (std::size_t i = 0; i + kStretch <= bytes.size(); i += kStretch) {
    const auto stretch = bytes.subspan(i, kStretch);
    if (std::all_of(stretch.begin(), stretch.end(),
                    [](std::byte b) { return b == std::byte{0}; })) {
      return true;
    }
  }
  return false;
}

}  // namespace logstar
