#include "logstar/domain/integers.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr Int128 kTwo63 = Int128(1) << 63;

TEST_CASE("integers count their keys from the lower bound") {
  const IntegerDomain domain(-5, 20);
  CHECK(domain.keys().lowest == 0);
  CHECK(domain.keys().highest == 25);
  CHECK(domain.encode(Int128(-5), Outside::clamp) == 0u);
  CHECK(domain.decode(25) == 20);
}

TEST_CASE("integers reach over all signed and all unsigned 64-bit numbers") {
  CHECK(IntegerDomain(-kTwo63, kTwo63 - 1).keys().size() == Natural(1) << 64);
  const IntegerDomain all(0, 2 * kTwo63 - 1);
  CHECK(all.encode(2 * kTwo63 - 1, Outside::clamp) == std::numeric_limits<std::uint64_t>::max());
  CHECK(all.decode(std::numeric_limits<std::uint64_t>::max()) == 2 * kTwo63 - 1);
}

TEST_CASE("doubles are rounded to the nearest whole number, outliers clamped, NaN dropped") {
  const IntegerDomain domain(0, 10);
  CHECK(domain.encode(2.4, Outside::clamp) == 2u);
  CHECK(domain.encode(2.6, Outside::clamp) == 3u);
  CHECK(domain.encode(-1e308, Outside::clamp) == 0u);
  CHECK(domain.encode(std::numeric_limits<double>::infinity(), Outside::clamp) == 10u);
  CHECK_FALSE(domain.encode(std::nan(""), Outside::clamp));
  CHECK_FALSE(domain.encode(10.6, Outside::drop));
}

TEST_CASE("words are read as doubles, signed or unsigned integers") {
  const IntegerDomain domain(-2, 100);
  const std::uint64_t minus_one = ~std::uint64_t(0);
  std::vector<std::uint64_t> words = {minus_one, 7};
  domain.encode_in_place(words, IntegerDomain::Words::signed_integers, Outside::clamp);
  CHECK(words == std::vector<std::uint64_t>{1, 9});
  words = {minus_one, 7};
  domain.encode_in_place(words, IntegerDomain::Words::unsigned_integers, Outside::drop);
  CHECK(words == std::vector<std::uint64_t>{9});
  words = {std::bit_cast<std::uint64_t>(-1.0)};
  domain.encode_in_place(words, IntegerDomain::Words::doubles, Outside::clamp);
  CHECK(words == std::vector<std::uint64_t>{1});
}

TEST_CASE("bad integer bounds are rejected by name") {
  CHECK_THROWS_WITH(IntegerDomain(3, 2), "lo must be at most hi, 2, got 3");
  CHECK_THROWS_WITH(IntegerDomain(-kTwo63 - 1, 2),
                    "lo must be from -2^63 to 2^64 - 1, got a number below -2^63");
  CHECK_THROWS_WITH(IntegerDomain(-1, 2 * kTwo63 - 1),
                    "hi must be at most lo + 2^64 - 1, got 18446744073709551615");
}

}  // namespace
}  // namespace logstar
