#include "logstar/domain/big_integers.hpp"

#include <catch2/catch.hpp>

namespace logstar::testing {
namespace {

TEST_CASE("big integers are their own keys, and values outside the domain are clamped or dropped") {
  const BigIntegerDomain domain(100);
  const Natural greatest = (Natural(1) << 100) - 1;
  for (const Natural& value : {Natural(0), Natural(1), Natural(1) << 64, greatest}) {
    const auto key = domain.encode(value, Outside::drop);
    REQUIRE(key.has_value());
    CHECK(domain.decode(*key) == value);
  }
  CHECK(domain.decode(*domain.encode(greatest + 1, Outside::clamp)) == greatest);
  CHECK_FALSE(domain.encode(greatest + 1, Outside::drop).has_value());
  CHECK_THROWS_WITH(BigIntegerDomain(0), "bits must be a whole number from 1 to 67108864, got 0");
}

}  // namespace
}  // namespace logstar::testing
