// The passes over doubles that find those of a range, or count them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/domain/key_source.hpp"

namespace logstar {

/// The doubles from `least` to `most`; none if `least` is above `most`.
struct DoubleRange {
  double least = 0;
  double most = 0;
};

/// Counts the doubles below and above a range, given by their bits. Writes the others, NaNs among them, to the front
/// of `words` and returns their number.
std::size_t split_doubles(std::span<std::uint64_t> words, const DoubleRange& range,
                          KeySplit& counts);

/// A range and the stretches at its ends: from `least` to `lowest`, and from `highest` to `most`. A stretch without
/// doubles ends just before it begins. If both are the same stretch, its doubles are at the lowest.
struct DoubleEnds {
  double least = 0;
  double lowest = 0;
  double highest = 0;
  double most = 0;
};

/// As above, but also counts the doubles in both stretches, and writes those that are in neither.
std::size_t split_between_doubles(std::span<std::uint64_t> words, const DoubleEnds& ends,
                                  KeyEnds& counts);

}  // namespace logstar
