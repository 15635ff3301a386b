#include "logstar/randomness/bit_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "logstar/support/errors.hpp"

namespace logstar {

void SystemEntropy::fill(std::span<std::byte> bytes) {
  constexpr std::size_t kMaxPerCall = 256;  // what POSIX promises of getentropy
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), kMaxPerCall);
    if (getentropy(bytes.data(), part) != 0) {
      throw EntropyUnavailable(std::string("the system's random source refused: ") +
                               std::strerror(errno));
    }
    bytes = bytes.subspan(part);
  }
}

bool looks_unfilled(std::span<const std::byte> bytes) {
  constexpr std::size_t kStretch = 32;
  constexpr std::size_t kTail = 8;
  const auto all_zero = [](std::span<const std::byte> part) {
    return std::all_of(part.begin(), part.end(), [](std::byte b) { return b == std::byte{0}; });
  };
  for (std::size_t i = 0; i + kStretch <= bytes.size(); i += kStretch) {
    if (all_zero(bytes.subspan(i, kStretch))) return true;
  }
  return bytes.size() >= kTail && all_zero(bytes.last(kTail));
}

}  // namespace logstar
