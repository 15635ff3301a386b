#include "logstar/sparse_vector/threshold_monitor_release.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::threshold_monitor_release_test {
namespace {

using Checked = Release<ThresholdMonitorRelease>;

MonitorOptions task_for(std::optional<MonitorMethod> method) {
  MonitorOptions task;
  task.delta = 1e-6;
  task.per_record = 2;
  task.method = method;
  return task;
}

TEST_CASE("a ThresholdMonitor costs delta, except by the method that needs none") {
  for (const MonitorMethod method :
       {MonitorMethod::charging, MonitorMethod::laplace, MonitorMethod::paper}) {
    const Claim claim = Checked(task_for(method)).claim();
    CHECK(claim.loss == Loss{1, 1e-6});
    CHECK(charge_of(claim) == charge_of(Loss{1, 1e-6}));
  }
  const Claim sampled = Checked(task_for(MonitorMethod::sampled)).claim();
  CHECK(sampled.loss == Loss{1, 0});
  CHECK(charge_of(sampled) == charge_of(Loss{1, 0}));
}

TEST_CASE("a ThresholdMonitor runs with the granted loss, by the claimed method") {
  // With a tenth of the loss it would choose the other method.
  testing::SeededBits source(1);
  ExactRandomness randomness(source);
  const Checked checked(task_for(std::nullopt));
  MonitorOptions granted = task_for(std::nullopt);
  granted.epsilon = 0.1;
  const MonitorMethod method = ThresholdMonitorRelease::plan(task_for({})).parameters.method;
  REQUIRE(calibrate_monitor(granted).parameters.method != method);
  granted.method = method;
  granted.delta = checked.claim().loss.delta;

  const auto released = checked.draw({granted.epsilon, granted.delta}, 10, randomness);
  const MonitorPlan plan = calibrate_monitor(granted);
  CHECK(released.answer->task.epsilon == granted.epsilon);
  CHECK(released.answer->task.method == method);
  CHECK(released.answer->mechanism.records() == 10);
  CHECK(released.claim.loss == checked.claim().loss);
  CHECK(released.claim.mechanism == checked.claim().mechanism);
  CHECK(released.claim.accuracy.error ==
        std::max(plan.accuracy.sure_yes_above, plan.accuracy.sure_no_below));
}

TEST_CASE("a saved ThresholdMonitor resumes its state, and draws first at its first query") {
  testing::SeededBits source(2);
  ExactRandomness exact(source);
  testing::FailingRandomness randomness(exact);
  randomness.refuse_after(0);
  const MonitorOptions task = task_for(MonitorMethod::sampled);
  const ThresholdMonitorState saved{{2, 0, 1}};
  const auto plan = ThresholdMonitorRelease::plan(task);
  const auto resumed = ThresholdMonitorRelease::resume(task, plan, saved, randomness);
  CHECK(resumed->mechanism.state() == saved);
  const std::vector<std::uint8_t> flags(3, 1);
  CHECK_THROWS_AS(resumed->mechanism.ask(flags, resumed->randomness), EntropyUnavailable);
}

}  // namespace
}  // namespace logstar::threshold_monitor_release_test
