// Sorting many whole numbers in place.
#pragma once

#include <cstdint>
#include <span>

namespace logstar {

/// Sorts them in increasing order. Cost: O(n log n), and no memory but the stack: O(log n) calls inside each other.
void sort_numbers(std::span<std::uint64_t> numbers);
void sort_numbers(std::span<std::uint32_t> numbers);

}  // namespace logstar
