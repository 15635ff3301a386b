#include "logstar/domain/split_doubles.hpp"

#include <bit>

namespace logstar {

std::size_t split_doubles(std::span<std::uint64_t> words, const DoubleRange& range,
                          KeySplit& counts) {
  const auto [least, most] = range;
  std::size_t below = 0;
  std::size_t above = 0;
  std::uint64_t* next = words.data();
  for (const std::uint64_t word : words) {
    const auto number = std::bit_cast<double>(word);
    const bool is_below = number < least;
    const bool is_above = number > most;
    below += is_below;
    above += is_above;
    *next = word;
    next += !(is_below | is_above);
  }
  counts.below += below;
  counts.above += above;
  return static_cast<std::size_t>(next - words.data());
}

std::size_t split_between_doubles(std::span<std::uint64_t> words, const DoubleEnds& ends,
                                  KeyEnds& counts) {
  const auto [least, lowest, highest, most] = ends;
  std::size_t below = 0;
  std::size_t low = 0;  // those below too
  std::size_t above = 0;
  std::uint64_t* next = words.data();
  for (const std::uint64_t word : words) {
    const auto number = std::bit_cast<double>(word);
    const bool is_low = number <= lowest;
    below += number < least;
    low += is_low;
    above += number > most;
    *next = word;
    next += !(is_low | (number >= highest));
  }
  const auto between = static_cast<std::size_t>(next - words.data());
  counts.below += below;
  counts.at_lowest += low - below;
  counts.at_highest += words.size() - between - low - above;
  counts.above += above;
  return between;
}

}  // namespace logstar
