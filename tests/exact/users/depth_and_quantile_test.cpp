// Medians and quantiles of users by the exponential mechanism: exact laws over small tables and heavy
// ones, in one group and in two, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "databases.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "mistakes/users.hpp"
#include "seeded_bits.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

/// One mode of the mechanism.
struct Mode {
  std::optional<QuantileFraction> quantile;
  Neighbors neighbors;
  std::uint32_t groups;
  bool abstain;
};

std::vector<Mode> all_modes() {
  std::vector<Mode> modes;
  for (const std::optional<QuantileFraction> quantile :
       {std::optional<QuantileFraction>(), {{1, 4}}, {{1, 2}}, {{9, 10}}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t groups : {1u, 2u}) {
        for (const bool abstain : {false, true})
          modes.push_back({quantile, neighbors, groups, abstain});
      }
    }
  }
  return modes;
}

std::string name_of(const Mode& mode) {
  return (mode.quantile ? "quantile " + logstar::text_of(*mode.quantile) : "interior point") +
         (mode.groups > 1 ? ", groups" : "") + (mode.abstain ? ", abstain" : "");
}

UserRankTask task_of(const Mode& mode, std::uint32_t bits, double epsilon, std::uint32_t whole) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.quantile = mode.quantile;
  task.loss = {epsilon, 0};
  task.neighbors = mode.neighbors;
  task.list = mode.groups > 1 ? GroupList::declared : GroupList::none;
  task.groups = mode.groups;
  task.abstain = mode.abstain;
  task.user_weight = whole;
  return task;
}

/// Checks all tables of up to `most` users (under replace exactly that number) with the base.
template <typename Draw>
PrivacyReport check(const Mode& mode, const std::vector<UserOf>& kinds, std::size_t most,
                    double epsilon, const Draw& draw) {
  auto report = mode.neighbors == Neighbors::replace
                    ? check_replace(kinds.size(), most, epsilon, draw)
                    : check_add_remove(kinds.size(), 0, most, epsilon, draw);
  report.mode = name_of(mode);
  return report;
}

TEST_CASE("ranks of users are epsilon-DP in each mode: every small table, every key") {
  for (const Mode& mode : all_modes()) {
    // With 4 units a user of three rows weighs 3: the remainder is dropped.
    for (const std::uint32_t whole : {2u, 4u, kUserWeight}) {
      const UserPlaces places{2, {0, 1, 3}, mode.groups};
      const std::size_t rows = mode.groups == 1 ? 3 : 2;
      const auto kinds = users_of_rows(places.count(), rows, mode.neighbors);
      const double epsilon = 2;
      const auto task = task_of(mode, 2, epsilon, whole);
      const auto plan = UserRankRelease::plan(task);
      const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
        return as_numbers(
            UserRankRelease::draw(task, plan, user_rows(places, kinds, database), randomness));
      };
      INFO(name_of(mode) << ", " << whole << " a user");
      CHECK(check(mode, kinds, 2, epsilon, draw).within_each_outcome());
    }
  }
}

/// So many users at three keys that one run outweighs all others: for the depth the middle key, for a quantile
/// the run just below its rank. The score of another run moves the opposite way or stays, so its probability
/// moves by nearly all of epsilon.
struct Heavy {
  UserPlaces places;
  UserBase base;

  Heavy(const Mode& mode, const UserRankRelease::Plan& plan)
      : places{62, {0, std::uint64_t(1) << 60, std::uint64_t(1) << 61}, mode.groups} {
    build(mode, std::get<UserRankParameters>(plan.parameters));
    base.resize(places.count());
  }

 private:
  /// Enough users that abstaining has probability e^-200 or less: then it never wins, and numbers of any length
  /// represent it. The quantile's rank is a whole number of users.
  static std::size_t beyond_none(const UserRankParameters& parameters) {
    const auto& [numerator, denominator] = parameters.draw.tau;
    const double a_unit =
        parameters.draw.draw_epsilon * std::max(numerator, denominator - numerator);
    const NoneScore& none = parameters.none.value();
    const double units =
        as_number_up(none.late) / static_cast<double>(none.late_fall) + 200 / a_unit;
    return (static_cast<std::size_t>(units / parameters.user_weight) / denominator + 1) *
           denominator;
  }

  void build(const Mode& mode, const UserRankParameters& parameters) {
    if (!mode.quantile || 2 * mode.quantile->numerator == mode.quantile->denominator) {
      base = {1, 98, 1, 1, 98, 1};
      return;
    }
    const std::size_t users = mode.abstain ? beyond_none(parameters) : 400;
    const std::size_t rank = users * mode.quantile->numerator / mode.quantile->denominator;
    base = {rank - 1, users - rank, 1};
    // In the other group the heavy run lies just above the rank: a user who moves there has the same effect
    // twice.
    base.insert(base.end(), {1, rank, users - rank - 1});
  }
};

/// Checks such a table with one user added or replaced.
PrivacyReport check_heavy(const Mode& mode, double epsilon, double drawn_at, std::uint32_t whole) {
  const auto task = task_of(mode, 62, drawn_at, whole);
  const auto plan = UserRankRelease::plan(task);
  const Heavy heavy(mode, plan);
  const auto kinds = users_of_rows(heavy.places.count(), mode.groups > 1 ? 1 : 2, mode.neighbors);
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return as_numbers(UserRankRelease::draw(
        task, plan, user_rows(heavy.places, kinds, database, heavy.base), first));
  };
  return check(mode, kinds, 1, epsilon, draw);
}

TEST_CASE("ranks of users on heavy tables are epsilon-DP, and fail at 1.1 epsilon") {
  for (const Mode& mode : all_modes()) {
    for (const std::uint32_t whole : {4u, 1u}) {
      // With one unit a user has one row: these are records that may abstain.
      if (whole == 1 && (mode.groups > 1 || !mode.abstain)) continue;
      for (const double epsilon : {1.0, 3.0}) {
        INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors) << ", " << epsilon << ", "
                           << whole << " a user");
        const auto report = check_heavy(mode, epsilon, epsilon, whole);
        CHECK(report.within_each_outcome());
        CHECK(report.largest_log_ratio > 0.92 * epsilon);
        CHECK_FALSE(check_heavy(mode, epsilon, 1.1 * epsilon, whole).within_each_outcome());
      }
    }
  }
}

/// Users of one to three rows with wrong weights, next to a heavy table.
template <typename Weigh>
PrivacyReport check_weights(const Mode& mode, double epsilon, const Weigh& weigh) {
  const auto task = task_of(mode, 62, epsilon, 4);
  const auto plan = UserRankRelease::plan(task);
  const Heavy heavy(mode, plan);
  const auto kinds = users_of_rows(heavy.places.count(), mode.groups > 1 ? 2 : 3, mode.neighbors);
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return as_numbers(draw_weighing(
        task, plan, user_rows(heavy.places, kinds, database, heavy.base), weigh, first));
  };
  return check(mode, kinds, 1, epsilon, draw);
}

TEST_CASE("controls: a user's weight ignored, or rounded up, or whole in each group is rejected") {
  const auto right = [](const UserColumns& columns, std::uint32_t whole) {
    return spread(columns, whole);
  };
  for (const Mode& mode : all_modes()) {
    if (mode.abstain) continue;  // abstain scores fix the weights, and these tables are large
    INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors));
    CHECK(check_weights(mode, 1, right).within_each_outcome());
    CHECK_FALSE(check_weights(mode, 1, whole_rows).within_each_outcome());
    if (mode.groups > 1) {
      CHECK_FALSE(check_weights(mode, 1, by_rows_of_group).within_each_outcome());
    } else {
      CHECK_FALSE(check_weights(mode, 1, rounded_up).within_each_outcome());
    }
  }
}

TEST_CASE(
    "control: weights by all rows instead of counting rows make users count for less than one") {
  const UserPlaces places{2, {0, 1, 3}, 2};
  UserRows rows = user_rows(places, users_of_rows(6, 2), {9, 12, 17});
  for (std::uint32_t& group : rows.groups) group = group == 0 ? 0 : kNoGroup;
  const auto weight = [&](const Weights& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0u);
  };
  CHECK(weight(spread(rows.columns(), 12)) == 36);
  CHECK(weight(by_all_rows(rows.columns(), 12)) < 36);
}

TEST_CASE("control: under replace a quantile over groups at the rate of one group is rejected") {
  for (const bool abstain : {false, true}) {
    const Mode mode{{{9, 10}}, Neighbors::replace, 2, abstain};
    const auto task = task_of(mode, 62, 1, 4);
    auto one_group = task;
    one_group.list = GroupList::none;
    const auto plan = UserRankRelease::plan(one_group);
    const Heavy heavy(mode, plan);
    const auto kinds = users_of_rows(heavy.places.count(), 1);
    const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
      FirstOfRun first(randomness);
      return as_numbers(UserRankRelease::draw(
          task, plan, user_rows(heavy.places, kinds, database, heavy.base), first));
    };
    const auto report = check(mode, kinds, 1, 1, draw);
    CHECK_FALSE(report.within_each_outcome());
    CHECK(report.largest_log_ratio > 1.79);
    CHECK(report.largest_log_ratio < 1.8 + 1e-9);
  }
}

TEST_CASE(
    "with abstain at most beta of all answers lie outside any data, for any number of users") {
  for (const Mode& mode : all_modes()) {
    if (!mode.abstain || mode.groups > 1) continue;
    const UserPlaces places{
        62, {std::uint64_t(1) << 59, std::uint64_t(1) << 60, std::uint64_t(1) << 61}};
    for (const double epsilon : {0.2, 1.0, 4.0}) {
      const auto task = task_of(mode, 62, epsilon, 4);
      const auto plan = UserRankRelease::plan(task);
      auto without = task;
      without.abstain = false;
      const auto other = UserRankRelease::plan(without);
      double most = 0;
      double most_without = 0;
      for (std::size_t users = 0; users <= 60; users += 3) {
        for (const UserBase& base : {UserBase{users, 0, 0},
                                     {users / 2, 0, users - users / 2},
                                     {users / 3, users / 3, users - 2 * (users / 3)}}) {
          const auto outside = [&](const UserRankTask& by, const UserRankRelease::Plan& drawn) {
            const auto law = enumerate([&](Randomness& randomness) {
              FirstOfRun first(randomness);
              return as_numbers(
                  UserRankRelease::draw(by, drawn, user_rows(places, {}, {}, base), first))[1];
            });
            return mass_outside(law, places, base);
          };
          most = std::max(most, outside(task, plan));
          most_without = std::max(most_without, outside(without, other));
        }
      }
      INFO(name_of(mode) << ", " << epsilon);
      CHECK(most <= 0.05);
      CHECK(most_without > 0.5);  // control
    }
  }
}

TEST_CASE("ranks of users drawn from bits have the enumerated law (alpha 1e-6)") {
  for (const std::optional<QuantileFraction> quantile :
       {std::optional<QuantileFraction>(), {{1, 4}}}) {
    const Mode mode{quantile, Neighbors::add_remove, 1, true};
    const UserPlaces places{3, {1, 2, 6}, 1};
    const auto kinds = users_of_rows(3, 2);
    const auto task = task_of(mode, 3, 1, kUserWeight);
    const auto plan = UserRankRelease::plan(task);
    const UserRows rows = user_rows(places, kinds, {0, 3, 3, 5, 6, 8}, {2, 3, 2});
    const auto draw = [&](Randomness& randomness) {
      return as_numbers(UserRankRelease::draw(task, plan, rows, randomness))[1];
    };
    const auto law = enumerate(draw);
    SeededBits source(91);
    ExactRandomness randomness(source);
    constexpr int kRuns = 20000;
    std::map<std::int64_t, int> counts;
    for (int run = 0; run < kRuns; ++run) ++counts[draw(randomness)];
    CHECK(law.mass.size() == 9);
    for (const auto& [answer, p] : law.mass) {
      // Each count lies within 6 standard deviations except with probability 2e-9; rare counts get a wider
      // margin.
      const double mean = kRuns * static_cast<double>(p);
      CHECK(std::fabs(counts[answer] - mean) <= 6 * std::sqrt(mean) + 6);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
