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

/// Counts the doubles below a range, inside it and above it, given by their bits. NaNs are none of these.
void count_doubles(std::span<const std::uint64_t> words, const DoubleRange& range,
                   KeyCounts& counts);

}  // namespace logstar
