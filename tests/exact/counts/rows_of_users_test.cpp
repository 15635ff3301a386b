// Medians, quantiles and interior points of rows with a bound on rows per user: exact laws over small tables,
// and controls.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/users/chosen_rows.hpp"
#include "user_tables.hpp"

namespace logstar::testing::rows_of_users_test {
namespace {

constexpr double kEpsilon = 2;

struct Mode {
  std::vector<QuantileFraction> quantiles;  ///< none: any interior point
  Neighbors neighbors = Neighbors::add_remove;
  std::uint32_t groups = 1;
  std::uint32_t most_rows = 1;
  bool abstain = false;
};

std::string name_of(const Mode& mode) {
  std::string name = std::to_string(mode.quantiles.size()) + " quantiles, at most " +
                     std::to_string(mode.most_rows) + " rows, " + logstar::name_of(mode.neighbors);
  if (mode.groups > 1) name += ", groups";
  if (mode.abstain) name += ", abstain";
  return name;
}

UserRanksTask task_of(const Mode& mode, std::uint32_t bits) {
  UserRanksTask task;
  task.each.bits = bits;
  task.each.domain = WideInterval::all(bits);
  task.each.algorithm = UserAlgorithm::exponential;
  task.each.loss = {kEpsilon, 0};
  task.each.neighbors = mode.neighbors;
  task.each.confidence = 0.5;
  task.each.list = mode.groups > 1 ? GroupList::declared : GroupList::none;
  task.each.groups = mode.groups;
  task.each.abstain = mode.abstain;
  task.each.most_rows = mode.most_rows;
  if (mode.quantiles.size() == 1) task.each.quantile = mode.quantiles.front();
  if (mode.quantiles.size() > 1) {
    task.quantiles = mode.quantiles;
    task.several = SeveralRanks::recursion;
  }
  return task;
}

std::vector<std::int64_t> numbers_of(const UserRanks::Answer& answers) {
  std::vector<std::int64_t> numbers;
  for (const auto& [group, values] : answers) {
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

UserRanks::Plan plan_of(const UserRanksTask& task) {
  UserRanks::Plan plan = UserRanks::plan(task);
  if (plan.recursion) plan.recursion->draws.tie_bits = 0;  // 16 bits would be too many to enumerate
  return plan;
}

/// All tables of up to two users with up to three rows each; over two groups, of one user.
template <typename Draw>
PrivacyReport check(const Mode& mode, const UserPlaces& places, const UserBase& base,
                    const Draw& draw) {
  const auto kinds = users_of_rows(places.count(), 3, mode.neighbors);
  const std::size_t most = mode.groups > 1 ? 1 : 2;
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    return numbers_of(draw(user_rows(places, kinds, database, base), randomness));
  };
  return mode.neighbors == Neighbors::replace
             ? check_replace(kinds.size(), most, kEpsilon, mechanism)
             : check_add_remove(kinds.size(), 0, most, kEpsilon, mechanism);
}

const std::vector<std::vector<QuantileFraction>> kAsked = {
    {}, {{1, 2}}, {{9, 10}}, {{1, 3}, {3, 4}}};

TEST_CASE("ranks with a bound on rows per user are epsilon-DP for users with any rows") {
  for (const auto& quantiles : kAsked) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t groups : {1u, 2u}) {
        for (const std::uint32_t most_rows : {1u, 2u}) {
          for (const bool abstain : {false, true}) {
            const Mode mode{quantiles, neighbors, groups, most_rows, abstain};
            const UserRanksTask task = task_of(mode, 1);
            const UserRanks::Plan plan = plan_of(task);
            const auto draw = [&](UserRows rows, Randomness& randomness) {
              return UserRanks::draw(task, plan, std::move(rows), randomness);
            };
            INFO(name_of(mode));
            CHECK(check(mode, {1, {0, 1}, groups}, {}, draw).within_each_outcome());
          }
        }
      }
    }
  }
}

/// Checks tables with so heavy a run of keys that it outweighs the others.
template <typename Draw>
PrivacyReport check_heavy(const Mode& mode, const Draw& draw) {
  const UserPlaces places{62, {0, std::uint64_t(1) << 60, std::uint64_t(1) << 61}, mode.groups};
  const UserBase base = mode.groups > 1 ? UserBase{1, 98, 1, 1, 98, 1} : UserBase{1, 98, 1};
  const auto kinds = users_of_rows(places.count(), 3, mode.neighbors);
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return numbers_of(draw(user_rows(places, kinds, database, base), first));
  };
  return mode.neighbors == Neighbors::replace
             ? check_replace(kinds.size(), 1, kEpsilon, mechanism)
             : check_add_remove(kinds.size(), 0, 1, kEpsilon, mechanism);
}

TEST_CASE("medians with a bound on rows per user use all of epsilon on heavy tables") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint32_t groups : {1u, 2u}) {
      const Mode mode{{{1, 2}}, neighbors, groups, 2, false};
      const UserRanksTask task = task_of(mode, 62);
      const UserRanks::Plan plan = plan_of(task);
      const auto report = check_heavy(mode, [&](UserRows rows, Randomness& randomness) {
        return UserRanks::draw(task, plan, std::move(rows), randomness);
      });
      INFO(name_of(mode));
      CHECK(report.within_each_outcome());
      CHECK(report.largest_log_ratio > 0.92 * kEpsilon);
    }
  }
}

TEST_CASE("control: a user who keeps all rows at the rate of two rows is rejected") {
  const Mode mode{{{1, 2}}, Neighbors::add_remove, 1, 2, false};
  const UserRanksTask task = task_of(mode, 62);
  const UserRanks::Plan plan = plan_of(task);
  const auto report = check_heavy(mode, [&](UserRows rows, Randomness& randomness) {
    rows.users.clear();  // each row belongs to another user
    return UserRanks::draw(task, plan, std::move(rows), randomness);
  });
  CHECK_FALSE(report.within_each_outcome());
}

TEST_CASE(
    "control: a bound on rows per user in each group instead of over all groups is rejected") {
  const Mode mode{{{1, 2}}, Neighbors::add_remove, 2, 2, false};
  const UserRanksTask task = task_of(mode, 62);
  const UserRanks::Plan plan = plan_of(task);
  const auto report = check_heavy(mode, [&](UserRows rows, Randomness& randomness) {
    // Treats the user as another user in each group.
    for (std::size_t row = 0; row < rows.users.size(); ++row) {
      rows.users[row] = 2 * rows.users[row] + rows.groups[row];
    }
    return UserRanks::draw(task, plan, std::move(rows), randomness);
  });
  CHECK_FALSE(report.within_each_outcome());
}

TEST_CASE("every subset of a user's rows of the bounded size is equally likely, over all groups") {
  for (const std::uint32_t most : {1u, 2u, 3u, 5u}) {
    UserRows rows{{0, 0, 1, 0, 1, 0, 0}, {0, 1, 0, 0, kNoGroup, 1, kNoGroup}, KeyArray(4)};
    for (std::uint64_t key = 0; key < 7; ++key) rows.keys.append(WideKey{key});
    const auto law = enumerate([&](Randomness& randomness) {
      const UserRows chosen = chosen_rows(rows, most, randomness);
      CHECK(chosen.users.empty());
      std::vector<std::uint64_t> found;
      for (std::size_t row = 0; row < chosen.keys.size(); ++row) {
        const std::uint64_t key = chosen.keys[row].front();
        CHECK(chosen.groups[row] == rows.groups[key]);
        found.push_back(key);
      }
      return found;
    });
    // User 0 has four rows that count, user 1 one.
    const std::map<std::uint32_t, std::size_t> subsets = {{1, 4}, {2, 6}, {3, 4}, {5, 1}};
    CHECK(law.mass.size() == subsets.at(most));
    for (const auto& [found, p] : law.mass) {
      CHECK(found.size() == std::min<std::size_t>(most, 4) + 1);
      CHECK(std::fabs(p - 1.0L / static_cast<long double>(subsets.at(most))) < 1e-15L);
    }
  }
}

TEST_CASE("an accuracy statement on rows counts rows, and states how many rows of a user count") {
  UserRanksTask task = task_of({{{1, 2}}, Neighbors::add_remove, 1, 10, false}, 62);
  const Claim of_rows = UserRanks::claim(task, UserRanks::plan(task));
  task.each.most_rows.reset();
  const Claim of_users = UserRanks::claim(task, UserRanks::plan(task));
  CHECK(of_rows.accuracy.error == Approx(10 * of_users.accuracy.error));
  CHECK(of_rows.protects == Protects::users);
  const std::string text = to_text(of_rows);
  CHECK(text.find("perUser: 10") != std::string::npos);
  CHECK(text.find("minRowsInside") != std::string::npos);
  CHECK(text.find("userWeight") == std::string::npos);
  task.each.most_rows = 0;
  CHECK_THROWS_WITH(UserRanks::plan(task),
                    Catch::Contains("perUser must be a whole number from 1"));
}

}  // namespace
}  // namespace logstar::testing::rows_of_users_test
