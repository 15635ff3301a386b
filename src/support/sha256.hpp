// SHA-256, for the hash of a saved ledger. No secret is hashed, and no randomness comes of it.
// Source: FIPS 180-4, sections 5 and 6.2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logstar {

/// The hash of bytes that come in pieces.
class Sha256 {
 public:
  void add(std::span<const std::uint8_t> bytes);

  /// The 32 bytes of the hash of all bytes added so far; nothing may be added afterwards.
  std::vector<std::uint8_t> digest();

 private:
  void take_block();

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::uint64_t size_ = 0;  ///< in bytes
};

}  // namespace logstar
