// The borders of interior points, quantiles and slices; see borders.cpp.
#include <algorithm>

#include "any_parameters.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar::testing {
namespace {

RankTask any_rank_task(FuzzInput& input) {
  RankTask task;
  task.bits =
      static_cast<std::uint32_t>(input.choice(4) == 0 ? input.count() : 1 + input.choice(200));
  const std::uint32_t bits = std::clamp<std::uint32_t>(task.bits, 1, 1000);
  task.domain = WideInterval::all(bits);
  if (task.bits != bits) task.domain = WideInterval::all(1);
  if (input.coin()) task.quantile = {1 + input.choice(20), 1 + input.choice(20)};
  task.loss = any_loss(input);
  task.neighbors = any_neighbors(input);
  task.confidence = 1 - input.probability();
  if (input.coin()) task.size = input.count();
  return task;
}

void check_rank_draw(FuzzInput& input) {
  const RankTask task = any_rank_task(input);
  if (task.bits > 1000 || task.bits == 0) return;  // refused by the domains
  const auto algorithm = static_cast<InteriorAlgorithm>(input.choice(6));
  accepts([&] {
    const RankDraw draw = calibrate_rank_draw(algorithm, task);
    require(!draw.rank_error || *draw.rank_error >= 0, "a rank error is none or a number");
  });
  accepts([&] { best_algorithm(task); });
}

void check_interior_plan(FuzzInput& input) {
  InteriorRequest request;
  request.bits = static_cast<std::uint32_t>(input.coin() ? input.count() : 1 + input.choice(128));
  if (request.bits > 1 << 16 && request.bits <= kMaxKeyBits) request.bits >>= 10;  // to be quick
  if (input.coin()) request.domain_size = Natural(input.count());
  request.loss = any_loss(input);
  request.neighbors = any_neighbors(input);
  request.beta = input.probability();
  accepts([&] {
    for (const InteriorPlan& plan : plan_interior_point(request).algorithms) {
      if (!plan.available) continue;
      require(within(plan.spent, request.loss), "a plan is within its loss");
      require(least_possible_records(request) <= plan.least_records, "a plan is possible");
    }
  });
}

void check_quasi_concave(FuzzInput& input) {
  QuasiConcaveRequest request;
  request.size = input.coin() ? Natural(input.count()) : Natural(1) << input.word(2);
  request.moves = any_moves(input);
  request.neighbors = any_neighbors(input);
  request.loss = any_loss(input);
  request.beta = input.probability();
  accepts([&] {
    const auto parameters =
        calibrate_quasi_concave(static_cast<QuasiConcaveAlgorithm>(input.choice(3)), request);
    require(within(parameters.loss, request.loss), "it costs what it may");
    require(parameters.error >= 1, "an error is positive");
  });
}

void check_quantiles(FuzzInput& input) {
  std::vector<QuantileFraction> taus(input.choice(40));
  for (auto& tau : taus) tau = {input.choice(60), static_cast<std::uint32_t>(input.count())};
  const double epsilon = input.epsilon();
  const double confidence = 1 - input.probability();
  const Natural size = Natural(input.count()) + 1;
  accepts([&] {
    const auto parameters =
        calibrate_quantiles(taus, epsilon, any_neighbors(input), 16 + input.choice(20));
    require(positive(parameters.level_epsilon) && parameters.level_epsilon <= epsilon,
            "levels share the epsilon");
    const std::uint64_t equal = input.count();
    const auto coincident = coincident_records(equal, parameters.tie_bits, confidence);
    require(coincident <= equal, "no more coincide than there are");
    for (const double error : quantiles_rank_errors(size, parameters, confidence, coincident)) {
      require(error >= 0, "an error is not negative");
    }
  });
  accepts([&] {
    const auto points = static_cast<std::uint32_t>(input.count());
    const auto parameters =
        calibrate_distribution(points, size, epsilon, any_neighbors(input), confidence);
    require(parameters.rank_error >= 0, "an error is not negative");
  });
}

void check_slices(FuzzInput& input) {
  SliceBudget budget;
  budget.slice_epsilon = input.coin() ? 0 : input.epsilon();
  budget.compute = any_loss(input);
  budget.computes = static_cast<unsigned>(input.count());
  budget.slices = static_cast<unsigned>(input.coin() ? input.choice(64) : input.word(2));
  const double delta = input.probability();
  accepts([&] {
    check_slice_budget(budget);
    require(slice_epsilon_of(budget, delta) >= 0, "a session has a cost");
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of(
      {check_rank_draw, check_interior_plan, check_quasi_concave, check_quantiles, check_slices},
      data, size);
}
