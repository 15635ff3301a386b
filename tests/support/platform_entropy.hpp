// Random bits as the deployed library draws them, for measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "logstar/randomness/bit_source.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>
#endif

namespace logstar {

#ifdef __EMSCRIPTEN__
EM_JS(void, logstar_fill_random, (std::byte * first, std::size_t size),
      { crypto.getRandomValues(HEAPU8.subarray(first >>> 0, (first >>> 0) + size)); })

/// The module's request to JavaScript (bindings/entropy.cpp): 64 KiB at once, where getentropy needs a call for
/// each 256 bytes.
class PlatformEntropy final : public BitSource {
 public:
  void fill(std::span<std::byte> bytes) override {
    while (!bytes.empty()) {
      const std::size_t part = std::min(bytes.size(), std::size_t(65536));
      logstar_fill_random(bytes.data(), part);
      bytes = bytes.subspan(part);
    }
  }
};
#else
using PlatformEntropy = SystemEntropy;
#endif

}  // namespace logstar
