// Every field that a description names changes the claim of its mechanism. A member named by two fields, or
// unused by any plan, would leave an option without effect.
#include <catch2/catch.hpp>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/item_ranking.hpp"
#include "logstar/counts/threshold_session.hpp"
#include "logstar/counts/user_count_release.hpp"
#include "logstar/counts/user_intervals.hpp"
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
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/points_release.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/sanitizing/value_counts_release.hpp"
#include "logstar/selection/choice_release.hpp"
#include "logstar/sparse_vector/above_threshold_release.hpp"
#include "logstar/sparse_vector/heavy_hitters_release.hpp"
#include "logstar/sparse_vector/threshold_monitor_release.hpp"
#include "logstar/top_k/ranked_list_release.hpp"
#include "logstar/top_k/session_release.hpp"
#include "logstar/top_k/top_k_release.hpp"
#include "logstar/windows/user_interval_windows.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "unsaid.hpp"

namespace logstar::testing {
namespace {

constexpr Loss kLoss{1, 1e-6};
constexpr KeyInterval kDomain{0, 999'999};

TEST_CASE("another value of any field of a choice changes the claim") {
  const ChoiceTask list{.loss = {1, 0}, .candidates = 9};
  const ChoiceTask stable{.method = ChoiceMethod::stable, .loss = kLoss};
  const ChoiceTask gap{.method = ChoiceMethod::gap, .loss = kLoss, .others = 0};
  CHECK(unsaid<ChoiceRelease>({list, stable, gap}) == Names{});
}

TEST_CASE("another value of any field of a rank or several changes the claim") {
  RankTask pure;
  pure.quantile = QuantileFraction{1, 2};
  pure.loss = kLoss;
  pure.algorithm = InteriorAlgorithm::exponential;
  RankTask cut = pure;
  cut.algorithm = InteriorAlgorithm::cut;
  // A named algorithm leaves no choice and no refusal; a choice has the claim of the chosen algorithm.
  CHECK(unsaid<RankRelease>({pure, cut}) == Names{"leastPromise", "mustAbstain"});
  RankTask chosen = pure;
  chosen.algorithm.reset();
  RankTask by_promise = chosen;
  by_promise.choice = AlgorithmChoice::least_promise;
  CHECK(said_of<RankRelease>(chosen) != said_of<RankRelease>(by_promise));
  QuantilesTask slices;
  slices.taus = {{1, 4}, {1, 2}};
  slices.domain = kDomain;
  slices.loss = kLoss;
  slices.algorithm = QuantilesAlgorithm::slices;
  QuantilesTask recursion = slices;
  recursion.algorithm = QuantilesAlgorithm::recursion;
  CHECK(unsaid<QuantilesRelease>({slices, recursion}) == Names{"leastPromise", "mustAbstain"});
}

TEST_CASE("another value of any field of an interval is another claim") {
  const KeyInterval keys{0, 999'999};
  RankIntervalRelease::Task rank;
  rank.points.bits = 20;
  rank.points.domain = {{keys.lowest}, {keys.highest}};
  rank.points.quantile = QuantileFraction{1, 2};
  rank.points.loss = kLoss;
  rank.points.algorithm = InteriorAlgorithm::exponential;
  rank.intervals.scale = IntegerDomain(0, 999'999);
  RankIntervalRelease::Task cut = rank;
  cut.points.algorithm = InteriorAlgorithm::cut;
  // Records have no users with one value.
  CHECK(unsaid<RankIntervalRelease>({rank, cut}) ==
        Names{"leastPromise", "mustAbstain", "oneValue"});
  QuantilesIntervalRelease::Task several;
  several.points.taus = {{1, 4}, {1, 2}};
  several.points.domain = keys;
  several.points.loss = kLoss;
  several.points.algorithm = QuantilesAlgorithm::recursion;
  several.intervals.scale = rank.intervals.scale;
  CHECK(unsaid<QuantilesIntervalRelease>({several}) ==
        Names{"delta", "leastPromise", "mustAbstain", "oneValue"});
  UserIntervalRelease::Task users;
  users.points.each.bits = 20;
  users.points.each.domain = rank.points.domain;
  users.points.each.quantile = QuantileFraction{1, 2};
  users.points.each.loss = kLoss;
  users.points.each.algorithm = UserAlgorithm::exponential;
  users.intervals.scale = IntegerDomain(0, 999'999);
  users.intervals.of = IntervalOf::population;
  CHECK_FALSE(unsaid<UserIntervalRelease>({users}).contains("oneValue"));
  CHECK(unsaid<UserIntervalWindows>({users}) == unsaid<UserIntervalRelease>({users}));
}

TEST_CASE("another value of any field of a search or slice session changes the claim") {
  QuasiConcaveTask search;
  search.request.size = std::uint64_t(1) << 62;  // of which two shrinkings leave more than a few
  search.request.loss = kLoss;
  search.request.levels = 1;
  search.algorithm = QuasiConcaveAlgorithm::rec_concave;
  CHECK(unsaid<QuasiConcaveRelease>({search}) == Names{});
  ColumnSlicesRelease::Task session;
  session.budget = {0.5, {0.5, 1e-6}, 2, 3};
  session.delta = 1e-4;
  CHECK(unsaid<ColumnSlicesRelease>({session}) == Names{});
}

TEST_CASE("another value of any field of a sanitizer changes the claim") {
  const PointsTask stable{.loss = kLoss};
  const PointsTask rounds{.loss = kLoss, .method = PointsMethod::rounds};
  CHECK(unsaid<PointsRelease>({stable, rounds}) == Names{});
  CHECK(unsaid<ValueCountsRelease>({{.domain = {0, 99}, .epsilon = 1}}) == Names{});
  CHECK(unsaid<DistributionRelease>({{.domain = kDomain, .epsilon = 1}}) == Names{});
  SanThresholdsTask intervals;
  intervals.domain = kDomain;
  intervals.request.size = 1'000'000;
  intervals.request.loss = kLoss;
  CHECK(unsaid<SanThresholdsRelease>({intervals}) == Names{});
}

TEST_CASE("another value of any field of a learner changes the claim") {
  ThresholdRelease::Task threshold;
  threshold.learn.loss = kLoss;
  threshold.algorithm = ThresholdAlgorithm::rec_concave;
  CHECK(unsaid<ThresholdRelease>({threshold}) == Names{});
  CHECK(unsaid<ThresholdBySanitizerRelease>({{.domain = kDomain, .epsilon = 1}}) == Names{});
  RectangleRelease::Task box;
  box.learn.axes = {{}, {}};
  box.learn.loss = kLoss;
  box.algorithm = RectangleAlgorithm::outermost;  // spends a delta
  CHECK(unsaid<RectangleRelease>({box}) == Names{});
  RectangleBySanitizerRelease::Task by_quantiles;
  by_quantiles.domains = {kDomain};
  by_quantiles.loss = kLoss;
  CHECK(unsaid<RectangleBySanitizerRelease>({by_quantiles}) == Names{});
  PointRelease::Task point;
  point.loss = kLoss;
  CHECK(unsaid<PointRelease>({point}) == Names{});
  const RuleRelease<ListedRules>::Task listed{.rules = {9}, .epsilon = 1};
  CHECK(unsaid<RuleRelease<ListedRules>>({listed}) == Names{});
}

TEST_CASE("another value of any field of a top-k or its session changes the claim") {
  TopKRequest request;
  request.items.total = kLoss;
  request.items.variant = TopKVariant::limited_domain;
  request.counts = true;
  CHECK(unsaid<TopKRelease>({request}) == Names{});
  RankedListTask listed;
  listed.request = {.k = 2, .candidates = 9, .loss = kLoss, .per_user = 3};
  listed.variant = RankedListVariant::peel;
  RankedListTask noisy = listed;
  noisy.variant.reset();
  CHECK(unsaid<RankedListRelease>({listed, noisy}) == Names{});
  TopKSessionRequest session;
  session.terms.total = kLoss;
  session.terms.outcomes = 20;
  session.terms.refundable = true;
  CHECK(unsaid<TopKSessionRelease>({session}) == Names{"confidence", "kBar"});  // of its answers
}

TEST_CASE(
    "another value of any field of a ranking, or a session above a threshold, changes the claim") {
  ItemRankingTask drawn;
  drawn.ranked.items.total = kLoss;
  drawn.ranked.items.per_user = 3;
  drawn.ranked.items.variant = TopKVariant::limited_domain;
  drawn.ranked.counts = true;
  ItemRankingTask chosen = drawn;
  chosen.ranked.items.variant = std::nullopt;
  chosen.ranked.items.per_user = 1;
  ItemRankingTask above = chosen;
  above.way = RankingWay::threshold;
  above.ranked.items.per_user = 2;
  above.noise = NoiseKind::gaussian;
  ItemRankingTask spread = chosen;
  spread.spread = true;
  CHECK(unsaid<ItemRanking>({drawn, chosen, above, spread}) == Names{});
  ThresholdSessionTask session;
  session.total = kLoss;
  session.sum = StepSum::concentrated;
  CHECK(unsaid<ThresholdSession>({session}) == Names{"confidence", "perUser"});  // of its answers
}

TEST_CASE(
    "another value of any field of a count, histogram, sum or mean of users changes the claim") {
  const GroupDiscoveryOptions search{1e-6};
  const UserHistogramTask bins{.epsilon = 1, .groups = 3};
  // The cost of noise depends on the number of groups in which a user counts.
  UserHistogramTask gaussian = bins;
  gaussian.per_user.groups = 2;
  gaussian.delta = 1e-6;
  gaussian.noise = NoiseKind::gaussian;
  CHECK(unsaid<ByGroup<UserHistogram>>({{bins}, {bins, search}, {gaussian}}) == Names{});
  const UserMeanTask mean{.epsilon = 1, .domain = {0, 9}, .groups = 3};
  CHECK(unsaid<ByGroup<UserMean>>({{mean}, {mean, search}}) == Names{});
  CHECK(unsaid<ByGroup<UserVariance>>({{mean}, {mean, search}}) == Names{});
  CHECK(unsaid<DistinctCount>({{1, 2}}) == Names{});
  WithinFound<UserMean>::Task found_mean;
  found_mean.epsilon = 1;
  found_mean.groups = 3;
  CHECK(unsaid<ByGroup<WithinFound<UserMean>>>({{found_mean}, {found_mean, search}}) == Names{});
  WithinFound<UserSum>::Task found_sum;
  found_sum.epsilon = 1;
  found_sum.groups = 3;
  auto noisy_sum = found_sum;
  noisy_sum.per_user = 2;
  noisy_sum.delta = 1e-6;
  noisy_sum.noise = NoiseKind::gaussian;
  CHECK(unsaid<ByGroup<WithinFound<UserSum>>>({{found_sum}, {found_sum, search}, {noisy_sum}}) ==
        Names{});
  CHECK(unsaid<FoundBounds>({{.epsilon = 1}}) == Names{});
  const UserSumTask sum{.epsilon = 1, .domain = {1, 9}, .groups = 3};
  UserSumTask noisy = sum;
  noisy.per_user = 2;
  noisy.delta = 1e-6;
  noisy.noise = NoiseKind::gaussian;
  CHECK(unsaid<ByGroup<UserSum>>({{sum}, {sum, search}, {noisy}}) == Names{});
  const UserCountTask count{
      .epsilon = 1, .groups = 3, .per_user = 2, .delta = 1e-6, .noise = NoiseKind::gaussian};
  CHECK(unsaid<UserCount>({{.epsilon = 1, .groups = 3}, count}) == Names{});
  const GroupDiscoveryTask found{.loss = {1, 1e-6}, .per_user = {2}, .noise = NoiseKind::gaussian};
  CHECK(unsaid<GroupDiscovery>({{.loss = {1, 1e-6}}, found}) == Names{});
}

TEST_CASE("another value of any field of a rank of users changes the claim") {
  UserRankTask median;
  median.quantile = QuantileFraction{1, 2};
  median.loss = {1, 0};
  median.list = GroupList::declared;
  median.groups = 3;
  UserRankTask cut;
  cut.loss = {1, 1e-4};
  // A choice has the claim of the chosen algorithm.
  CHECK(unsaid<UserRankRelease>({median, cut}) == Names{"leastPromise"});
  UserRankTask chosen;
  chosen.loss = {1, 1e-15};  // here cut choice promises less error and usually has more
  UserRankTask by_promise = chosen;
  by_promise.choice = AlgorithmChoice::least_promise;
  CHECK(said_of<UserRankRelease>(chosen) != said_of<UserRankRelease>(by_promise));
  UserRankTask found = median;
  found.loss = kLoss;
  found.list = GroupList::occurring;
  std::vector<UserRanksTask> tasks(3);
  tasks[0].each = median;
  tasks[1].each = found;
  tasks[2].each = found;
  tasks[2].quantiles = {{1, 4}, {1, 2}};
  CHECK(unsaid<UserRanks>(tasks) == Names{"leastPromise"});
  CHECK(unsaid<UserRanksWindows>(tasks) == Names{"leastPromise"});
}

TEST_CASE("another value of any field of a conversation changes the claim") {
  AboveThresholdTask above;
  above.threshold = 100;
  above.queries = QueryKind::monotone;
  above.max_answers = 1000;
  above.delta = 1e-6;
  CHECK(unsaid<AboveThresholdRelease>({above}) == Names{});
  MonitorOptions monitor;
  monitor.delta = 1e-6;
  CHECK(unsaid<ThresholdMonitorRelease>({monitor}) == Names{});
  CHECK(unsaid<HeavyHitterRelease>({{}}) == Names{});
}

}  // namespace
}  // namespace logstar::testing
