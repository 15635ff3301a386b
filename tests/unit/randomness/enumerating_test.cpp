#include <catch2/catch.hpp>

#include "enumerating_randomness.hpp"

namespace logstar::testing {
namespace {

// Regression: draws between two walks were read past the end of the last path.
TEST_CASE("a draw after the last path starts a new walk") {
  EnumeratingRandomness randomness;
  std::size_t paths = 0;
  do {
    randomness.restart();
    for (int draw = 0; draw < 3; ++draw) randomness.uniform_below(std::uint64_t(2));
    ++paths;
  } while (randomness.advance());
  CHECK(paths == 8);
  CHECK(randomness.uniform_below(std::uint64_t(5)) == 0);
  CHECK(randomness.probability() == 0.2L);
}

}  // namespace
}  // namespace logstar::testing
