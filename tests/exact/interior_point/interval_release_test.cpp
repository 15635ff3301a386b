// Points with intervals as a release: the product of a point, a count and widths, and its privacy.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "databases.hpp"
#include "logstar/interior_point/record_intervals.hpp"

namespace logstar::testing::interval_release_test {
namespace {

using Database = std::vector<std::size_t>;
using Row = std::vector<double>;  // count, then point, ends, target of each quantile

constexpr std::uint64_t kHighest = 7;

RankIntervalRelease::Task rank_task(const QuantileFraction& tau, double epsilon,
                                    Neighbors neighbors, IntervalOf of) {
  RankIntervalRelease::Task task;
  task.points.bits = 3;
  task.points.domain = {{0}, {kHighest}};
  task.points.quantile = tau;
  task.points.loss = {epsilon, 0};
  task.points.neighbors = neighbors;
  task.points.confidence = 0.5;
  task.intervals.of = of;
  task.intervals.scale = IntegerDomain(0, kHighest);
  return task;
}

QuantilesIntervalRelease::Task quantiles_task(double epsilon, Neighbors neighbors) {
  QuantilesIntervalRelease::Task task;
  task.points.taus = {{1, 4}, {1, 2}};
  task.points.domain = {0, kHighest};
  task.points.loss = {epsilon, 0};
  task.points.neighbors = neighbors;
  task.points.confidence = 0.5;
  task.points.algorithm = QuantilesAlgorithm::separate;
  task.points.exponential_draws = true;
  task.intervals.scale = IntegerDomain(0, kHighest);
  return task;
}

Row row_of(const GroupIntervals& answer) {
  Row row{answer.count.value_or(-1)};
  for (const PointWithInterval& one : answer.points) {
    const auto end = [&](const std::optional<std::uint64_t>& key) {
      return key ? static_cast<double>(*key) : -1.0;
    };
    row.push_back(static_cast<double>(one.point));
    row.push_back(one.interval ? end(one.interval->low) : -2);
    row.push_back(one.interval ? end(one.interval->high) : -2);
    row.push_back(one.target);
  }
  return row;
}

/// Records outside the domain were dropped.
std::vector<std::uint64_t> kept(const Database& database) {
  std::vector<std::uint64_t> keys;
  for (const std::size_t record : database) {
    if (record <= kHighest) keys.push_back(record);
  }
  return keys;
}

/// As released, with all of the loss that the claim names.
auto released(const RankIntervalRelease::Task& task) {
  const Release<RankIntervalRelease> checked(task);
  return [=](const Database& database, Randomness& randomness) {
    return row_of(
        checked
            .draw(checked.claim().loss, {KeyArray(3, kept(database)), database.size()}, randomness)
            .answer.front());
  };
}

auto released(const QuantilesIntervalRelease::Task& task) {
  const Release<QuantilesIntervalRelease> checked(task);
  return [=](const Database& database, Randomness& randomness) {
    return row_of(checked.draw(checked.claim().loss, {kept(database), database.size()}, randomness)
                      .answer.front());
  };
}

/// The law by its definition, of noise up to where it is cut: a point, a count, a width.
std::map<Row, long double> defined_law(const RankIntervalRelease::Task& task,
                                       const Database& database, long double cut) {
  const auto plan = RankIntervalRelease::plan(task);
  const std::vector<std::uint64_t> keys = kept(database);
  const auto points = enumerate([&](Randomness& randomness) {
    return (*RankRelease::draw(plan.task, plan.points, KeyArray(3, keys), randomness))[0];
  });
  const auto counts = enumerate(
      [&](Randomness& randomness) {
        if (!plan.draws.counts()) return static_cast<std::int64_t>(database.size());
        return static_cast<std::int64_t>(keys.size()) +
               randomness.discrete_laplace(Rational::of(plan.draws.epsilons.count));
      },
      cut);
  std::map<Row, long double> law;
  for (const auto& [count, by_count] : counts.mass) {
    const auto width = interval_width_at(plan.draws.settings[0], count);
    const double told = plan.draws.counts() ? static_cast<double>(count) : -1;
    for (const auto& [z, by_point] : points.mass) {
      const auto point = static_cast<double>(z);
      if (!width) {
        law[Row{told, point, -2, -2, 0}] += by_count * by_point;
        continue;
      }
      const auto chain = interval_chain(z, task.intervals.scale, width->steps.steps_an_octave);
      const auto widths = enumerate([&](Randomness& randomness) {
        return draw_interval_width(keys, chain, {0, kHighest}, *width, randomness);
      });
      for (const auto& [place, by_width] : widths.mass) {
        Row row{told, point, -2, -2, target_in_ranks(*width)};
        if (place) {
          const KeyInterval& one = chain[*place];
          const bool low = !width->open.low && one.lowest > 0;
          const bool high = !width->open.high && one.highest < kHighest;
          row[2] = low ? static_cast<double>(one.lowest) : -1;
          row[3] = high ? static_cast<double>(one.highest) : -1;
        }
        law[row] += by_count * by_point * by_width;
      }
    }
  }
  return law;
}

TEST_CASE(
    "a released interval has the law of its point, its count and its width, one after another") {
  const long double cut = 1e-9L;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const QuantileFraction& tau : {QuantileFraction{1, 2}, {9, 10}}) {
      const auto task = rank_task(tau, 60, neighbors, IntervalOf::data);
      const auto mechanism = released(task);
      for (std::size_t n = 0; n <= 3; ++n) {
        for_each_multiset(4, n, [&](const Database& database) {
          const auto law = enumerate([&](Randomness& r) { return mechanism(database, r); }, cut);
          long double left = 1;
          for (const auto& [row, probability] : defined_law(task, database, cut)) {
            REQUIRE(std::fabs(law.of(row) - probability) < 1e-9L);
            left -= probability;
          }
          REQUIRE(left < 1e-8L);
        });
      }
    }
  }
}

TEST_CASE("an interval with its point and count is epsilon-DP under add-remove and replace") {
  for (const QuantileFraction& tau : {QuantileFraction{1, 2}, {3, 4}}) {
    for (const IntervalOf of : {IntervalOf::data, IntervalOf::population}) {
      const double epsilon = 24;
      const auto add_remove = check_add_remove(
          4, 0, 3, epsilon, released(rank_task(tau, epsilon, Neighbors::add_remove, of)));
      CHECK(add_remove.within(0));
      CHECK(add_remove.largest_log_ratio > 0.4L * epsilon);
      // One value more: a record that the domain drops.
      CHECK(check_replace(9, 3, epsilon, released(rank_task(tau, epsilon, Neighbors::replace, of)))
                .within(0));
    }
  }
}

TEST_CASE("several quantiles with their intervals are epsilon-DP together") {
  const double epsilon = 40;
  CHECK(check_add_remove(3, 0, 2, epsilon, released(quantiles_task(epsilon, Neighbors::add_remove)))
            .within(0));
  CHECK(check_replace(9, 2, epsilon, released(quantiles_task(epsilon, Neighbors::replace)))
            .within(0));
}

TEST_CASE("control: a point, a count and a width at twice their epsilon are rejected") {
  const double epsilon = 4;
  auto task = rank_task({1, 2}, 2.1 * epsilon, Neighbors::add_remove, IntervalOf::data);
  CHECK_FALSE(check_add_remove(4, 0, 3, epsilon, released(task)).within(1e-6));
}

}  // namespace
}  // namespace logstar::testing::interval_release_test
