// Intervals of users' rows: what weights and counts come to.
#include "logstar/counts/user_intervals.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::user_intervals_test {
namespace {

constexpr std::uint64_t kHighest = 999'999'999;

UserIntervalRelease::Task task_of(IntervalOf of, double epsilon = 1) {
  UserIntervalRelease::Task task;
  UserRankTask& each = task.points.each;
  each.bits = 30;
  each.domain = {{0}, {kHighest}};
  each.quantile = QuantileFraction{1, 2};
  each.loss = {epsilon, 0};
  task.intervals.of = of;
  task.intervals.scale = IntegerDomain(0, kHighest);
  return task;
}

double target_at(const UserIntervalRelease::Task& task, std::int64_t users) {
  const auto plan = UserIntervalRelease::plan(task);
  const IntervalSetting& setting = plan.draws.settings.front();
  return target_in_ranks(*interval_width_at(setting, users * setting.unit.user_weight));
}

TEST_CASE("an interval of users reaches as far as one of records, of the data") {
  CHECK(target_at(task_of(IntervalOf::data), 5000) == Approx(10.8).epsilon(0.01));
  auto groups = task_of(IntervalOf::data);
  groups.points.each.list = GroupList::declared;
  groups.points.each.groups = 5;
  CHECK(target_at(groups, 5000) == Approx(10.8).epsilon(0.01));
  groups.points.each.neighbors = Neighbors::replace;
  CHECK(target_at(groups, 5000) == Approx(21.6).epsilon(0.01));
}

TEST_CASE("spread weights cost 1.4 to 1.6 times what sampling costs of one value a user") {
  auto spread = task_of(IntervalOf::population, 1000);
  auto one_value = spread;
  one_value.intervals.one_value = true;
  for (const std::int64_t users : {1000, 10'000}) {
    const double ratio = target_at(spread, users) / target_at(one_value, users);
    INFO(ratio);
    CHECK(ratio > 1.35);
    CHECK(ratio < 1.65);
  }
}

TEST_CASE("the bound on weights grows with their number, and is at least Chernoff's at the mean") {
  const QuantileFraction half{1, 2};
  for (const double d : {5.0, 20.0, 60.0}) {
    CHECK(weights_beyond(1000, half, d) <= weights_beyond(1001, half, d));
    const double x = 0.5 - d / 1000;
    const double kl = x * std::log(2 * x) + (1 - x) * std::log(2 * (1 - x));
    CHECK(weights_beyond(1000, half, d) >= std::min(1.0, 2 * std::exp(-1000 * kl)) * (1 - 1e-12));
  }
  CHECK(weight_bound(100, 0.01) ==
        Approx(100 + std::sqrt(200 * std::log(100)) + 2 * std::log(100)));
}

constexpr int kRuns = 300;
/// If each of 300 runs misses with probability 0.05, 38 or more miss with probability below 1e-6.
constexpr int kTooMany = 38;

TEST_CASE(
    "an interval misses the median of users with many rows at most as often as promised (300 runs, "
    "n = 600, alpha 1e-6)",
    "[statistics]") {
  const Release<UserIntervalRelease> release(task_of(IntervalOf::population, 2));
  SeededBits bits(21);
  ExactRandomness randomness(bits);
  std::mt19937_64 draws(21);
  int missed = 0, told = 0;
  for (int run = 0; run < kRuns; ++run) {
    UserRows rows{{}, {}, KeyArray(30)};
    for (std::uint32_t user = 0; user < 600; ++user) {
      // One to four rows, all of a user close to each other; F is uniform.
      const std::uint64_t own = draws() % 1'000'000'000;
      for (std::uint64_t row = 0; row <= draws() % 4; ++row) {
        rows.users.push_back(user);
        rows.keys.append(WideKey{(own + 1000 * row) % 1'000'000'000});
      }
    }
    const auto answer =
        release.draw(release.claim().loss, {std::move(rows)}, randomness).answer.front();
    const PointWithInterval& one = answer.points.front();
    if (!one.interval) continue;
    ++told;
    missed += one.interval->low.value_or(0) > 500'000'000 ||
              one.interval->high.value_or(kHighest) < 500'000'000;
  }
  CHECK(told > 290);
  CHECK(missed < kTooMany);
}

}  // namespace
}  // namespace logstar::testing::user_intervals_test
