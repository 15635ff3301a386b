#include "logstar/domain/number_sort.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace logstar {
namespace {

template <typename Number>
Number middle_of(Number a, Number b, Number c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// A number about which half of them are likely below; there are 9 or more.
template <typename Number>
Number likely_middle(const Number* numbers, std::size_t size) {
  const std::size_t step = (size - 1) / 8;
  const auto at = [&](std::size_t i) { return numbers[i * step]; };
  return middle_of(middle_of(at(0), at(1), at(2)), middle_of(at(3), at(4), at(5)),
                   middle_of(at(6), at(7), at(8)));
}

/// Moves the numbers that `comes_first` holds for before the others. Returns where the others begin. Exchanges two
/// even if neither moves to its side: a branch would be mispredicted half of the time.
template <typename Number, typename Holds>
Number* move_first(Number* first, Number* last, const Holds& comes_first) {
  Number* others = first;
  for (Number* next = first; next != last; ++next) {
    const Number number = *next;
    *next = *others;
    *others = number;
    others += comes_first(number);
  }
  return others;
}

template <typename Number>
void sort_few(Number* first, Number* last) {
  for (Number* next = first; next != last; ++next) {
    const Number number = *next;
    Number* place = next;
    for (; place != first && number < place[-1]; --place) *place = place[-1];
    *place = number;
  }
}

/// `splits`: how often they may still be split. What is left then was split badly.
template <typename Number>
void sort_by_splits(Number* first, Number* last, int splits) {
  constexpr std::ptrdiff_t kFew = 24;
  while (last - first > kFew) {
    if (splits-- == 0) return std::sort(first, last);
    const Number middle = likely_middle(first, static_cast<std::size_t>(last - first));
    Number* const others = move_first(first, last, [=](Number number) { return number < middle; });
    if (others == first) {
      // Numbers equal to the least are in their place.
      first = move_first(first, last, [=](Number number) { return number <= middle; });
    } else {
      sort_by_splits(first, others, splits);
      first = others;
    }
  }
  sort_few(first, last);
}

template <typename Number>
void sort_all(std::span<Number> numbers) {
  sort_by_splits(numbers.data(), numbers.data() + numbers.size(),
                 2 * static_cast<int>(std::bit_width(numbers.size())));
}

}  // namespace

void sort_numbers(std::span<std::uint64_t> numbers) { sort_all(numbers); }
void sort_numbers(std::span<std::uint32_t> numbers) { sort_all(numbers); }

}  // namespace logstar
