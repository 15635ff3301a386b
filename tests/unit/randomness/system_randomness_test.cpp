#include "logstar/randomness/system_randomness.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <set>

namespace logstar::testing {
namespace {

TEST_CASE("the system's randomness is the same object for a thread, and never the same bits") {
  Randomness& randomness = system_randomness();
  CHECK(&randomness == &system_randomness());
  std::set<std::uint64_t> seen;
  // Two of 100 agree with probability 100^2/2^64.
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t word = randomness.uniform_below(UINT64_MAX);
    CHECK(seen.insert(word).second);
  }
}

}  // namespace
}  // namespace logstar::testing
