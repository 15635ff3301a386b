// The borders of the sparse vector family; see borders.cpp.

#include "any_parameters.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/planner.hpp"

namespace logstar::testing {
namespace {

void check_sparse_vector(FuzzInput& input) {
  AboveThresholdOptions above;
  above.epsilon = input.epsilon();
  above.delta = input.coin() ? 0 : input.probability();
  above.max_answers = input.count();
  above.queries = input.coin() ? QueryKind::general : QueryKind::monotone;
  above.neighbors = any_neighbors(input);
  above.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  if (input.coin()) above.shape = input.coin() ? NoiseShape::laplace : NoiseShape::one_sided;
  above.numeric_share = input.coin() ? 0 : input.probability();
  above.expected_questions = input.count();
  above.confidence = 1 - input.probability();
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
  HeavyHitterOptions heavy;
  heavy.epsilon = above.epsilon;
  heavy.delta = input.probability();
  heavy.per_user = input.coin() ? input.word(2) : input.count();
  heavy.steps = input.count();
  if (input.coin()) heavy.threshold = input.number();
  heavy.neighbors = above.neighbors;
  heavy.expected_steps = input.count();
  heavy.expected_users = input.count();
  heavy.confidence = above.confidence;
  accepts([&] {
    for (const HeavyHitterPlan& plan : plan_heavy_hitters(heavy)) {
      require(within(plan.loss, {heavy.epsilon, heavy.delta}), "a plan costs what it may");
      require(plan.parameters.threshold >= 1, "a threshold is at least 1");
    }
  });
}

void check_monitor(FuzzInput& input) {
  ThresholdStream stream;
  stream.budget.epsilon = input.epsilon();
  stream.budget.delta = input.coin() ? 0 : input.probability();
  stream.budget.per_record = input.coin() ? input.word(2) : input.count();
  stream.budget.neighbors = any_neighbors(input);
  stream.budget.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  stream.budget.threshold = input.number();
  stream.budget.expected_questions = input.count();
  stream.budget.confidence = 1 - input.probability();
  stream.answers = input.count();
  if (input.coin()) stream.budget.method = static_cast<MonitorMethod>(input.choice(4));
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
