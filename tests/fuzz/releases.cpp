// Every release at its border. An arbitrary task is either rejected by name, or has a claim that a reader and a
// ledger can use, and runs with the granted loss. A planner's arbitrary request is also rejected by name or
// answered.
#include <cmath>

#include "any_task.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/item_ranking.hpp"
#include "logstar/counts/threshold_session.hpp"
#include "logstar/counts/user_count_release.hpp"
#include "logstar/counts/user_intervals.hpp"
#include "logstar/counts/user_ranks_planner.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "logstar/interior_point/column_slices.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/quasi_concave_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/interior_point/record_intervals.hpp"
#include "logstar/learning/point_release.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/rectangle_release.hpp"
#include "logstar/learning/rule_release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_release.hpp"
#include "logstar/privacy/declared_steps.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/sanitizing/points_release.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/sanitizing/value_counts_release.hpp"
#include "logstar/selection/choice_release.hpp"
#include "logstar/selection/count_release.hpp"
#include "logstar/sparse_vector/above_threshold_release.hpp"
#include "logstar/sparse_vector/heavy_hitters_release.hpp"
#include "logstar/sparse_vector/threshold_monitor_release.hpp"
#include "logstar/top_k/session_release.hpp"
#include "logstar/top_k/top_k_release.hpp"
#include "logstar/windows/user_ranks_windows.hpp"

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
  return run_one_of({check<RankRelease>,
                     check<QuantilesRelease>,
                     check<RankIntervalRelease>,
                     check<QuantilesIntervalRelease>,
                     check<QuasiConcaveRelease>,
                     check<ColumnSlicesRelease>,
                     check<PointRelease>,
                     check<RectangleRelease>,
                     check<RectangleBySanitizerRelease>,
                     check<RuleRelease<ListedRules>>,
                     check<ThresholdRelease>,
                     check<ThresholdBySanitizerRelease>,
                     check<DistributionRelease>,
                     check<ValueCountsRelease>,
                     check<PointsRelease>,
                     check<SanThresholdsRelease>,
                     check<ChoiceRelease>,
                     check<CountRelease>,
                     check<AboveThresholdRelease>,
                     check<HeavyHitterRelease>,
                     check<ThresholdMonitorRelease>,
                     check<TopKSessionRelease>,
                     check<TopKRelease>,
                     check<ItemRanking>,
                     check<ThresholdSession>,
                     check<ByGroup<UserHistogram>>,
                     check<ByGroup<UserMean>>,
                     check<ByGroup<UserSum>>,
                     check<GroupDiscovery>,
                     check<ByGroup<WithinFound<UserMean>>>,
                     check<ByGroup<WithinFound<UserSum>>>,
                     check<FoundBounds>,
                     check<UserCount>,
                     check<UserRankRelease>,
                     check<UserRanks>,
                     check<UserIntervalRelease>,
                     check<UserRanksWindows>,
                     check<ByGroup<UserVariance>>,
                     check<DistinctCount>,
                     check_plan<DistributionPlanTask, plan_distribution>,
                     check_plan<PointsTask, plan_sanitized_points>,
                     check_plan<StepBudget, loss_per_step>,
                     check_plan<StepSequence, cost_of_steps>,
                     check_user_ranks_plan},
                    data, size);
}
