// The number of records of a slice.
//
// Privacy: Lemma 2.4 of docs/guarantees/slices.md, for a length and a rate of public choice.
// Source: CLNSS22 Algorithm 1. Departures: a slice longer than the list takes all of it. Cost: one draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// `length` and geometric noise of a rate, 0 for none; at most `size`, the length of the list.
inline std::size_t noisy_length(std::uint64_t length, std::size_t size, double slice_epsilon,
                                Randomness& randomness) {
  // In 64 bits: where std::size_t has 32, as in WebAssembly, a length and its noise may exceed it.
  std::uint64_t taken = std::min<std::uint64_t>(length, size);
  if (slice_epsilon > 0) {
    taken += static_cast<std::uint64_t>(randomness.geometric(Rational::of(slice_epsilon)));
  }
  return static_cast<std::size_t>(std::min<std::uint64_t>(taken, size));
}

}  // namespace logstar
