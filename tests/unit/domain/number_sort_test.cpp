#include "logstar/domain/number_sort.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

template <typename Number>
void check_sorted(std::vector<Number> numbers, const std::string& what) {
  std::vector<Number> expected = numbers;
  std::sort(expected.begin(), expected.end());
  sort_numbers(numbers);
  INFO(numbers.size() << " numbers, " << what);
  CHECK(numbers == expected);
}

TEST_CASE("sorting numbers agrees with sorting by comparison, for any size and width") {
  SeededBits source(31);
  BitPool pool(source);
  for (const std::size_t size : {0u, 1u, 2u, 24u, 25u, 26u, 255u, 20'000u}) {
    for (const unsigned bits : {1u, 2u, 9u, 17u, 32u, 33u, 63u, 64u}) {
      std::vector<std::uint64_t> numbers(size);
      for (auto& number : numbers) number = pool.word() >> (64 - bits);
      check_sorted(numbers, std::to_string(bits) + " bits");
      if (bits <= 32) {
        check_sorted(std::vector<std::uint32_t>(numbers.begin(), numbers.end()),
                     std::to_string(bits) + " of 32 bits");
      }
    }
  }
}

TEST_CASE("numbers in a regular order, which the guess of a middle may meet, are sorted") {
  constexpr std::size_t kSize = 20'000;
  const auto made = [](const auto& number_at) {
    std::vector<std::uint64_t> numbers(kSize);
    for (std::size_t i = 0; i < kSize; ++i) numbers[i] = number_at(i);
    return numbers;
  };
  check_sorted(made([](std::size_t i) { return i; }), "in order");
  check_sorted(made([](std::size_t i) { return kSize - i; }), "in reverse");
  check_sorted(made([](std::size_t i) { return std::min(i, kSize - i); }), "up and down");
  check_sorted(made([](std::size_t i) { return ~std::uint64_t(0) - i % 2499; }), "in teeth");
  // Where a middle is looked for lie the least numbers: each split takes a few of them.
  check_sorted(made([](std::size_t i) { return i % 2499 < 9 ? i : kSize + i * 7919 % kSize; }),
               "the least in eighths");
}

// Source: McIlroy, "A killer adversary for quicksort" (1999): the numbers that a split looks at become the least of
// those not known yet, so that it takes few of them.
TEST_CASE("numbers that are always split badly are sorted by comparison") {
  constexpr std::size_t kSize = 4096;
  constexpr std::uint64_t kUnknown = ~std::uint64_t(0);
  std::vector<std::uint64_t> numbers(kSize, kUnknown);
  std::vector<std::size_t> places(kSize);
  std::iota(places.begin(), places.end(), std::size_t(0));
  std::uint64_t known = 0;
  std::size_t splits = 0;
  for (std::size_t first = 0; kSize - first > 24; ++splits) {
    const std::size_t step = (kSize - first - 1) / 8;
    std::vector<std::uint64_t> middles;
    for (std::size_t i = 0; i < 9; ++i) {
      std::uint64_t& number = numbers[places[first + i * step]];
      if (number == kUnknown) number = known++;
      middles.push_back(number);
      if (i % 3 != 2) continue;
      std::sort(middles.end() - 3, middles.end());
      middles.erase(middles.end() - 1);
      middles.erase(middles.end() - 2);
    }
    std::sort(middles.begin(), middles.end());
    const std::uint64_t middle = middles[1];
    const auto move_first = [&](std::uint64_t end) {
      const std::size_t begun = first;
      for (std::size_t next = begun; next < kSize; ++next) {
        std::swap(places[next], places[first]);
        if (numbers[places[first]] < end) ++first;
      }
      return first - begun;
    };
    const std::size_t moved = move_first(middle);
    REQUIRE((moved > 0 ? moved : move_first(middle + 1)) <= 9);
  }
  REQUIRE(splits > 100);  // many more than the sort allows
  for (std::uint64_t& number : numbers) {
    if (number == kUnknown) number = known++;
  }
  check_sorted(numbers, "split badly");
}

}  // namespace
}  // namespace logstar::testing
