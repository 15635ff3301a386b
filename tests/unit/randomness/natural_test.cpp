// Natural against Boost's whole numbers: every operation, small and large operands mixed.
#include "logstar/randomness/natural.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace logstar::testing {
namespace {

using Reference = boost::multiprecision::cpp_int;

/// Read from the number's words, most significant first, for small and large numbers.
Reference reference(const Natural& number) {
  std::vector<std::uint64_t> words(bit_width(number) / 64 + 1);
  number.write_words(words);
  Reference value = 0;
  for (const std::uint64_t word : words) value = (value << 64) | word;
  return value;
}

Natural natural(const Reference& value) {
  std::vector<std::uint64_t> words;
  for (Reference rest = value; rest != 0; rest >>= 64) {
    words.insert(words.begin(), static_cast<std::uint64_t>(rest & ~std::uint64_t(0)));
  }
  return Natural::from_words(words);
}

/// Every property of the number agrees with Boost.
bool is(const Natural& number, const Reference& value) {
  const Reference low = value & ~std::uint64_t(0);
  return value >= 0 && reference(number) == value && number == natural(value) &&
         bit_width(number) == (value == 0 ? 0 : msb(value) + 1) &&
         static_cast<std::uint64_t>(number) == static_cast<std::uint64_t>(low);
}

/// All borders where a carry or another representation begins, and random numbers.
std::vector<Reference> sample() {
  std::vector<Reference> values;
  for (const unsigned border : {0u, 1u, 31u, 32u, 63u, 64u, 65u, 127u, 128u, 129u, 191u, 192u, 511u,
                                512u, 513u, 640u, 5000u}) {
    for (const int beside : {-2, -1, 0, 1, 2}) {
      const Reference value = (Reference(1) << border) + beside;
      if (value >= 0) values.push_back(value);
    }
  }
  std::mt19937_64 bits(16);
  for (int i = 0; i < 25; ++i) {
    Reference value = 0;
    for (int word = 0; word < 11; ++word) value = (value << 64) | bits();
    values.push_back(value >> static_cast<unsigned>(bits() % 700));
  }
  return values;
}

TEST_CASE("arithmetic on any two numbers matches whole numbers") {
  const std::vector<Reference> values = sample();
  int wrong = 0;
  for (const Reference& x : values) {
    const Natural a = natural(x);
    for (const Reference& y : values) {
      const Natural b = natural(y);
      wrong += !is(a + b, x + y);
      wrong += !is(a * b, x * y);
      if (x >= y) wrong += !is(a - b, x - y);
      if (y != 0) wrong += !is(a / b, x / y) || !is(a % b, x % y);
      wrong += (a == b) != (x == y) || (a < b) != (x < y) || (a <= b) != (x <= y);
      wrong += (a > b) != (x > y) || (a >= b) != (x >= y) || (a != b) != (x != y);
      wrong += !is(a, x) || !is(b, y);  // the operands are unchanged
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("arithmetic in place equals arithmetic on copies, also on the number itself") {
  const std::vector<Reference> values = sample();
  int wrong = 0;
  for (const Reference& x : values) {
    for (const Reference& y : values) {
      const Natural b = natural(y);
      Natural all = natural(x);
      wrong += !is(all += b, x + y) || !is(all -= b, x) || !is(all *= b, x * y);
      if (y != 0) wrong += !is(all /= b, x) || !is(all %= b, x % y);
    }
    // Under another name, because compilers warn otherwise.
    Natural number = natural(x);
    const Natural& itself = number;
    wrong += !is(number += itself, x + x);
    number = natural(x);
    wrong += !is(number *= itself, x * x);
    number = natural(x);
    wrong += !is(number -= itself, 0) || !is(++number, 1);
    if (x == 0) continue;
    number = natural(x);
    wrong += !is(number /= itself, 1);
    number = natural(x);
    wrong += !is(number %= itself, 0);
  }
  CHECK(wrong == 0);
}

TEST_CASE("shifts by any number of bits lose only the bits shifted out") {
  int wrong = 0;
  for (const Reference& x : sample()) {
    const Natural a = natural(x);
    for (const unsigned bits : {0u, 1u, 63u, 64u, 65u, 127u, 128u, 129u, 200u, 1000u}) {
      wrong += !is(a << bits, x << bits) || !is(a >> bits, x >> bits);
      Natural back = a;
      back <<= bits;
      wrong += !is(back >>= bits, x);
    }
    // Down to what needs no more than two words.
    for (const unsigned left : {0u, 1u, 63u, 64u, 127u, 128u, 129u}) {
      const unsigned width = bit_width(a);
      if (left <= width) wrong += !is(a >> (width - left), x >> (width - left));
    }
  }
  CHECK(wrong == 0);
  CHECK((Natural(0) << (std::uint64_t(1) << 60)) == 0);
  CHECK((Natural(5) >> (std::uint64_t(1) << 60)) == 0);
}

TEST_CASE("copies are independent, and a moved-from number can be reused") {
  for (const Reference& x : sample()) {
    for (const Reference& y : {Reference(7), Reference(1) << 127, Reference(3) << 300}) {
      const Natural a = natural(x);
      Natural copied = natural(y);
      copied = a;
      Natural changed = copied;
      changed += 1;
      CHECK((is(copied, x) && is(changed, x + 1)));
      const Natural& same = copied;
      copied = same;
      CHECK(is(copied, x));

      Natural moved = std::move(changed);
      changed = natural(y);
      CHECK((is(moved, x + 1) && is(changed, y)));
      changed = std::move(moved);
      moved = 3;
      CHECK((is(changed, x + 1) && is(moved, 3)));
      std::swap(changed, moved);
      CHECK((is(moved, x + 1) && is(changed, 3)));
      Natural& itself = moved;
      moved = std::move(itself);
      CHECK(is(moved, x + 1));
    }
  }
}

TEST_CASE("words of any number come in order, truncated or padded with 0 at the front") {
  for (const Reference& x : sample()) {
    std::vector<std::uint64_t> words(100);
    natural(x).write_words(words);
    Reference value = 0;
    for (const std::uint64_t word : words) value = (value << 64) | word;
    CHECK(value == x);
    CHECK(is(Natural::from_words(words), x));
    std::vector<std::uint64_t> two = {1, 1};
    natural(x).write_words(two);
    CHECK(((Reference(two[0]) << 64) | two[1]) == (x & ((Reference(1) << 128) - 1)));
    const auto low = static_cast<Uint128>(natural(x));
    CHECK(low == (Uint128(two[0]) << 64 | two[1]));
    CHECK(is(Natural(low), (Reference(two[0]) << 64) | two[1]));
  }
  CHECK(Natural::from_words({}) == 0);
}

TEST_CASE("conversions to floating point are right to their precision at every size") {
  for (const Reference& x : sample()) {
    if (x == 0 || msb(x) > 1000) continue;
    const auto expected = x.convert_to<long double>();
    const Natural a = natural(x);
    CHECK(std::fabs(static_cast<long double>(a) / expected - 1) <= 0x1p-62L);
    CHECK(std::fabs(static_cast<double>(a) / static_cast<double>(expected) - 1) <= 0x1p-52);
  }
  CHECK(static_cast<double>(Natural(0)) == 0);
  CHECK(static_cast<double>(Natural(1) << 5000) == HUGE_VAL);
  CHECK(static_cast<double>(Natural((1ull << 53) - 1)) == 9007199254740991.0);
}

TEST_CASE("a negative result and a division by 0 are rejected") {
  const Natural large = Natural(1) << 200;
  CHECK_THROWS_AS(Natural(-5), std::range_error);
  CHECK_THROWS_AS(Natural(4) - 5, std::range_error);
  CHECK_THROWS_AS(large - (large + 1), std::range_error);
  CHECK_THROWS_AS(Natural(4) - large, std::range_error);
  CHECK_THROWS_AS(Natural(4) / 0, std::overflow_error);
  CHECK_THROWS_AS(large % 0, std::overflow_error);
}

TEST_CASE("numbers are shown in full up to 64 bits, and by their length beyond") {
  CHECK(to_text(Natural(0)) == "0");
  CHECK(to_text((Natural(1) << 64) - 1) == "18446744073709551615");
  CHECK(to_text(Natural(1) << 64) == "a number of 65 bits");
  std::ostringstream out;
  out << Natural(16);
  CHECK(out.str() == "16");
}

}  // namespace
}  // namespace logstar::testing
