// A random order, where a data-independent one is needed and the items are known by rank only.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Puts a uniformly chosen sequence of `wanted` of the entries first (all of them if there are
/// fewer), by `wanted` draws.
inline void shuffle_first(std::span<std::size_t> entries, std::size_t wanted,
                          Randomness& randomness) {
  for (std::size_t i = 0; i < wanted && i + 1 < entries.size(); ++i) {
    const std::uint64_t ahead = randomness.uniform_below(std::uint64_t(entries.size() - i));
    std::swap(entries[i], entries[i + static_cast<std::size_t>(ahead)]);
  }
}

}  // namespace logstar
