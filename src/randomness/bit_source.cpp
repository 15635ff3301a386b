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

}  // namespace logstar
