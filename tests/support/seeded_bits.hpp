// Repeatable bits for tests. Not private: the seed determines every draw.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "logstar/randomness/bit_source.hpp"

namespace logstar::testing {

/// SplitMix64 (Steele, Lea, Flood 2014).
class SeededBits final : public BitSource {
 public:
  explicit SeededBits(std::uint64_t seed) : state_(seed) {}

  void fill(std::span<std::byte> bytes) override {
    while (!bytes.empty()) {
      const std::uint64_t word = next();
      const std::size_t part = bytes.size() < sizeof word ? bytes.size() : sizeof word;
      std::memcpy(bytes.data(), &word, part);
      bytes = bytes.subspan(part);
    }
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace logstar::testing
