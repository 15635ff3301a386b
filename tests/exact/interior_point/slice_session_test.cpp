// The draws of a slice session, and the loss that it allows computations.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/interior_point/slices/slices.hpp"

namespace logstar::testing {
namespace {

const auto kSame = [](std::vector<int> records) { return records; };

TEST_CASE("a slice is longer than requested by noise of the declared rate") {
  for (const double rate : {0.5, 1.0, 3.0}) {
    const SliceBudget budget{rate, {1, 0}, 1, 1};
    const auto law = enumerate([&](Randomness& randomness) {
      SliceSession<int> session(std::vector<int>(100), budget, randomness);
      const auto slice = session.slice(5, kSame);
      return session.compute(
          slice, {1, 0}, [](std::span<const int> records, Randomness&) { return records.size(); });
    });
    for (std::size_t more = 0; more < 8; ++more) {
      const auto k = static_cast<double>(more);
      CHECK(static_cast<double>(law.of(5 + more)) ==
            Approx(-std::expm1(-rate) * std::exp(-rate * k)).epsilon(1e-9));
    }
  }
}

TEST_CASE("a slice session allows a computation its declared loss, and nothing more") {
  EnumeratingRandomness randomness;
  SliceSession<int> session({1, 2, 3}, {1, {0.5, 1e-6}, 3, 1}, randomness);
  const auto slice = session.slice(1, kSame);
  const auto nothing = [](std::span<const int>, Randomness&) { return 0; };
  CHECK(session.compute(slice, {0.5, 1e-6}, nothing) == 0);
  CHECK_THROWS_AS(session.compute(slice, {0.5 * (1 + 1e-9), 1e-6}, nothing), BudgetExceeded);
  CHECK_THROWS_AS(session.compute(slice, {0.5, 1e-6 * (1 + 1e-9)}, nothing), BudgetExceeded);
}

}  // namespace
}  // namespace logstar::testing
