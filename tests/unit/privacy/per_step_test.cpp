#include "logstar/privacy/per_step.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

const Loss kTotals[] = {{1e-3, 1e-9}, {0.1, 1e-6}, {1, 1e-6}, {3, 0.1}, {100, 1e-300}};
const std::uint64_t kStepCounts[] = {1, 2, 10, 200};

// `fits(epsilon)` is the forward bound; the inverse satisfies it narrowly.
void check_edge(double inverse, const std::function<bool(double)>& fits) {
  CHECK(inverse > 0);
  CHECK(fits(inverse));
  CHECK_FALSE(fits(inverse * (1 + 1e-9)));
}

}  // namespace

TEST_CASE("basic steps of a third each never add up to more than the total") {
  for (const Loss& total : kTotals) {
    for (const std::uint64_t k : kStepCounts) {
      const Loss step = basic_per_step(total, k);
      const Loss sum = basic_composition(step, k);
      CHECK(sum.epsilon <= total.epsilon);
      CHECK(sum.delta <= total.delta);
      CHECK(sum.epsilon == Approx(total.epsilon).epsilon(1e-14));
    }
  }
  CHECK(basic_per_step({1, 0}, 10).epsilon < 0.1);  // ten times the double 0.1 is above 1
  CHECK(basic_per_step({1, 0}, 8).epsilon == 0.125);
}

TEST_CASE("every inverse satisfies its forward bound, and one part in 10^9 more does not") {
  for (const Loss& total : kTotals) {
    for (const std::uint64_t k : kStepCounts) {
      const double tail = total.delta / 2;
      const Loss advanced = advanced_per_step(total, k, tail);
      check_edge(advanced.epsilon, [&](double e) {
        const Loss sum = advanced_composition({e, advanced.delta}, k, tail);
        return sum.epsilon <= total.epsilon && sum.delta <= total.delta;
      });
      const Loss drifting = drift_per_step(total, k, tail);
      check_edge(drifting.epsilon, [&](double e) {
        const Loss sum = drift_composition({e, drifting.delta}, k, tail);
        return sum.epsilon <= total.epsilon && sum.delta <= total.delta;
      });
      const double step_delta = tail / static_cast<double>(k);
      check_edge(optimal_per_step(total, k, step_delta), [&](double e) {
        return optimal_delta({e, step_delta}, k, total.epsilon) <= total.delta;
      });
      check_edge(range_per_step(total, k), [&](double e) {
        return range_composition(e, k, total.delta).epsilon <= total.epsilon;
      });
      check_edge(range_as_concentrated_per_step(total, k), [&](double e) {
        const double rho = static_cast<double>(k) * bounded_range_rho(e);
        return concentrated_delta(rho, total.epsilon) <= total.delta;
      });
      if (k <= 10) {
        check_edge(fixed_range_per_step(total, k),
                   [&](double e) { return fixed_range_delta(e, k, total.epsilon) <= total.delta; });
      }
    }
  }
}

TEST_CASE("steps whose own deltas exceed the total have no epsilon") {
  CHECK(optimal_per_step({1, 1e-6}, 10, 1e-6) == 0);
}

TEST_CASE("totals of 1e-12 and of 1000 have a positive loss per step") {
  for (const double epsilon : {1e-12, 1e3}) {
    for (const std::uint64_t k : {std::uint64_t{1}, std::uint64_t{1'000'000}}) {
      CHECK(optimal_per_step({epsilon, 1e-300}, k, 0) > 0);
      CHECK(range_as_concentrated_per_step({epsilon, 1e-300}, k) > 0);
      CHECK(range_per_step({epsilon, 1e-300}, k) > 0);
      CHECK(advanced_per_step({epsilon, 1e-300}, k, 5e-301).epsilon > 0);
    }
  }
}

TEST_CASE("the inverses reject an infinite total, no steps and a tail beyond delta") {
  CHECK_THROWS_WITH(basic_per_step({INFINITY, 0}, 2), "epsilon must be finite, got Infinity");
  CHECK_THROWS_WITH(basic_per_step({1, 0}, 0), "count must be at least 1, got 0");
  CHECK_THROWS_WITH(drift_per_step({1, 1e-6}, 2, 1e-5),
                    "tail must be at most delta (1e-06), got 1e-05");
  CHECK_THROWS_WITH(range_as_concentrated_per_step({1, 0}, 2),
                    "delta must be a number above 0 and below 1, got 0");
}

TEST_CASE("the best bounded-range step is a sum for few steps, and concentrated for many") {
  const PerStep one = best_bounded_range_per_step({1, 1e-6}, 2, StepDelta::needed);
  CHECK(one.bound == CompositionBound::basic);
  CHECK(one.epsilon == 0.5);
  CHECK(one.delta_for_steps == 1e-6);
  CHECK(one.tail == 0);
  const PerStep many = best_bounded_range_per_step({1, 1e-6}, 100, StepDelta::needed);
  CHECK(many.bound == CompositionBound::concentrated);
  CHECK(many.epsilon > 0.04);
  CHECK(many.delta_for_steps + many.tail <= 1e-6);
}

TEST_CASE("the best bounded-range step is larger for fixed steps than for adaptive ones") {
  const PerStep adaptive = best_bounded_range_per_step({1, 1e-6}, 30, StepDelta::none);
  const PerStep fixed =
      best_bounded_range_per_step({1, 1e-6}, 30, StepDelta::none, Interaction::fixed_in_advance);
  CHECK(adaptive.bound == CompositionBound::concentrated);
  CHECK(fixed.bound == CompositionBound::fixed_in_advance);
  CHECK(fixed.epsilon > adaptive.epsilon);
  CHECK(adaptive.tail == 1e-6);
  CHECK(adaptive.delta_for_steps == 0);
}

TEST_CASE("without a delta steps add up") {
  for (const StepDelta need : {StepDelta::none, StepDelta::needed}) {
    CHECK(best_bounded_range_per_step({1, 0}, 50, need).bound == CompositionBound::basic);
    CHECK(best_per_step({1, 0}, 50, need).epsilon == basic_per_step({1, 0}, 50).epsilon);
  }
}

TEST_CASE("the best step of any kind never exceeds the total") {
  for (const Loss& total : kTotals) {
    for (const std::uint64_t k : kStepCounts) {
      const PerStep pure = best_per_step(total, k, StepDelta::none);
      CHECK(optimal_delta({pure.epsilon, 0}, k, total.epsilon) <= total.delta);
      CHECK(pure.epsilon >= basic_per_step(total, k).epsilon);
      const PerStep approximate = best_per_step(total, k, StepDelta::needed);
      const double each = approximate.delta_for_steps / static_cast<double>(k) * (1 - 1e-15);
      CHECK(optimal_delta({approximate.epsilon, each}, k, total.epsilon) <= total.delta);
    }
  }
}

TEST_CASE("a larger budget never reduces the loss per step, and more steps never increase it") {
  for (const StepDelta need : {StepDelta::none, StepDelta::needed}) {
    double before = 0;
    for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 8.0}) {
      const double here = best_bounded_range_per_step({epsilon, 1e-6}, 40, need).epsilon;
      CHECK(here > before);
      before = here;
    }
    before = INFINITY;
    for (const std::uint64_t k : {1U, 3U, 9U, 27U, 81U, 243U}) {
      const double here = best_bounded_range_per_step({1, 1e-6}, k, need).epsilon;
      CHECK(here < before);
      before = here;
    }
  }
}

TEST_CASE("the choice of a step rejects an invalid total") {
  CHECK_THROWS_AS(best_per_step({0, 1e-6}, 2, StepDelta::none), OutOfRange);
  CHECK_THROWS_AS(best_per_step({1, 1}, 2, StepDelta::none), OutOfRange);
  CHECK_THROWS_AS(best_bounded_range_per_step({NAN, 1e-6}, 2, StepDelta::none), OutOfRange);
  CHECK_THROWS_AS(best_bounded_range_per_step({1, 1e-6}, 0, StepDelta::none), OutOfRange);
}

TEST_CASE("every bound has a plain name") {
  CHECK(name_of(CompositionBound::basic) == "sum of the steps");
  CHECK(name_of(CompositionBound::concentrated) ==
        "concentrated composition of bounded-range steps");
}
