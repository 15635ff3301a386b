// Medians and quantiles of users' rows as one release, several at once and of discovered groups: exact laws
// over small tables, and controls.
#include <catch2/catch.hpp>

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "noise_from_above.hpp"
#include "privacy_report.hpp"
#include "ranked_users.hpp"
#include "release_contract.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_ranks_test {
namespace {

const UserBase kBase = {2, 1, 0, 3};

TEST_CASE("medians and quantiles of discovered groups are (epsilon, delta)-DP for users together") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool several : {false, true}) {
      for (const bool abstain : {false, true}) {
        auto task = ranks_task({5, 0.2}, neighbors, true, several);
        task.each.abstain = abstain;
        const auto plan = UserRanks::plan(task);
        for (const UserBase& base : {UserBase{}, kBase}) {
          CHECK(check_tables(neighbors, 5, base, drawing(task, plan)).within(0.2));
        }
      }
    }
  }
}

TEST_CASE("several quantiles of listed groups are epsilon-DP for users together") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto task = ranks_task({2, 0}, neighbors, false, true);
    for (const UserBase& base : {UserBase{}, kBase}) {
      CHECK(check_tables(neighbors, 2, base, drawing(task, UserRanks::plan(task))).within(0));
    }
  }
}

TEST_CASE("control: quantiles that each spend all of epsilon are rejected") {
  auto task = ranks_task({2, 0}, Neighbors::add_remove, false, true);
  // If most users are at the first key, one more user lowers the log-probability of each answer at the other
  // key by half of its epsilon.
  task.quantiles = {{1, 4}, {3, 8}, {7, 16}};
  auto plan = UserRanks::plan(task);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    plan.tasks[i].loss.epsilon = 2;
    plan.ranks[i] = UserRankRelease::plan(plan.tasks[i]);
  }
  const UserBase heavy = {5, 3, 5, 3};
  CHECK_FALSE(check_tables(Neighbors::add_remove, 2, heavy, drawing(task, plan)).within(0));
}

struct SeveralMode {
  Neighbors neighbors;
  bool in_groups;
  bool abstain;
};

PrivacyReport check_below_ranks(const SeveralMode& mode, double epsilon, double drawn_at) {
  auto task = ranks_task({drawn_at, 0}, mode.neighbors, false, false);
  task.each.bits = 62;
  task.each.domain = WideInterval::all(62);
  task.each.abstain = mode.abstain;
  // Records abstain as users of one unit each do.
  task.each.user_weight = mode.abstain && !mode.in_groups ? 1 : 4;
  task.quantiles = kTwoQuantiles;
  UserPlaces places = kFourKeys;
  UserBase base = kBelowRanks;
  if (mode.in_groups) {
    places.groups = 2;
    base.insert(base.end(), {0, 2, 0, 0});
  } else {
    task.each.list = GroupList::none;
    task.each.groups = 1;
  }
  const auto plan = UserRanks::plan(task);
  const std::vector<UserOf> kinds = {{0}, {0, 0, 0}, {3}, {1, 2}};
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return numbers_of(UserRanks::draw(task, plan, user_rows(places, kinds, database, base), first));
  };
  return mode.neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, epsilon, draw)
                                              : check_add_remove(kinds.size(), 0, 1, epsilon, draw);
}

TEST_CASE("several quantiles of heavy tables are epsilon-DP together, and fail at 1.1 epsilon") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool in_groups : {false, true}) {
      for (const bool abstain : {false, true}) {
        const SeveralMode mode{neighbors, in_groups, abstain};
        INFO(name_of(neighbors) << (in_groups ? ", groups" : "") << (abstain ? ", abstain" : ""));
        const double epsilon = 3;
        const auto report = check_below_ranks(mode, epsilon, epsilon);
        CHECK(report.within_each_outcome());
        CHECK(report.largest_log_ratio > 0.92 * epsilon);
        CHECK_FALSE(check_below_ranks(mode, epsilon, 1.1 * epsilon).within_each_outcome());
      }
    }
  }
}

TEST_CASE(
    "ranks of users divide the loss: discovery has half and all of delta, quantiles the rest") {
  const auto task = ranks_task({5, 0.2}, Neighbors::add_remove, true, true);
  const auto plan = UserRanks::plan(task);
  CHECK(plan.discovery->loss == Loss{2.5, 0.2});
  REQUIRE(plan.tasks.size() == 2);
  for (const UserRankTask& one : plan.tasks) {
    CHECK(one.loss == Loss{1.25, 0});
    CHECK(one.confidence == Approx(0.75));
  }
  const Claim claim = UserRanks::claim(task, plan);
  CHECK(claim.loss == Loss{5, 0.2});
  CHECK(claim.protects == Protects::users);
  CHECK_FALSE(claim.bounded_range);
  CHECK(claim.accuracy.confidence == 0.5);
  const std::string text = to_text(claim);
  for (const char* part :
       {"groups: private", "discoveryEpsilon: 2.5", "discoveryDelta: 0.2", "answersEpsilon: 2.5",
        "epsilonEach: 1.25", "group discovery and the exponential mechanism"}) {
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.find("groupCount") == std::string::npos);
}

TEST_CASE(
    "ranks of users charge what they claim and draw with the granted loss, private groups too") {
  auto task = ranks_task({20, 1e-3}, Neighbors::add_remove, true, true);
  auto at_other = task;
  at_other.each.loss = {2, 1e-4};
  const UserRows rows = user_rows(kPlaces, {}, {}, {30, 30, 30, 0});
  check_release<UserRanks>({task, rows, charge_of(Loss{20, 1e-3}), {2, 1e-4}, at_other});
}

}  // namespace
}  // namespace logstar::testing::user_ranks_test
