#include "logstar/privacy/composition.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

// The doubles of a formula as printed in a paper, without directed rounding.
double drift(double e) { return e * std::tanh(e / 2); }

const double kExtremes[] = {0, 1e-300, 1e-12, 1e-3, 0.1, 1, 30, 1e3, 1e308};
const double kTails[] = {5e-324, 1e-300, 1e-12, 0.5, 1 - 0x1p-53};
const std::uint64_t kCounts[] = {1, 2, 100, 1'000'000};

}  // namespace

TEST_CASE("100 steps of 0.1 at 1e-6 cost 2.42 concentrated, 3.13 by range, 4.78 as any steps") {
  CHECK(range_as_concentrated(0.1, 100, 1e-6).epsilon == Approx(2.4190931).epsilon(1e-7));
  CHECK(range_composition(0.1, 100, 1e-6).epsilon == Approx(3.1282609).epsilon(1e-7));
  CHECK(optimal_epsilon({0.1, 0}, 100, 1e-6) == Approx(4.7745676).epsilon(1e-7));
}

TEST_CASE("100 bounded-range steps of 0.1 fixed in advance cost 2.25 at 1e-6") {
  CHECK(fixed_range_epsilon(0.1, 100, 1e-6) == Approx(2.2460262).epsilon(1e-7));
}

TEST_CASE("optimal composition agrees with 40-digit sums for 100 steps") {
  // Computed with an independent program in 40-digit arithmetic: the root of delta = 1e-6.
  const double exact = 4.77456758810798615;
  CHECK(optimal_epsilon({0.1, 0}, 100, 1e-6) >= exact);
  CHECK(optimal_epsilon({0.1, 0}, 100, 1e-6) <= exact * (1 + 1e-11));
  CHECK(fixed_range_epsilon(0.1, 100, 1e-6) >= 2.24602621245617926);
  CHECK(fixed_range_epsilon(0.1, 100, 1e-6) <= 2.24602621245617926 * (1 + 1e-11));
}

TEST_CASE("basic composition adds: 3 steps of (0.25, 1e-7) are (0.75, 3e-7)") {
  CHECK(basic_composition({0.25, 1e-7}, 3).epsilon == 0.75);
  CHECK(basic_composition({0.25, 1e-7}, 3).delta == Approx(3e-7));
  const std::vector<Loss> steps = {{0.25, 0}, {0.5, 1e-7}, {1, 0.5}, {2, 0.75}};
  CHECK(basic_composition(steps) == Loss{3.75, 1});
}

TEST_CASE("basic and optimal composition of one step equal the step's loss") {
  CHECK(basic_composition({0.3, 1e-5}, 1) == Loss{0.3, 1e-5});
  CHECK(optimal_delta({0.3, 1e-5}, 1, 0.3) == 1e-5);
}

TEST_CASE("the advanced bounds are the printed formulas") {
  const double e = 0.2;
  const double tail = 1e-5;
  const double width = e * std::sqrt(2 * 50 * std::log(1 / tail));
  const Loss advanced = advanced_composition({e, 1e-9}, 50, tail);
  CHECK(advanced.epsilon == Approx(width + 50 * e * (std::exp(e) - 1)).epsilon(1e-12));
  CHECK(advanced.delta == Approx(50 * 1e-9 + tail).epsilon(1e-12));
  const Loss tighter = drift_composition({e, 1e-9}, 50, tail);
  CHECK(tighter.epsilon == Approx(width + 50 * drift(e)).epsilon(1e-12));
  CHECK(tighter.delta <= advanced.delta);
}

TEST_CASE("unequal forms with equal steps equal the equal forms") {
  const std::vector<Loss> steps(20, {0.3, 1e-8});
  const std::vector<double> epsilons(20, 0.3);
  CHECK(advanced_composition(steps, 1e-6).epsilon ==
        Approx(advanced_composition({0.3, 1e-8}, 20, 1e-6).epsilon).epsilon(1e-12));
  CHECK(drift_composition(steps, 1e-6).delta ==
        Approx(drift_composition({0.3, 1e-8}, 20, 1e-6).delta).epsilon(1e-12));
  CHECK(range_composition(epsilons, 1e-6).epsilon ==
        Approx(range_composition(0.3, 20, 1e-6).epsilon).epsilon(1e-12));
}

TEST_CASE("range composition takes the least of its three terms") {
  CHECK(range_composition(0.5, 2, 1e-6).epsilon == 1);            // the sum
  const double large = range_composition(2, 10000, 0.1).epsilon;  // the second
  CHECK(large == Approx(10000 * drift(2) + 2 * std::sqrt(20000 * std::log(10.0))).epsilon(1e-12));
  const double small = range_composition(0.01, 1000, 1e-6).epsilon;  // the third
  CHECK(small == Approx(0.05 + 0.01 * std::sqrt(500 * std::log(1e6))).epsilon(1e-12));
}

TEST_CASE("the bounds are ordered: optimal below drift below advanced, concentrated below range") {
  for (const double e : {0.01, 0.1, 0.5}) {
    for (const std::uint64_t k : {10U, 100U, 1000U}) {
      const double drifting = drift_composition({e, 0}, k, 1e-6).epsilon;
      CHECK(optimal_epsilon({e, 0}, k, 1e-6) <= drifting);
      CHECK(drifting <= advanced_composition({e, 0}, k, 1e-6).epsilon);
      const double third = static_cast<double>(k) * e * e / 2 +
                           e * std::sqrt(static_cast<double>(k) * std::log(1e6) / 2);
      CHECK(range_as_concentrated(e, k, 1e-6).epsilon <= third);
    }
  }
}

TEST_CASE("more steps, larger steps and smaller deltas never cost less", "[statistics]") {
  for (const double e : {0.01, 0.1, 1.0}) {
    for (const std::uint64_t k : {1U, 7U, 50U}) {
      for (const double tail : {1e-9, 1e-3, 0.2}) {
        const double here = optimal_epsilon({e, 0}, k, tail);
        CHECK(optimal_epsilon({e, 0}, k + 1, tail) >= here);
        CHECK(optimal_epsilon({e * 1.01, 0}, k, tail) >= here);
        CHECK(optimal_epsilon({e, 0}, k, tail / 2) >= here);
        const double concentrated = range_as_concentrated(e, k, tail).epsilon;
        CHECK(range_as_concentrated(e, k + 1, tail).epsilon >= concentrated);
        CHECK(range_as_concentrated(e * 1.01, k, tail).epsilon >= concentrated);
        CHECK(range_as_concentrated(e, k, tail / 2).epsilon >= concentrated);
        const double fixed = fixed_range_epsilon(e, k, tail);
        CHECK(fixed_range_epsilon(e, k + 1, tail) >= fixed);
        CHECK(fixed_range_epsilon(e * 1.01, k, tail) >= fixed);
        CHECK(fixed_range_epsilon(e, k, tail / 2) >= fixed);
      }
    }
  }
}

TEST_CASE("concentrated_delta and concentrated_epsilon are each other's inverse") {
  for (const double rho : {1e-10, 1e-3, 0.1, 5.0}) {
    for (const double delta : {1e-100, 1e-9, 1e-3, 0.3}) {
      const double epsilon = concentrated_epsilon(rho, delta);
      CHECK(concentrated_delta(rho, epsilon) <= delta);
      // Epsilon 0 already suffices if delta exceeds the total variation distance.
      if (epsilon > 0) CHECK(concentrated_delta(rho, epsilon * (1 - 1e-6)) > delta);
    }
  }
  CHECK(concentrated_epsilon(0, 0) == 0);
  CHECK(std::isinf(concentrated_epsilon(0.1, 0)));
}

TEST_CASE("a delta that the steps alone exceed has no epsilon") {
  CHECK(std::isinf(optimal_epsilon({0.1, 0.01}, 10, 0.05)));
  CHECK(std::isfinite(optimal_epsilon({0.1, 0.01}, 10, 0.1)));
}

TEST_CASE("at the extremes every bound is a number or infinity, never NaN or negative") {
  const auto sound = [](double x) { return x >= 0; };  // false for NaN
  for (const double e : kExtremes) {
    for (const std::uint64_t k : kCounts) {
      for (const double d : {0.0, 1e-300, 1e-6, 1.0}) {
        CHECK(sound(basic_composition({e, d}, k).epsilon));
        for (const double total : {0.0, 1e-12, 1.0, 1e3, 1e308}) {
          const double delta = optimal_delta({e, d}, k, total);
          CHECK((sound(delta) && delta <= 1));
        }
      }
      for (const double tail : kTails) {
        const Loss advanced = advanced_composition({e, 1e-300}, k, tail);
        const Loss drifting = drift_composition({e, 1e-300}, k, tail);
        const Loss ranged = range_composition(e, k, tail);
        const Loss concentrated = range_as_concentrated(e, k, tail);
        for (const Loss& loss : {advanced, drifting, ranged, concentrated}) {
          CHECK(sound(loss.epsilon));
          CHECK((sound(loss.delta) && loss.delta <= 1));
        }
      }
    }
    for (const double total : {0.0, 1e-12, 1.0, 1e3}) {
      for (const std::uint64_t k : {1U, 2U, 30U}) {
        const double delta = fixed_range_delta(e, k, total);
        CHECK((sound(delta) && delta <= 1));
      }
    }
  }
}

TEST_CASE("composition rejects an invalid loss, zero steps and an invalid tail, naming each") {
  CHECK_THROWS_WITH(basic_composition({-0.1, 0}, 2), "epsilon must be 0 or more, got -0.1");
  CHECK_THROWS_WITH(basic_composition({0.1, 0}, 0), "steps must be at least one, got none");
  CHECK_THROWS_WITH(basic_composition(std::vector<Loss>{}), "steps must be at least one, got none");
  CHECK_THROWS_WITH(advanced_composition({0.1, 0}, 2, 0),
                    "tail must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(drift_composition({0.1, 0}, 2, 1),
                    "tail must be a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(range_composition(std::nan(""), 2, 0.1), "epsilon must be 0 or more, got nan");
  CHECK_THROWS_WITH(optimal_delta({0.1, 0}, 2'000'000, 1),
                    "count must be a whole number from 1 to 1000000, got 2000000");
  CHECK_THROWS_WITH(fixed_range_delta(0.1, 257, 1),
                    "count must be a whole number from 1 to 256, got 257");
  CHECK_THROWS_WITH(optimal_delta({0.1, 0}, 2, -1), "epsilon must be 0 or more, got -1");
  CHECK_THROWS_WITH(concentrated_delta(-1, 1), "rho must be 0 or more, got -1");
}
