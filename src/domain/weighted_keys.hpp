// Keys that weigh something: rows of which each counts for a part of its user.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// One key a row, in any order, with weights of at least 1, below 2^62 in total.
struct WeightedKeys {
  KeyArray keys;
  std::vector<std::uint32_t> weights;

  std::size_t size() const { return weights.size(); }
};

/// Sorted, with the weight before each key: one element more than keys.
struct SortedWeights {
  KeyArray keys;
  std::vector<std::uint64_t> before;

  std::uint64_t total() const { return before.back(); }
};

/// Cost: as KeyArray::sort. Errors: OutOfRange for more or fewer weights than keys.
SortedWeights sorted(WeightedKeys rows);

/// Sorts keys of one limb, and their weights with them; equal keys by weight.
void sort_along(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& weights);

/// Sums of the weights before each one, and of all, from `first` on.
std::vector<std::uint64_t> weights_before(const std::vector<std::uint32_t>& weights,
                                          std::uint64_t first = 0);

}  // namespace logstar
