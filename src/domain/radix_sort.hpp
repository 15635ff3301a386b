// Sorting many whole numbers by their bytes, in place and without comparing them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace logstar {

/// Sorts first..last - 1 in increasing order. `bits`: those in which they may differ, counted from the lowest.
/// Few numbers are compared, which is quicker. Cost: O(n bits) and no memory but the stack: at most 8 calls
/// inside each other, of 6 KB each.
template <std::unsigned_integral Number>
void radix_sort(Number* first, Number* last, unsigned bits) {
  constexpr std::ptrdiff_t kMinForDigits = 256;
  constexpr std::size_t kDigits = 256;
  const auto digit = [&bits](Number number) {
    return static_cast<std::size_t>(number >> bits & (kDigits - 1));
  };
  // Before there are tables: few are sorted very often, in a test or at the end of each part.
  if (last - first < kMinForDigits) return std::sort(first, last);
  // Skips leading bytes in which all numbers agree; `starts`: where each digit's numbers begin.
  std::array<Number*, kDigits + 1> starts;
  do {
    if (bits == 0) return;
    bits -= std::min(bits, 8u);
    std::array<std::size_t, kDigits> counts{};
    for (const Number* number = first; number != last; ++number) ++counts[digit(*number)];
    starts[0] = first;
    for (std::size_t i = 0; i < kDigits; ++i) starts[i + 1] = starts[i] + counts[i];
  } while (starts[digit(*first) + 1] - starts[digit(*first)] == last - first);

  // Moves each number to the next place of its digit, along cycles.
  std::array<Number*, kDigits + 1> next = starts;
  for (std::size_t begun = 0; begun < kDigits; ++begun) {
    while (next[begun] != starts[begun + 1]) {
      Number lifted = *next[begun];
      for (std::size_t to = digit(lifted); to != begun; to = digit(lifted)) {
        std::swap(lifted, *next[to]++);
      }
      *next[begun]++ = lifted;
    }
  }
  for (std::size_t i = 0; i < kDigits; ++i) radix_sort(starts[i], starts[i + 1], bits);
}

/// All of them.
template <std::unsigned_integral Number>
void radix_sort(std::vector<Number>& numbers, unsigned bits) {
  radix_sort(numbers.data(), numbers.data() + numbers.size(), bits);
}

}  // namespace logstar
