// Where random bits come from, below the exact laws.
#pragma once

#include <cstddef>
#include <span>

namespace logstar {

/// Fills memory with independent uniform bytes, or throws EntropyUnavailable and fills nothing
/// that will be used.
class BitSource {
 public:
  virtual ~BitSource() = default;
  virtual void fill(std::span<std::byte> bytes) = 0;
};

/// The operating system's cryptographic source: getentropy(3), which is getrandom(2) on Linux.
/// Throws EntropyUnavailable if it refuses: there is no second source to fall back on.
class SystemEntropy final : public BitSource {
 public:
  void fill(std::span<std::byte> bytes) override;
};

}  // namespace logstar
