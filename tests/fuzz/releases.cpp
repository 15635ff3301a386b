// Every release at its border: an arbitrary task is either refused by name, or has a claim that a reader and a
// ledger can go by, and runs with the granted loss. So are requests to planners.
#include <cmath>

#include "any_task.hpp"
#include "every_release.hpp"
#include "logstar/counts/user_ranks_planner.hpp"
#include "logstar/privacy/declared_steps.hpp"
#include "logstar/sanitizing/planner.hpp"

namespace logstar::testing {
namespace {

template <Releasable M>
void check(FuzzInput& input) {
  const auto task = any_task<typename M::Task>(input);
  accepts([&] {
    const auto plan = M::plan(task);
    const Claim claim = M::claim(task, plan);
    require(!claim.mechanism.empty() && !claim.also_public.empty() && !claim.proof.empty(),
            "all said");
    const auto& [kind, error, confidence] = claim.accuracy;
    require(confidence >= 0 && confidence < 1, "a confidence is a probability, or 0 of sessions");
    require(confidence > 0 ? error >= 0 : error == 0, "an error is a number");
    const Loss granted = max_grant(claim);
    require(positive(granted.epsilon), "it costs something");
    require(granted.delta >= 0 && granted.delta < 1, "a delta is a probability");
    if (!claim.session) charge_of(claim);
    M::plan(M::with_loss(task, plan, granted));
  });
}

template <Described Task, auto plan>
void check_plan(FuzzInput& input) {
  const auto task = any_task<Task>(input);
  accepts([&] { plan(task); });
}

void check_user_ranks_plan(FuzzInput& input) {
  const auto task = any_task<UserRanksTask>(input);
  accepts([&] {
    int chosen = 0;
    for (const UserRanksPlan& plan : plan_user_ranks(task)) {
      chosen += plan.chosen && plan.available;
      if (!plan.available) continue;
      require(plan.spent.epsilon == task.each.loss.epsilon, "it costs what may be spent");
      require(plan.spent.delta <= task.each.loss.delta && plan.users >= 0, "and no more");
    }
    require(chosen == 1, "one plan is chosen");
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar;
  using namespace logstar::testing;
  return run_one_of(
      {
#include "every_release_check.inc"
          check_plan<DistributionPlanTask, plan_distribution>,
          check_plan<PointsTask, plan_sanitized_points>, check_plan<StepBudget, loss_per_step>,
          check_plan<StepSequence, cost_of_steps>, check_user_ranks_plan},
      data, size);
}
