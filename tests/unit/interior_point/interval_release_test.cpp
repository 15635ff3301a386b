// Points with intervals: what their contracts say, and the figures of their guarantee.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/domain/likely_values.hpp"
#include "logstar/interior_point/record_intervals.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::interval_release_test {
namespace {

RankIntervalRelease::Task task_of(double epsilon, IntervalOf of) {
  RankIntervalRelease::Task task;
  const RealDomain doubles;
  const KeyInterval keys = doubles.keys();
  task.points.bits = keys.bits();
  task.points.domain = {{keys.lowest}, {keys.highest}};
  task.points.measure = by_magnitude(doubles);
  task.points.quantile = QuantileFraction{1, 2};
  task.points.loss = {epsilon, 0};
  task.intervals.of = of;
  task.intervals.scale = doubles;
  return task;
}

double condition(const Claim& claim, const std::string& name) {
  for (const Fact& fact : claim.conditions) {
    if (fact.name == name) return std::get<double>(fact.value);
  }
  return -1;
}

TEST_CASE("an interval of the data reaches 10.8 ranks at epsilon 1, usually 14, and 54 at most") {
  const Claim claim = Release<RankIntervalRelease>(task_of(1, IntervalOf::data)).claim();
  CHECK(condition(claim, "intervalTarget") == Approx(10.8).epsilon(0.01));
  CHECK(condition(claim, "intervalUsual") == Approx(14).epsilon(0.02));
  CHECK(condition(claim, "intervalMost") == Approx(54.3).epsilon(0.01));
  // Half of beta each: that the count is low, and that the width is long.
  CHECK(condition(claim, "intervalFrom") == Approx(112).epsilon(0.01));
  CHECK(claim.loss.epsilon == 1);
  CHECK_FALSE(claim.bounded_range);
  // A population has another target for each number of records.
  const Claim sampled = Release<RankIntervalRelease>(task_of(1, IntervalOf::population)).claim();
  CHECK(condition(sampled, "intervalTarget") == -1);
}

TEST_CASE("usual half-widths of a median are those of the guarantee's table") {
  struct Figures {
    double epsilon, data, of_200, of_1000, of_10000, of_million;
  };
  for (const Figures& row : {Figures{0.1, 141, 0, 171, 224, 1131},
                             {0.5, 28, 46, 60, 128, 1022},
                             {1, 14, 31, 47, 115, 1007},
                             {2, 7.1, 23, 40, 108, 1000}}) {
    INFO(row.epsilon);
    CHECK(plan_interval(task_of(row.epsilon, IntervalOf::data), 100'000).usual ==
          Approx(row.data).epsilon(0.02));
    const auto sampled = task_of(row.epsilon, IntervalOf::population);
    CHECK(plan_interval(sampled, 200).usual == Approx(row.of_200).epsilon(0.03));
    CHECK(plan_interval(sampled, 1000).usual == Approx(row.of_1000).epsilon(0.03));
    CHECK(plan_interval(sampled, 10'000).usual == Approx(row.of_10000).epsilon(0.03));
    CHECK(plan_interval(sampled, 1'000'000).usual == Approx(row.of_million).epsilon(0.03));
  }
}

TEST_CASE("a plan of intervals names the sides, and what sampling alone asks for") {
  const auto sampled = task_of(1, IntervalOf::population);
  const IntervalPlan many = plan_interval(sampled, 10'000);
  CHECK(many.target == Approx(110).epsilon(0.02));
  CHECK(many.without_privacy == Approx(98).epsilon(0.02));
  CHECK(std::string(name_of_sides(many)) == "both");
  CHECK(std::string(name_of_sides(plan_interval(sampled, 3))) == "none");
  auto high = sampled;
  high.points.quantile = QuantileFraction{99, 100};
  CHECK(std::string(name_of_sides(plan_interval(high, 1000))) == "low");
}

TEST_CASE("a release with an interval divides epsilon, and draws no count of a declared size") {
  auto task = task_of(1, IntervalOf::data);
  const auto counted = RankIntervalRelease::plan(task).draws.epsilons;
  CHECK(counted.widths == 0.5);
  CHECK(counted.count == 0.05);
  CHECK(counted.points == Approx(0.45));
  CHECK(counted.points + counted.count + counted.widths <= 1);
  task.intervals.size = 1000;
  CHECK(RankIntervalRelease::plan(task).draws.epsilons.count == 0);
  task.intervals.size.reset();
  task.points.neighbors = Neighbors::replace;
  CHECK(RankIntervalRelease::plan(task).draws.epsilons.count == 0);
}

// Cause: at all of it each, the laws of few records stayed within epsilon.
TEST_CASE("the widths of several quantiles divide their epsilon and the confidence's failures") {
  const IntegerDomain scale(0, 999);
  QuantilesIntervalRelease::Task task;
  task.points.taus = {{1, 4}, {1, 2}, {3, 4}};
  task.points.domain = scale.keys();
  task.points.loss = {1, 0};
  task.points.confidence = 0.95;
  task.intervals.scale = scale;
  const auto draws = QuantilesIntervalRelease::plan(task).draws;
  REQUIRE(draws.settings.size() == 3);
  double widths = 0, failures = 0;
  for (const IntervalSetting& one : draws.settings) {
    widths += one.epsilon;
    failures += one.beta;
  }
  CHECK(draws.epsilons.widths == 0.5);
  CHECK(widths == Approx(0.5));
  CHECK(failures == Approx(0.05));
}

TEST_CASE("a release with an interval rejects shares, domains and quantiles that have none") {
  auto task = task_of(1, IntervalOf::data);
  task.intervals.share = 0.95;
  CHECK_THROWS_WITH(RankIntervalRelease::plan(task),
                    "intervalShare must be above 0 and below 0.95, got 0.95");
  task = task_of(1, IntervalOf::data);
  task.points.quantile.reset();
  CHECK_THROWS_WITH(RankIntervalRelease::plan(task), "q must be given for an interval, got none");
  task = task_of(1, IntervalOf::data);
  task.intervals.scale = IntegerDomain(0, 9);
  CHECK_THROWS_WITH(RankIntervalRelease::plan(task),
                    "domain must be the domain of the points, got another domain");
}

TEST_CASE("a record that is dropped under replace counts for the target of a population") {
  auto task = task_of(1, IntervalOf::population);
  task.points.neighbors = Neighbors::replace;
  const Release<RankIntervalRelease> release(task);
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  std::vector<std::uint64_t> keys(400, RealDomain().encode(7, Outside::clamp).value());
  const auto draw = [&](std::uint64_t records) {
    return release.draw(release.claim().loss, {KeyArray(64, keys), records}, randomness)
        .answer.front();
  };
  CHECK_FALSE(draw(400).count);
  CHECK(draw(500).points[0].target > draw(400).points[0].target);
}

TEST_CASE("a side with too few records has an interval without that end (50 runs)") {
  auto task = task_of(1, IntervalOf::data);
  task.points.quantile = QuantileFraction{1, 100};
  const Release<RankIntervalRelease> release(task);
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  std::vector<std::uint64_t> keys;
  for (int i = 1; i <= 1000; ++i) keys.push_back(RealDomain().encode(i, Outside::clamp).value());
  int told = 0;
  for (int i = 0; i < 50; ++i) {
    const auto one = release.draw(release.claim().loss, {KeyArray(64, keys), 1000}, randomness)
                         .answer.front()
                         .points[0];
    if (!one.interval) continue;
    ++told;
    CHECK_FALSE(one.interval->low);
  }
  CHECK(told > 25);
}

TEST_CASE("empty data have no interval, and equal values one of width 0 (200 runs)") {
  const Release<RankIntervalRelease> release(task_of(1, IntervalOf::data));
  SeededBits bits(6);
  ExactRandomness randomness(bits);
  const std::uint64_t seven = RealDomain().encode(7, Outside::clamp).value();
  int told = 0, exact = 0;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&](std::size_t n) {
      const std::vector<std::uint64_t> keys(n, seven);
      return release.draw(release.claim().loss, {KeyArray(64, keys), n}, randomness)
          .answer.front()
          .points[0];
    };
    told += draw(0).interval.has_value();
    const PointWithInterval one = draw(1000);
    exact += one.interval == ToldInterval{seven, seven};
  }
  CHECK(told < 20);
  CHECK(exact > 150);
}

}  // namespace
}  // namespace logstar::testing::interval_release_test
