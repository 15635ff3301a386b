#include "logstar/sparse_vector/heavy_hitters_release.hpp"

#include <catch2/catch.hpp>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::heavy_hitters_release_test {
namespace {

using Checked = Release<HeavyHitterRelease>;

HeavyHitterOptions task_for(std::optional<MonitorMethod> method) {
  HeavyHitterOptions task;
  task.per_user = 2;
  task.method = method;
  return task;
}

TEST_CASE("a HeavyHitterMonitor costs delta by either method, and protects users") {
  for (const MonitorMethod method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    const Claim claim = Checked(task_for(method)).claim();
    CHECK(claim.loss == Loss{1, 1e-6});
    CHECK(charge_of(claim) == charge_of(Loss{1, 1e-6}));
    CHECK(claim.protects == Protects::users);
  }
}

TEST_CASE("a HeavyHitterMonitor runs with the granted loss, by the claimed method") {
  // With a thirtieth of the loss it would choose the other method.
  testing::SeededBits source(1);
  ExactRandomness randomness(source);
  HeavyHitterOptions asked = task_for(std::nullopt);
  asked.epsilon = 3;
  asked.delta = 1e-3;
  asked.per_user = 10;
  HeavyHitterOptions granted = asked;
  granted.epsilon = 0.1;
  const Checked checked(asked);
  const MonitorMethod method = HeavyHitterRelease::plan(asked).parameters.test.method;
  REQUIRE(calibrate_heavy_hitters(granted).parameters.test.method != method);
  granted.method = method;

  const auto released = checked.draw({granted.epsilon, granted.delta}, {}, randomness);
  CHECK(released.answer->task.epsilon == granted.epsilon);
  CHECK(released.answer->task.method == method);
  CHECK(released.claim.loss == Loss{3, 1e-3});
  CHECK(released.claim.mechanism == checked.claim().mechanism);
  CHECK(released.claim.accuracy.error == calibrate_heavy_hitters(granted).surely_found);
}

TEST_CASE("a saved HeavyHitterMonitor resumes its state, and draws first at its first step") {
  testing::SeededBits source(2);
  ExactRandomness exact(source);
  testing::FailingRandomness randomness(exact);
  randomness.refuse_after(0);
  const HeavyHitterOptions task = task_for(MonitorMethod::sampled);
  const HeavyHitterState saved{{2, 0, 1}, 7};
  const auto plan = HeavyHitterRelease::plan(task);
  const auto resumed = HeavyHitterRelease::resume(task, plan, saved, randomness);
  CHECK(resumed->mechanism.state() == saved);
  const std::vector<Holding> holdings = {{0, 5}};
  CHECK_THROWS_AS(resumed->mechanism.step(holdings, resumed->randomness), EntropyUnavailable);
}

}  // namespace
}  // namespace logstar::heavy_hitters_release_test
