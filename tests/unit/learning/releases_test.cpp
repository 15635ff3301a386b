// Learners as releases: they charge their claim and run with the granted loss.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <variant>

#include "logstar/learning/point_release.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/rectangle_release.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "logstar/learning/rule_release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_release.hpp"
#include "release_contract.hpp"

namespace logstar::testing {
namespace {

constexpr double kDelta = 1e-4;

/// The charges of a mechanism without known structure, and of an exponential draw.
Charge plain(double epsilon, double delta) { return charge_of(Loss{epsilon, delta}); }
Charge bounded_range(double epsilon) { return bounded_range_charge(epsilon, 1, 0); }

template <typename Value>
Value fact(const Facts& facts, const std::string& name) {
  const auto found = std::ranges::find(facts, name, &Fact::name);
  REQUIRE(found != facts.end());
  return std::get<Value>(found->value);
}

/// Keys 0..999 in mixed order, label 1 up to 400.
LabelledKeys labelled_keys(std::size_t n) {
  LabelledKeys data{KeyArray(10), KeyArray(10)};
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t key = i * 7919 % 1000;
    (key <= 400 ? data.ones : data.zeros).append(WideKey{key});
  }
  return data;
}

LabelledPoints labelled_points(std::size_t n) {
  LabelledPoints points{{KeyArray(10), KeyArray(10)}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t key[] = {i * 7919 % 1000, i * 7927 % 1000};
    for (std::size_t axis = 0; axis < 2; ++axis) points.axes[axis].append(WideKey{key[axis]});
    points.labels.push_back(std::ranges::all_of(key, [](auto x) { return 200 <= x && x < 800; }));
  }
  return points;
}

ThresholdRelease::Task threshold_task(const Loss& loss,
                                      std::optional<ThresholdAlgorithm> algorithm) {
  ThresholdRelease::Task task;
  task.learn.bits = 10;
  task.learn.domain = {{0}, {999}};
  task.learn.loss = loss;
  task.algorithm = algorithm;
  return task;
}

TEST_CASE("a learned threshold charges its claim and draws with the granted loss") {
  for (const auto algorithm :
       {ThresholdAlgorithm::exponential, ThresholdAlgorithm::cut,
        ThresholdAlgorithm::interior_point, ThresholdAlgorithm::rec_concave}) {
    const bool pure = algorithm == ThresholdAlgorithm::exponential;
    const Loss other{0.1, pure ? 0 : kDelta / 2};
    check_release<ThresholdRelease>({threshold_task({1, kDelta}, algorithm), labelled_keys(3000),
                                     pure ? bounded_range(1) : plain(1, kDelta), other,
                                     threshold_task(other, algorithm)});
  }
}

TEST_CASE("the algorithm of a threshold stays the claimed one for any granted loss") {
  const auto task = threshold_task({1, kDelta}, std::nullopt);
  const auto plan = ThresholdRelease::plan(task);
  CHECK(plan.draw.algorithm == best_threshold_algorithm(plan.learn));
  for (const auto algorithm : {ThresholdAlgorithm::cut, ThresholdAlgorithm::exponential}) {
    const auto claimed = ThresholdRelease::plan(threshold_task({1, kDelta}, algorithm));
    const auto run = ThresholdRelease::with_loss(task, claimed, {0.5, kDelta});
    CHECK(ThresholdRelease::plan(run).draw.algorithm == algorithm);
  }
}

TEST_CASE("a threshold's claim counts errors above the best one's only if promised so") {
  auto task = threshold_task({1, kDelta}, ThresholdAlgorithm::exponential);
  const double strict = Release<ThresholdRelease>(task).claim().accuracy.error;
  task.learn.tolerance = 20;
  const Claim agnostic = Release<ThresholdRelease>(task).claim();
  CHECK(agnostic.accuracy.error == strict);
  CHECK(fact<bool>(agnostic.conditions, "agnostic"));
  task.algorithm = ThresholdAlgorithm::cut;
  const Claim claim = Release<ThresholdRelease>(task).claim();
  CHECK_FALSE(fact<bool>(claim.conditions, "agnostic"));
  CHECK(claim.accuracy.error == static_cast<double>(ThresholdRelease::plan(task).draw.errors));
  CHECK(claim.accuracy.error > 20);
  CHECK(fact<double>(claim.parameters, "tolerance") == 20);
}

TEST_CASE("a threshold by a sanitizer charges its claim and draws with the granted loss") {
  const ThresholdBySanitizerRelease::Task task{{0, 999}, 8, Neighbors::add_remove, 7, 0.9};
  auto other = task;
  other.epsilon = 0.5;
  check_release<ThresholdBySanitizerRelease>(
      {task, labelled_keys(3000), plain(8, 0), {0.5, 0}, other});
  const Claim claim = Release<ThresholdBySanitizerRelease>(task).claim();
  CHECK(fact<double>(claim.conditions, "share") == 2 * 0.5 / 8);
}

TEST_CASE("a learned box charges its claim and draws with the granted loss") {
  for (const auto algorithm : {RectangleAlgorithm::outermost, RectangleAlgorithm::slices,
                               RectangleAlgorithm::axis_by_axis, RectangleAlgorithm::exponential}) {
    const bool by_grid = algorithm == RectangleAlgorithm::exponential;
    const bool pure = by_grid || algorithm == RectangleAlgorithm::axis_by_axis;
    const auto task_of = [&](const Loss& loss) {
      RectangleRelease::Task task;
      task.learn.axes.assign(2, {10, {{0}, {999}}, by_grid ? 20u : 0u, {}});
      task.learn.loss = loss;
      task.algorithm = algorithm;
      return task;
    };
    // With the true sides as edges, a larger loss would almost never change the draw.
    const double epsilon = by_grid ? 0.01 : 20;
    const Loss other{epsilon / 2, pure ? 0 : kDelta / 2};
    check_release<RectangleRelease>(
        {task_of({epsilon, kDelta}), labelled_points(4000),
         by_grid ? bounded_range(epsilon) : plain(epsilon, pure ? 0 : kDelta), other,
         task_of(other)});
  }
}

TEST_CASE("a box by sanitizers charges its claim and draws with the granted loss") {
  const RectangleBySanitizerRelease::Task task{
      {{0, 999}, {0, 999}}, {60, kDelta}, Neighbors::add_remove, 7, 0.9};
  auto other = task;
  other.loss = {20, kDelta / 2};
  check_release<RectangleBySanitizerRelease>(
      {task, labelled_points(4000), plain(60, kDelta), other.loss, other});
}

TEST_CASE("a box by slices charges its claim, and states from how many points it promises what") {
  RectangleBySanitizerRelease::Task task{
      {{0, 999}, {0, 999}}, {60, kDelta}, Neighbors::add_remove, 7, 0.9};
  task.method = DistributionMethod::slices;
  auto other = task;
  other.loss = {20, kDelta / 2};
  check_release<RectangleBySanitizerRelease>(
      {task, labelled_points(4000), plain(60, kDelta), other.loss, other});
  const Claim claim = Release<RectangleBySanitizerRelease>(task).claim();
  const auto plan = RectangleBySanitizerRelease::plan(task);
  CHECK(fact<std::string>(claim.parameters, "by") == "slices");
  CHECK(fact<double>(claim.conditions, "leastRecords") == static_cast<double>(plan.least_points));
  CHECK(plan.fewer.records > plan.errors.records);
  const double fewer = static_cast<double>(plan.fewer.records);
  const double share = plan.errors.share;
  const double from = fact<double>(claim.conditions, "promisesFrom");
  CHECK(from <= static_cast<double>(plan.least_points));
  CHECK(fewer + share * (from - 1) >= from - 1);
  task.quantiles = 1;
  CHECK_THROWS_WITH(RectangleBySanitizerRelease::plan(task),
                    "points must be a whole number from 2 to 999, got 1");
}

TEST_CASE("points with columns or labels of different lengths are rejected by every box release") {
  auto points = labelled_points(40);
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  RectangleRelease::Task task;
  task.learn.axes.assign(2, {10, {{0}, {999}}});
  task.learn.loss = {20, 0};
  const RectangleBySanitizerRelease::Task sanitized{
      {{0, 999}, {0, 999}}, {60, kDelta}, Neighbors::add_remove, 7, 0.9};
  const auto refused = [&](const std::string& message) {
    CHECK_THROWS_WITH(Release<RectangleRelease>(task).draw(task.learn.loss, points, randomness),
                      message);
    CHECK_THROWS_WITH(
        Release<RectangleBySanitizerRelease>(sanitized).draw(sanitized.loss, points, randomness),
        message);
  };
  points.labels.pop_back();
  refused("labels must be as many as records, 40, got 39");
  points.axes[1].append(WideKey{3});
  refused("an axis' coordinates must be as many as the first one's, 40, got 41");
  points.axes.pop_back();
  refused("columns must be as many as axes, 2, got 1");
}

PointRelease::Task point_task(const Loss& loss, PointAlgorithm algorithm) {
  PointRelease::Task task;
  task.loss = loss;
  task.algorithm = algorithm;
  return task;
}

TEST_CASE("a learned point charges its claim and draws with the granted loss") {
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    const Loss other{0.5, kDelta / 2};
    ReleaseCase<PointRelease> one{point_task({1, kDelta}, algorithm),
                                  {20, 9, 4},
                                  plain(1, kDelta),
                                  other,
                                  point_task(other, algorithm)};
    check_release(one);
    one.task.proper = one.at_other.proper = PointRelease::Proper{{{0}, {99'999}}, 0.1};
    check_release(one);
  }
}

TEST_CASE("a proper point is an item or a random key, in one answer, with the same statement") {
  auto task = point_task({1, kDelta}, PointAlgorithm::gap_test);
  const double unsure = Release<PointRelease>(task).claim().accuracy.error;
  task.proper = PointRelease::Proper{{{5}, {99'999}}, 0.1};
  const Release<PointRelease> proper(task);
  CHECK(proper.claim().accuracy.error > unsure);  // the random key has half of beta
  CHECK(proper.claim().accuracy.confidence == 0.95);
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const auto item = proper.draw(task.loss, {1000}, randomness).answer;
  REQUIRE(item);
  CHECK(std::get<std::size_t>(*item) == 0);
  const auto key = proper.draw(task.loss, {}, randomness).answer;
  REQUIRE(key);
  CHECK(std::get<WideKey>(*key).front() >= 5);
  CHECK(std::get<WideKey>(*key).front() <= 99'999);
  task.proper->domain = {{5}, {103}};
  CHECK_THROWS_WITH(Release<PointRelease>(task), Catch::StartsWith("domain must be of at least"));
}

/// A release that protects labels only must never be treated as protecting records.
template <typename M>
void check_no_ledger(const ReleaseCase<M>& one) {
  Budget budget;
  budget.total = {100, 0};
  budget.neighbors = Neighbors::replace;
  Ledger ledger(budget);
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  CHECK_THROWS_AS(release<M>(ledger, one.task, one.data, randomness), WrongType);
  CHECK(ledger.entries().empty());
}

template <typename Rules>
void check_rules(const Rules& rules, const typename Rules::Records& records) {
  for (const Protects protects : {Protects::records, Protects::labels}) {
    typename RuleRelease<Rules>::Task task{rules, protects, 2, Neighbors::add_remove, 0.9};
    auto other = task;
    other.epsilon = 0.01;
    const ReleaseCase<RuleRelease<Rules>> one{task, records, bounded_range(2), {0.01, 0}, other};
    if (protects == Protects::labels) {
      check_no_ledger(one);
      check_granted(one);
    } else {
      check_release(one);
    }
    const Claim claim = Release<RuleRelease<Rules>>(task).claim();
    CHECK(claim.protects == protects);
    CHECK(claim.neighbors ==
          (protects == Protects::labels ? Neighbors::replace : Neighbors::add_remove));
    CHECK(fact<double>(claim.parameters, "rules") ==
          static_cast<double>(static_cast<std::uint64_t>(rules.count())));
    const double draw_epsilon = protects == Protects::labels ? 1 : 2;
    CHECK(claim.accuracy.error ==
          static_cast<double>(rule_choice_excess(rules.count(), draw_epsilon, 1 - 0.9)));
  }
}

TEST_CASE("a rule of any kind charges its claim and draws with the granted loss") {
  check_rules(ListedRules{4}, {10, 60, 50, 55});
  check_rules(ThresholdRules(KeyArray(10, {700, 100, 400, 400, 900})), labelled_keys(60));
  BoxRules boxes;
  boxes.domains.assign(2, {{0}, {999}});
  boxes.building = {KeyArray(10, {100, 200, 800, 400}), KeyArray(10, {50, 200, 800, 600})};
  check_rules(boxes, labelled_points(60));
}

TEST_CASE("rules are counted from public values only, before any record is read") {
  CHECK(ThresholdRules(KeyArray(10)).count() == 1);
  CHECK(ThresholdRules(KeyArray(10, {7, 3, 7, 7})).count() == 3);
  BoxRules boxes;
  boxes.domains.assign(1, {{0}, {9}});
  boxes.building = {KeyArray(4)};
  CHECK(boxes.count() == 1);
  boxes.building = {KeyArray(4, {1, 5, 5, 8})};
  CHECK(boxes.count() == 1 + 3 * 4 / 2);
  boxes.domains.front() = {{3}, {3}};
  CHECK_THROWS_WITH(boxes.count(), "domain must be of two values or more, got one");
  CHECK_THROWS_WITH(ListedRules{0}.count(), Catch::StartsWith("rules must be"));
}

}  // namespace
}  // namespace logstar::testing
