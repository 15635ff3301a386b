// The accuracy statements of plans for ranks of users against exact laws: the number of users for an answer
// inside the data, and the rank error.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "enumerating_randomness.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kHalf = std::uint64_t(1) << 61;
const UserPlaces kThree{62, {kHalf - 1, kHalf, std::uint64_t(3) << 60}, 1};

/// Tables of barely this user weight, by the shares of three keys: all equal; two halves, far apart or
/// adjacent; thirds; most in the middle. Users with one row, or with three, which weigh three of four units.
std::vector<UserRows> tables_of(double weight) {
  std::vector<UserRows> tables;
  for (const double each : {1.0, 0.75}) {
    const auto users = static_cast<std::size_t>(std::ceil(weight / each));
    for (const UserBase& base : {UserBase{users, 0, 0},
                                 {0, 0, users},
                                 {users / 2, users - users / 2, 0},
                                 {0, users / 2, users - users / 2},
                                 {users / 2, 0, users - users / 2},
                                 {users / 3, users / 3, users - 2 * (users / 3)},
                                 {1, users - 2, 1}}) {
      if (each == 1) {
        tables.push_back(user_rows(kThree, {}, {}, base));
        continue;
      }
      std::vector<std::size_t> database;
      for (std::size_t place = 0; place < 3; ++place)
        database.insert(database.end(), base[place], place);
      tables.push_back(user_rows(kThree, {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, database));
    }
  }
  return tables;
}

Law<std::int64_t> law_of(const UserRankTask& task, const UserRankRelease::Plan& plan,
                         const UserRows& rows) {
  return enumerate([&](Randomness& randomness) {
    FirstOfRun first(randomness);
    return as_numbers(UserRankRelease::draw(task, plan, rows, first))[1];
  });
}

double failure(const UserRankTask& task, const UserRankRelease::Plan& plan, const UserRows& rows) {
  const auto [lowest, highest] =
      std::minmax_element(rows.keys.words().begin(), rows.keys.words().end());
  long double inside = 0;
  for (const auto& [key, p] : law_of(task, plan, rows).mass) {
    if (key >= static_cast<std::int64_t>(*lowest) && key <= static_cast<std::int64_t>(*highest)) {
      inside += p;
    }
  }
  return static_cast<double>(1 - inside);
}

std::vector<UserRankTask> promising_tasks() {
  std::vector<UserRankTask> tasks;
  for (const bool abstain : {false, true}) {
    for (const double epsilon : {0.5, 2.0}) {
      UserRankTask task;
      task.bits = 62;
      task.domain = WideInterval::all(62);
      task.abstain = abstain;
      task.user_weight = 4;
      task.loss = {epsilon, 1e-6};
      task.algorithm = UserAlgorithm::cut;
      tasks.push_back(task);
      task.loss.delta = 0;
      task.algorithm = UserAlgorithm::exponential;
      for (const std::optional<QuantileFraction> quantile :
           {std::optional<QuantileFraction>(), {{1, 2}}, {{1, 3}}, {{4, 5}}}) {
        task.quantile = quantile;
        tasks.push_back(task);
      }
    }
  }
  return tasks;
}

TEST_CASE("from the planned number of users on the answer is inside the data, as often as stated") {
  double worst = 0;
  for (const UserRankTask& task : promising_tasks()) {
    const auto plan = UserRankRelease::plan(task);
    INFO(name_of(algorithm_of(task)) << " " << task.abstain << " " << plan.least_users);
    for (const UserRows& rows : tables_of(plan.least_users)) {
      const double fails = failure(task, plan, rows);
      CHECK(fails <= 0.05);
      worst = std::max(worst, fails);
    }
    // Control: half the number of users fails.
    double of_half = 0;
    for (const UserRows& rows : tables_of(plan.least_users / 2)) {
      of_half = std::max(of_half, failure(task, plan, rows));
    }
    CHECK(of_half > 0.05);
  }
  CHECK(worst > 0.02);
}

TEST_CASE("answers of users have at most the planned error, as often as stated") {
  for (const UserRankTask& task : promising_tasks()) {
    if (task.algorithm == UserAlgorithm::cut) continue;
    const auto plan = UserRankRelease::plan(task);
    const QuantileFraction tau = task.quantile.value_or(QuantileFraction{1, 2});
    for (const double users : {3.0, 40.0, 400.0}) {
      for (const UserRows& rows : tables_of(users)) {
        const auto weights = spread(rows.columns(), task.user_weight);
        double n = 0;
        for (const std::uint32_t weight : weights) n += weight / 4.0;
        long double misses = 0;
        for (const auto& [key, p] : law_of(task, plan, rows).mass) {
          double less = 0;
          double at_most = 0;
          for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto here = static_cast<std::int64_t>(rows.keys[i][0]);
            less += here < key ? weights[i] / 4.0 : 0;
            at_most += here <= key ? weights[i] / 4.0 : 0;
          }
          const double target = n * tau.numerator / tau.denominator;
          const double miss = std::max(less - target, target - at_most);
          if (key >= 0 && miss > *plan.rank_error) misses += p;
        }
        CHECK(misses <= 0.05);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
