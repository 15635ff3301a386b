// The deltas that composition states: all deltas that its proofs set aside.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/privacy/composition.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("advanced composition states the sum of deltas and tail, drift P[at least one happens]") {
  for (const double delta : {0.0, 1e-6, 0.001}) {
    for (const double tail : {1e-9, 1e-3}) {
      for (const std::uint64_t count : {1u, 7u, 100u}) {
        const Loss step{0.1, delta};
        const std::vector<Loss> steps(count, step);
        const auto k = static_cast<double>(count);
        const double sum = k * delta + tail;
        const double any = -std::expm1(k * std::log1p(-delta) + std::log1p(-tail));
        for (const Loss& loss :
             {advanced_composition(step, count, tail), advanced_composition(steps, tail)}) {
          CHECK(loss.delta == Approx(sum).epsilon(1e-9));
        }
        for (const Loss& loss :
             {drift_composition(step, count, tail), drift_composition(steps, tail)}) {
          CHECK(loss.delta == Approx(any).epsilon(1e-9));
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
