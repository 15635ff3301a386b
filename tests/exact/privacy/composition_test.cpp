// Every bound for arbitrary steps, next to the exact divergence of k randomised responses.
#include "logstar/privacy/composition.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "worst_pairs.hpp"

using namespace logstar;
using namespace logstar::testing;

namespace {

const std::vector<Loss> kSteps = {{0.01, 0},   {0.1, 0}, {0.1, 1e-3}, {0.7, 0},
                                  {0.7, 0.02}, {1.5, 0}, {3, 0},      {3, 0.1}};
constexpr std::size_t kMaxEnumerated = 5;

using LossBound = std::function<Loss(const Loss& step, std::uint64_t count)>;

// Whether the bound holds for every enumerated number of steps.
bool holds(const LossBound& bound) {
  for (const Loss& step : kSteps) {
    for (std::size_t count = 1; count <= kMaxEnumerated; ++count) {
      if (refuted(repeat(randomised_response(step), count), bound(step, count))) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("basic composition is valid for randomised response") {
  CHECK(holds([](const Loss& step, std::uint64_t k) { return basic_composition(step, k); }));
}

TEST_CASE("the advanced bounds are valid for randomised response at every tail") {
  for (const double tail : {0.5, 0.3, 0.05, 1e-3, 1e-6}) {
    CHECK(holds(
        [&](const Loss& step, std::uint64_t k) { return advanced_composition(step, k, tail); }));
    CHECK(
        holds([&](const Loss& step, std::uint64_t k) { return drift_composition(step, k, tail); }));
  }
}

TEST_CASE("optimal composition is the exact divergence, to 10^-15 of epsilon and 10^-12 of delta") {
  for (const Loss& step : kSteps) {
    for (std::size_t count = 1; count <= kMaxEnumerated; ++count) {
      const Pair exact = repeat(randomised_response(step), count);
      // Totals on the lattice of losses, between its points, 0, and beyond the largest loss.
      for (const double part : {0.0, 0.1, 0.2, 0.35, 0.5, 0.6, 0.8, 0.93, 1.0, 1.2}) {
        const double total = part * static_cast<double>(count) * step.epsilon;
        const double delta = optimal_delta(step, count, total);
        CHECK_FALSE(refuted(exact, {total, delta}));
        // Losses are rounded up to doubles, so a total that equals a loss is checked just below it.
        const Wide least = hockey_stick(exact, total * (1 - 1e-15));
        CHECK(Wide(delta) <= least * (1 + Wide(1e-12)) + kWideError);
      }
    }
  }
}

TEST_CASE("the epsilon of optimal composition is valid and a smaller one is not") {
  for (const Loss& step : kSteps) {
    for (std::size_t count = 1; count <= kMaxEnumerated; ++count) {
      const Pair exact = repeat(randomised_response(step), count);
      for (const double delta : {0.6, 0.3, 1e-3, 1e-9}) {
        const double epsilon = optimal_epsilon(step, count, delta);
        if (std::isinf(epsilon)) {
          // Then the steps' own deltas alone exceed it.
          CHECK(refuted(exact, {1000, delta}));
          continue;
        }
        CHECK_FALSE(refuted(exact, {epsilon, delta}));
        if (epsilon > 0) CHECK(refuted(exact, {epsilon * (1 - 1e-9), delta}));
      }
    }
  }
}

TEST_CASE("unequal steps: the bounds are valid for mixed randomised responses") {
  const std::vector<Loss> steps = {{0.2, 0}, {1, 0.01}, {0.5, 1e-4}, {2, 0}, {0.01, 0}};
  std::vector<Pair> pairs;
  for (const Loss& step : steps) pairs.push_back(randomised_response(step));
  const Pair exact = compose(pairs);
  std::vector<Loss> claims = {basic_composition(steps)};
  for (const double tail : {0.5, 0.05, 1e-4}) {
    claims.push_back(advanced_composition(steps, tail));
    claims.push_back(drift_composition(steps, tail));
  }
  for (const Loss& claim : claims) CHECK_FALSE(refuted(exact, claim));
}

// Controls: wrong bounds that the checks above have to reject.

TEST_CASE("control: an advanced bound without the mean loss is rejected") {
  const LossBound without_mean = [](const Loss& step, std::uint64_t count) {
    const double k = static_cast<double>(count);
    return Loss{step.epsilon * std::sqrt(2 * k * std::log(1 / 0.3)), 0.3 + k * step.delta};
  };
  CHECK_FALSE(holds(without_mean));
}

TEST_CASE("control: omitting the steps' own deltas is rejected") {
  CHECK_FALSE(holds([](const Loss& step, std::uint64_t count) {
    return Loss{basic_composition(step, count).epsilon, step.delta};
  }));
}

TEST_CASE("control: bounded-range accounting of randomised response is rejected") {
  CHECK_FALSE(holds([](const Loss& step, std::uint64_t count) {
    Loss claim = range_as_concentrated(step.epsilon, count, 0.05);
    claim.delta += static_cast<double>(count) * step.delta;
    return claim;
  }));
}

TEST_CASE("control: a loss one part in 10^9 below the optimal one is rejected") {
  CHECK_FALSE(holds([](const Loss& step, std::uint64_t count) {
    return Loss{0, optimal_delta(step, count, 0) * (1 - 1e-9)};
  }));
}
