// The distance of two data sets in the sense of Cumulative TreeLog.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar::testing {

inline std::int64_t count_up_to(const KeyArray& sorted, std::uint64_t y) {
  const auto& words = sorted.words();
  return std::upper_bound(words.begin(), words.end(), y) - words.begin();
}

/// The greatest difference of #{x <= y} over the points 0..last.
inline std::int64_t distance(const KeyArray& a, const KeyArray& b, std::uint64_t last) {
  std::int64_t greatest = 0;
  for (std::uint64_t y = 0; y <= last; ++y) {
    greatest = std::max(greatest, std::abs(count_up_to(a, y) - count_up_to(b, y)));
  }
  return greatest;
}

/// A database with the given number of records of each value.
inline std::vector<std::size_t> counts(const std::vector<std::size_t>& of_values) {
  std::vector<std::size_t> result;
  for (std::size_t value = 0; value < of_values.size(); ++value) {
    result.insert(result.end(), of_values[value], value);
  }
  return result;
}

}  // namespace logstar::testing
