// Sorting many whole numbers by their bytes, without comparing them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace logstar {

/// Sorts first..last - 1 in increasing order. `bits`: those that may be set, counted from the lowest.
/// Few numbers are compared, which is quicker. Cost: O(n bits); as much memory again in `scratch`, which
/// may be used for several sorts.
template <std::unsigned_integral Number>
void radix_sort(Number* first, Number* last, unsigned bits, std::vector<Number>& scratch) {
  constexpr std::ptrdiff_t kMany = 512;
  constexpr std::size_t kDigits = 256;
  if (last - first < kMany) return std::sort(first, last);
  const auto size = static_cast<std::size_t>(last - first);
  if (scratch.size() < size) scratch.resize(size);
  Number* from = first;
  Number* to = scratch.data();
  for (unsigned shift = 0; shift < bits; shift += 8) {
    const auto digit = [&](Number number) {
      return static_cast<std::size_t>(number >> shift & (kDigits - 1));
    };
    std::array<std::size_t, kDigits + 1> starts{};
    for (std::size_t i = 0; i < size; ++i) ++starts[digit(from[i]) + 1];
    if (starts[digit(from[0]) + 1] == size) continue;  // all have the same one
    for (std::size_t i = 1; i <= kDigits; ++i) starts[i] += starts[i - 1];
    for (std::size_t i = 0; i < size; ++i) to[starts[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
  if (from != first) std::copy(from, from + size, first);
}

/// Sorts all of them: by their bytes where as much memory again is no matter, else in place by comparing.
template <std::unsigned_integral Number>
void sort_numbers(std::vector<Number>& numbers, unsigned bits) {
  constexpr std::size_t kLittleMemory = std::size_t(1) << 22;
  if (numbers.size() > kLittleMemory) return std::sort(numbers.begin(), numbers.end());
  std::vector<Number> scratch;
  radix_sort(numbers.data(), numbers.data() + numbers.size(), bits, scratch);
}

}  // namespace logstar
