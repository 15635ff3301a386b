// The borders of the sparse vector family; see borders.cpp.

#include "any_task.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/planner.hpp"

namespace logstar::testing {
namespace {

void check_sparse_vector(FuzzInput& input) {
  auto above = any_task<AboveThresholdOptions>(input);
  if (input.coin()) above.shape = input.coin() ? NoiseShape::laplace : NoiseShape::one_sided;
  accepts([&] {
    std::size_t chosen = 0;
    for (const AboveThresholdPlan& plan : plan_above_threshold(above)) {
      require(within(plan.loss, {above.epsilon, above.delta}), "a plan costs what it may");
      require(positive(plan.parameters.threshold_rate) && positive(plan.parameters.query_rate),
              "noise has rates");
      chosen += plan.chosen;
    }
    require(chosen == 1, "one plan is chosen");
  });
  const auto heavy = any_task<HeavyHitterOptions>(input);
  accepts([&] {
    for (const HeavyHitterPlan& plan : plan_heavy_hitters(heavy)) {
      require(within(plan.loss, {heavy.epsilon, heavy.delta}), "a plan costs what it may");
      require(plan.parameters.threshold >= 1, "a threshold is at least 1");
    }
  });
}

void check_monitor(FuzzInput& input) {
  const ThresholdStream stream{any_task<MonitorOptions>(input), input.count()};
  const Loss total{stream.budget.epsilon, stream.budget.delta};
  accepts([&] {
    for (const MonitorPlan& plan : plan_monitor(stream.budget)) {
      require(within(plan.loss, total), "a plan costs what it may");
      check_monitor_parameters(plan.parameters);
    }
  });
  accepts([&] {
    for (const ThresholdChoice& choice : plan_threshold_questions(stream)) {
      require(within(choice.loss, total), "a choice costs what it may");
    }
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of({check_sparse_vector, check_monitor}, data, size);
}
