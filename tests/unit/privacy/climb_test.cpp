// How probable an event can become in steps to neighbours.
#include "logstar/privacy/climb.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace logstar::testing::climb_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// e^x by its series, x >= 0: in WebAssembly std::exp of a long double is that of a double, and 131 steps of 0.1 were
/// off by 1e-14.
long double exp_of(double x) {
  long double sum = 1;
  long double term = 1;
  for (int k = 1; k < 100; ++k) {
    term *= x / static_cast<long double>(k);
    sum += term;
  }
  return sum;
}

long double f(long double p, double epsilon, double delta) {
  const long double grown = exp_of(epsilon);
  return std::min({grown * p + delta, 1 - (1 - p - delta) / grown, 1.0L});
}

TEST_CASE("a climb is never below the iterates of f, and reaches no target later") {
  for (const double epsilon : {0.1, 1.0, 5.0}) {
    for (const double delta : {0.0, 1e-9, 1e-3, 0.3}) {
      const Climb climb({epsilon, delta});
      for (const double start : {0x1p-30, 0.01, 0.4}) {
        long double p = start;
        for (int steps = 0; steps <= 400; ++steps, p = f(p, epsilon, delta)) {
          INFO(epsilon << ", " << delta << ", " << start << ", " << steps);
          const double bound = climb.after(std::log(start), steps);
          // start itself is rounded by its logarithm
          REQUIRE(bound >= p * (1 - 1e-15L) - 1e-18L);
          REQUIRE(bound <= p * (1 + 1e-9L) + 1e-12L);
        }
      }
    }
  }
}

TEST_CASE("a climb from 0 is made by delta alone, and never ends without one") {
  CHECK(Climb({1, 1e-6}).steps_to_reach(-kInf, 0.95) == 16);
  CHECK(Climb({1, 0}).steps_to_reach(-kInf, 0.95) == kNeverReached);
}

TEST_CASE("control: a climb that rounds f down needs more steps somewhere") {
  // e^epsilon steps of 2: with p = 2^-40 and no delta, 40 steps reach 1 - 2^-40 on the first branch but for rounding.
  int larger = 0;
  for (int bits = 2; bits <= 60; ++bits) {
    for (const double beta : {0.5, 0.25, 0.125, 0.0625}) {
      const double epsilon = std::log(2.0);  // rounded down: e^epsilon is slightly below 2
      double p = std::ldexp(1.0, -bits);
      std::uint64_t steps = 0;
      const double grown = std::nextafter(std::exp(epsilon), 0.0);  // rounded down
      for (; p < 1 - beta && steps < 1000; ++steps) {
        p = std::min(
            {std::nextafter(grown * p, 0.0), std::nextafter(1 - (1 - p) / grown, 0.0), 1.0});
      }
      const auto least =
          Climb({epsilon, 0})
              .steps_to_reach(std::log(std::ldexp(1.0, -bits)), std::nextafter(1 - beta, 0.0));
      CHECK(least <= steps);
      larger += least < steps;
    }
  }
  CHECK(larger > 0);
}

}  // namespace
}  // namespace logstar::testing::climb_test
