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

void count_doubles(std::span<const std::uint64_t> words, const DoubleRange& range,
                   KeyCounts& counts) {
  const auto [least, most] = range;
  std::size_t below = 0;
  std::size_t inside = 0;
  std::size_t above = 0;
  for (const std::uint64_t word : words) {
    const auto number = std::bit_cast<double>(word);
    below += number < least;
    above += number > most;
    inside += (number >= least) & (number <= most);
  }
  counts.below += below;
  counts.inside += inside;
  counts.above += above;
}

}  // namespace logstar
