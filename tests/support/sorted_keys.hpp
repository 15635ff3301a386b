// Small data sets of keys for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar::testing {

/// A sorted data set of keys of at most 64 bits.
inline KeyArray sorted_keys(std::uint32_t bits, const std::vector<std::size_t>& values) {
  KeyArray keys(bits, {values.begin(), values.end()});
  keys.sort();
  return keys;
}

}  // namespace logstar::testing
