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
/// Throws EntropyUnavailable if the system call fails: there is no second source to fall back on.
class SystemEntropy final : public BitSource {
 public:
  void fill(std::span<std::byte> bytes) override;
};

/// Whether 32 consecutive bytes, counted from the first one, or the last 8 are all 0. In memory that was 0
/// before, this is the mark of a source that reported success without filling it. In random bytes the last 8
/// are all 0 with probability 2^-64, and in 64 KiB some 32 with probability below 2^-244.
bool looks_unfilled(std::span<const std::byte> bytes);

}  // namespace logstar
