// Ranks of users with unequal public weights of keys: exact laws over small tables, and what "none" promises.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "user_tables.hpp"

namespace logstar::testing::base_measure_users_test {
namespace {

constexpr KeyInterval kFour{0, 3};
/// Weights 2, 11, 1, 30: most of the mass lies beyond the data below.
const BaseMeasure kUneven(kFour, {{kFour, 1}, {{0, 1}, 1}, {{1, 1}, 9}, {{3, 3}, 29}});

UserRankTask task_of(std::optional<QuantileFraction> quantile, double epsilon) {
  UserRankTask task;
  task.bits = 2;
  task.domain = WideInterval::all(2);
  task.measure = kUneven;
  task.quantile = quantile;
  task.loss = {epsilon, 0};
  return task;
}

const std::vector<std::optional<QuantileFraction>> kRanks = {std::nullopt, {{1, 4}}, {{9, 10}}};

TEST_CASE(
    "ranks of users with unequal weights of keys are epsilon-DP, with and without abstention") {
  for (const auto& quantile : kRanks) {
    for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t groups : {1u, 2u}) {
        for (const bool abstain : {false, true}) {
          const UserPlaces places{2, {0, 1, 3}, groups};
          const auto kinds = users_of_rows(places.count(), 2, neighbors);
          auto task = task_of(quantile, 2);
          task.neighbors = neighbors;
          task.list = groups > 1 ? GroupList::declared : GroupList::none;
          task.groups = groups;
          task.abstain = abstain;
          task.user_weight = 2;
          const auto plan = UserRankRelease::plan(task);
          const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
            return as_numbers(
                UserRankRelease::draw(task, plan, user_rows(places, kinds, database), randomness));
          };
          const auto report = neighbors == Neighbors::replace
                                  ? check_replace(kinds.size(), 2, 2, draw)
                                  : check_add_remove(kinds.size(), 0, 2, 2, draw);
          CHECK(report.within_each_outcome());
        }
      }
    }
  }
}

/// The probabilities of an answer outside the rows with these keys, and of no answer.
std::pair<long double, long double> outside_and_none(const UserRankTask& task,
                                                     const std::vector<std::size_t>& keys) {
  const auto plan = UserRankRelease::plan(task);
  UserRows rows{{}, {}, KeyArray(2)};
  for (std::uint32_t user = 0; user < keys.size(); ++user) {
    rows.users.push_back(user);
    rows.keys.append(WideKey{keys[user]});
  }
  const auto law = enumerate([&](Randomness& randomness) {
    return as_numbers(UserRankRelease::draw(task, plan, rows, randomness)).back();
  });
  long double outside = 0;
  for (const auto& [key, mass] : law.mass) {
    if (key < 0) continue;
    const auto place = static_cast<std::size_t>(key);
    if (keys.empty() || place < keys.front() || place > keys.back()) outside += mass;
  }
  return {outside, law.of(-1)};
}

TEST_CASE("with abstention, an answer lies outside any data with at most the stated probability") {
  for (const auto& quantile : kRanks) {
    auto task = task_of(quantile, 3);
    task.abstain = true;
    task.confidence = 0.9;
    long double worst = 0;
    for (std::size_t users = 0; users <= 6; ++users) {
      for_each_multiset(4, users, [&](const std::vector<std::size_t>& keys) {
        worst = std::max(worst, outside_and_none(task, keys).first);
      });
    }
    CHECK(worst <= 0.1L);
  }
}

TEST_CASE(
    "from the stated number of users on the answer is inside the data, with abstention or not") {
  for (const auto& quantile : kRanks) {
    for (const bool abstain : {false, true}) {
      auto task = task_of(quantile, 12);
      task.abstain = abstain;
      task.confidence = 0.9;
      const double least = UserRankRelease::plan(task).least_users;
      const auto users = static_cast<std::size_t>(std::ceil(least));
      REQUIRE(users <= 12);
      for_each_multiset(4, users, [&](const std::vector<std::size_t>& keys) {
        const auto [outside, none] = outside_and_none(task, keys);
        CHECK(outside + none <= 0.1L);
      });
    }
  }
}

}  // namespace
}  // namespace logstar::testing::base_measure_users_test
