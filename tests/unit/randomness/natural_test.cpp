#include "randomness/natural.hpp"

#include <catch2/catch.hpp>

namespace logstar {
namespace {

TEST_CASE("numbers are shown in full up to 64 bits, and by their length beyond") {
  CHECK(show(Natural(0)) == "0");
  CHECK(show(Natural(-5)) == "-5");
  CHECK(show((Natural(1) << 64) - 1) == "18446744073709551615");
  CHECK(show(Natural(1) << 64) == "a number of 65 bits");
}

}  // namespace
}  // namespace logstar
