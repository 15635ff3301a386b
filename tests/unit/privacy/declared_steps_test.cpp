// The joint loss of a declared number of releases, and the loss of each.
#include "logstar/privacy/declared_steps.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::declared_steps_test {
namespace {

std::vector<std::string> bounds_of(const StepSequence& task) {
  std::vector<std::string> names;
  for (const StepsCost& cost : cost_of_steps(task)) names.push_back(cost.bound);
  return names;
}

double least_of(const StepSequence& task) {
  double least = 1e300;
  for (const StepsCost& cost : cost_of_steps(task)) least = std::min(least, cost.epsilon);
  return least;
}

using Names = std::vector<std::string>;

TEST_CASE("each kind of steps uses the bounds that are valid for it") {
  const DeclaredSteps pure{10, StepKind::pure, true};
  CHECK(bounds_of({pure, {0.1, 0}, 0}) == Names{"basic", "optimal"});
  CHECK(bounds_of({pure, {0.1, 0}, 1e-6}) == Names{"basic", "advanced", "drift", "optimal"});
  DeclaredSteps ranges{10, StepKind::bounded_range, true};
  CHECK(bounds_of({ranges, {0.1, 0}, 1e-6}) ==
        Names{"basic", "bounded-range", "concentrated", "optimal"});
  ranges.adaptive = false;
  CHECK(bounds_of({ranges, {0.1, 0}, 1e-6}) ==
        Names{"basic", "bounded-range", "concentrated", "fixed-in-advance", "optimal"});
  ranges.steps = kMaxFixedSteps + 1;
  CHECK(bounds_of({ranges, {0.1, 0}, 1e-6}) ==
        Names{"basic", "bounded-range", "concentrated", "optimal"});
  CHECK(cost_of_steps({pure, {0.1, 0}, 1e-6}).front().epsilon ==
        basic_composition({0.1, 0}, 10).epsilon);
  CHECK(cost_of_steps({pure, {0.1, 0}, 1e-6}).back().epsilon ==
        optimal_epsilon({0.1, 0}, 10, 1e-6));
}

TEST_CASE("steps at the loss per step keep the total, by the bound that computed it") {
  for (const StepKind kind : {StepKind::pure, StepKind::approximate, StepKind::bounded_range}) {
    for (const std::uint64_t steps : {1u, 7u, 200u}) {
      const DeclaredSteps declared{steps, kind, true};
      const StepLoss each = loss_per_step({declared, {1, 1e-6}});
      CHECK((each.loss.delta > 0) == (kind == StepKind::approximate));
      // Both directions round towards more loss, from roots found to one part in 10^12.
      CHECK(least_of({declared, each.loss, 1e-6}) <= 1 + 1e-11);
      const Loss more{each.loss.epsilon * 1.01, each.loss.delta};
      CHECK(least_of({declared, more, 1e-6}) > 1);  // control: it is not far below
    }
  }
  const DeclaredSteps many{100, StepKind::bounded_range, true};
  CHECK(loss_per_step({many, {1, 1e-6}}).loss.epsilon >
        loss_per_step({{100, StepKind::pure, true}, {1, 1e-6}}).loss.epsilon);
}

TEST_CASE("invalid declared steps are rejected by name") {
  const StepSequence good{{10, StepKind::pure, true}, {0.1, 0}, 1e-6};
  StepSequence task = good;
  task.steps.steps = 0;
  CHECK_THROWS_WITH(cost_of_steps(task), "steps must be a whole number from 1 to 1000000, got 0");
  CHECK_THROWS_WITH(loss_per_step({{1'000'001, StepKind::pure, true}, {1, 0}}),
                    "steps must be a whole number from 1 to 1000000, got 1000001");
  task = good;
  task.each.delta = 1e-7;
  CHECK_THROWS_WITH(cost_of_steps(task), "delta must be 0 for steps of kind \"pure\", got 1e-07");
  task.steps.kind = StepKind::approximate;
  CHECK_NOTHROW(cost_of_steps(task));
  task.total_delta = 1e-7;
  CHECK_THROWS_AS(cost_of_steps(task), OutOfRange);
  task = good;
  task.total_delta = -1;
  CHECK_THROWS_AS(cost_of_steps(task), OutOfRange);
  task = good;
  task.each.epsilon = 0;
  CHECK_THROWS_AS(cost_of_steps(task), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::declared_steps_test
