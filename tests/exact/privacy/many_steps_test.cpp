// The advanced bounds for a thousand steps, where constants matter, next to the exact divergence.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/optimal_composition.hpp"

namespace logstar::testing {
namespace {

TEST_CASE(
    "for a thousand steps the advanced bounds are valid, at tails where their constants count") {
  for (const double epsilon : {0.01, 0.1, 0.3}) {
    for (const double tail : {1e-6, 1e-12}) {
      const Loss step{epsilon, 0};
      CHECK(optimal_delta(step, 1000, drift_composition(step, 1000, tail).epsilon) <= tail);
      CHECK(optimal_delta(step, 1000, advanced_composition(step, 1000, tail).epsilon) <= tail);
    }
  }
}

TEST_CASE("the mean loss of a step equals randomised response, and controls below it fail") {
  const Loss step{0.3, 0};
  const Loss bound = drift_composition(step, 1000, 1e-12);
  const double means = 1000 * mean_loss_up(0.3);
  CHECK(means == Approx(1000 * 0.3 * std::tanh(0.15)).epsilon(1e-12));
  // Half of the mean losses, or of the logarithm of the deviation, would not be enough.
  CHECK(optimal_delta(step, 1000, bound.epsilon - means / 2) > 1e-12);
  const double deviation = bound.epsilon - means;
  CHECK(optimal_delta(step, 1000, means + deviation / std::sqrt(2)) > 1e-12);
}

}  // namespace
}  // namespace logstar::testing
