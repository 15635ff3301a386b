#include "logstar/domain/radix_sort.hpp"

#include <catch2/catch.hpp>
#include <cstdint>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("sorting numbers by bytes agrees with sorting by comparison, for any size and width") {
  SeededBits source(31);
  BitPool pool(source);
  for (const std::size_t size : {0u, 1u, 255u, 256u, 257u, 20'000u}) {
    for (const unsigned bits : {1u, 8u, 9u, 17u, 33u, 63u, 64u}) {
      for (const unsigned low : {0u, 20u}) {  // the lowest bytes may be equal in all keys
        std::vector<std::uint64_t> numbers(size);
        for (auto& number : numbers) {
          number = pool.word() >> (64 - bits) >> std::min(low, bits - 1) << std::min(low, bits - 1);
        }
        std::vector<std::uint64_t> expected = numbers;
        std::sort(expected.begin(), expected.end());
        radix_sort(numbers, bits);
        INFO(size << " numbers of " << bits << " bits");
        CHECK(numbers == expected);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
