#include "logstar/domain/reals.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
const std::vector<double> kLadder = {-std::numeric_limits<double>::max(),
                                     -1e300,
                                     -2.5,
                                     -1,
                                     -1e-300,
                                     -5e-324,
                                     0,
                                     5e-324,
                                     1e-300,
                                     1,
                                     std::nextafter(1, 2),
                                     2.5,
                                     1e300,
                                     std::numeric_limits<double>::max()};

TEST_CASE("reals keep their order and decode from their keys") {
  const RealDomain domain;
  std::optional<std::uint64_t> last;
  for (const double value : kLadder) {
    const auto key = domain.encode(value, Outside::clamp);
    REQUIRE(key);
    CHECK(domain.decode(*key) == value);
    CHECK((!last || *last < *key));
    last = key;
  }
}

TEST_CASE("neighbouring doubles have neighbouring keys") {
  const RealDomain domain;
  for (const double value : {-3.5, -5e-324, 0.0, 1.0, 1e200}) {
    CHECK(*domain.encode(value, Outside::clamp) + 1 ==
          *domain.encode(std::nextafter(value, kInfinite), Outside::clamp));
  }
}

TEST_CASE("0 and -0 are one value, decoded as 0") {
  const RealDomain domain;
  CHECK(domain.encode(-0.0, Outside::clamp) == domain.encode(0.0, Outside::clamp));
  CHECK_FALSE(std::signbit(domain.decode(*domain.encode(-0.0, Outside::clamp))));
}

TEST_CASE("all finite doubles are 2^64 - 2^53 - 1 keys") {
  CHECK(RealDomain().keys().size() == (Natural(1) << 64) - (Natural(1) << 53) - 1);
}

TEST_CASE("every key of the domain decodes to a finite double inside the bounds") {
  const RealDomain domain(-1.5, 1e10, std::nullopt);
  CHECK(domain.decode(domain.keys().lowest) == -1.5);
  CHECK(domain.decode(domain.keys().highest) == 1e10);
}

TEST_CASE("clamp moves infinities and outliers to the nearest end and drops NaN") {
  const RealDomain domain(0, 10, std::nullopt);
  CHECK(domain.decode(*domain.encode(-kInfinite, Outside::clamp)) == 0);
  CHECK(domain.decode(*domain.encode(11, Outside::clamp)) == 10);
  CHECK_FALSE(domain.encode(std::nan(""), Outside::clamp));
}

TEST_CASE("drop leaves out infinities, outliers and NaN") {
  const RealDomain domain(0, 10, std::nullopt);
  CHECK_FALSE(domain.encode(kInfinite, Outside::drop));
  CHECK_FALSE(domain.encode(-0.001, Outside::drop));
  CHECK_FALSE(domain.encode(std::nan(""), Outside::drop));
  CHECK(domain.encode(10, Outside::drop));
  std::vector<std::uint64_t> words;
  for (const double value : {3.0, 11.0, -kInfinite, 4.0}) {
    words.push_back(std::bit_cast<std::uint64_t>(value));
  }
  domain.encode_in_place(words, Outside::drop);
  REQUIRE(words.size() == 2);
  CHECK(domain.decode(words[1]) == 4);
}

TEST_CASE("doubles in an array have the same keys as single ones") {
  const double largest = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  std::vector<double> values = {0.0, -0.0, kInfinite, -kInfinite, largest, -largest, least, -least};
  for (const double value : {1.0, 9.999999, 10.0, 3.14159265, 1e-300, 1e300}) {
    for (const double sign : {1.0, -1.0}) {
      values.push_back(sign * value);
      values.push_back(sign * std::nextafter(value, kInfinite));
      values.push_back(sign * std::nextafter(value, 0.0));
    }
  }
  for (const std::uint64_t bits : {0x7ff0000000000001u, 0x7ff8000000000000u, 0x7fffffffffffffffu}) {
    values.push_back(std::bit_cast<double>(bits));  // NaN of either sign
    values.push_back(std::bit_cast<double>(bits | std::uint64_t(1) << 63));
  }
  using Bound = std::optional<double>;
  for (const auto& [lowest, highest] :
       {std::pair<Bound, Bound>{}, {0.0, 10.0}, {-10.0, -1.0}, {-1.0, 3.14159265}, {-0.0, 0.0}}) {
    for (const std::optional<unsigned> digits : {std::optional<unsigned>(), {1u}, {4u}, {15u}}) {
      const RealDomain domain(lowest, highest, digits);
      for (const Outside outside : {Outside::clamp, Outside::drop}) {
        std::vector<std::uint64_t> words;
        std::vector<std::uint64_t> expected;
        for (const double value : values) {
          words.push_back(std::bit_cast<std::uint64_t>(value));
          if (const auto key = domain.encode(value, outside)) expected.push_back(*key);
        }
        domain.encode_in_place(words, outside);
        CHECK(words == expected);
      }
    }
  }
}

TEST_CASE("digits keep values to that relative precision with far fewer keys") {
  const RealDomain domain(std::nullopt, std::nullopt, 4);
  CHECK(bit_width(domain.keys().size()) <= 26);
  for (const double value : {-51234.567, -1e-9, 3.14159265, 1e300}) {
    const double back = domain.decode(*domain.encode(value, Outside::clamp));
    CHECK(std::fabs(back / value - 1) < 0.5e-4);
  }
  CHECK(domain.decode(*domain.encode(0.0, Outside::clamp)) == 0);
  CHECK(std::isfinite(domain.decode(domain.keys().highest)));
  CHECK(std::isfinite(domain.decode(domain.keys().lowest)));
}

// Found by fuzzing: the key of a bound with more digits decoded to a value outside the bounds.
TEST_CASE("bounds with more digits than kept are not exceeded, and keep their keys") {
  const RealDomain domain(0.101, 9.99, 2);
  for (const double bound : {0.101, 9.99}) {
    const auto key = domain.encode(bound, Outside::drop);
    REQUIRE(key);
    CHECK(domain.decode(*key) >= 0.101);
    CHECK(domain.decode(*key) <= 9.99);
    CHECK(domain.encode(domain.decode(*key), Outside::drop) == key);
  }
}

TEST_CASE("bad bounds and digits are rejected by name") {
  CHECK_THROWS_WITH(RealDomain(2.0, 1.0, std::nullopt), "min must be at most max, 1, got 2");
  CHECK_THROWS_WITH(RealDomain(std::nan(""), 1.0, std::nullopt),
                    "min must be a finite number, got nan");
  CHECK_THROWS_WITH(RealDomain(0.0, kInfinite, std::nullopt),
                    "max must be a finite number, got inf");
  CHECK_THROWS_WITH(RealDomain(std::nullopt, std::nullopt, 16),
                    "digits must be a whole number from 1 to 15, got 16");
}

}  // namespace
}  // namespace logstar
