#include "logstar/sparse_vector/above_threshold_release.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::above_threshold_release_test {
namespace {

using Checked = Release<AboveThresholdRelease>;

AboveThresholdTask task_for(std::uint64_t max_answers) {
  AboveThresholdTask task;
  task.delta = 1e-6;
  task.max_answers = max_answers;
  task.threshold = 100;
  return task;
}

TEST_CASE("an AboveThreshold costs delta only if its answers are composed with it") {
  const Claim one = Checked(task_for(1)).claim();
  CHECK(one.loss == Loss{1, 0});
  CHECK(charge_of(one) == charge_of(Loss{1, 0}));
  const Claim many = Checked(task_for(500)).claim();
  CHECK(many.loss == Loss{1, 1e-6});
  CHECK(charge_of(many) == charge_of(Loss{1, 1e-6}));
}

TEST_CASE("an AboveThreshold runs with the granted loss and claims the charged one") {
  testing::SeededBits source(1);
  ExactRandomness randomness(source);
  const auto released = Checked(task_for(500)).draw({0.5, 5e-7}, {}, randomness);
  AboveThresholdTask granted = task_for(500);
  granted.epsilon = 0.5;
  granted.delta = 5e-7;
  const AboveThresholdPlan plan = calibrate_above_threshold(granted);
  CHECK(released.answer->task.epsilon == 0.5);
  CHECK(released.answer->task.delta == 5e-7);
  CHECK(released.claim.loss == Loss{1, 1e-6});
  CHECK(released.claim.accuracy.error ==
        std::max(plan.accuracy.sure_yes_above, plan.accuracy.sure_no_below));
}

TEST_CASE("a saved AboveThreshold resumes its state, and draws first at its first query") {
  testing::SeededBits source(2);
  ExactRandomness exact(source);
  testing::FailingRandomness randomness(exact);
  randomness.refuse_after(0);
  const AboveThresholdTask task = task_for(3);
  const AboveThresholdState saved{1'000'000, 2};
  const auto plan = AboveThresholdRelease::plan(task);
  const auto resumed = AboveThresholdRelease::resume(task, plan, saved, randomness);
  CHECK(resumed->mechanism.state() == saved);
  CHECK_THROWS_AS(resumed->mechanism.ask(0, resumed->randomness), EntropyUnavailable);
}

}  // namespace
}  // namespace logstar::above_threshold_release_test
