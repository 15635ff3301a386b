// User-rank plans state the figures of the draws' own calibrations.
#include "logstar/counts/user_ranks_planner.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "logstar/support/errors.hpp"
#include "runs_within_grant.hpp"

namespace logstar::testing::user_ranks_planner_test {
namespace {

constexpr QuantileFraction kMedian{1, 2};

UserRanksTask asked(GroupList list, Loss loss, std::optional<QuantileFraction> quantile = {}) {
  UserRanksTask task;
  task.each.list = list;
  task.each.groups = list == GroupList::declared ? 5 : 1;
  task.each.loss = loss;
  task.each.quantile = quantile;
  return task;
}

/// A number in a claim.
std::optional<double> stated(const Facts& facts, const std::string& name) {
  for (const Fact& fact : facts) {
    if (fact.name == name) return std::get<double>(fact.value);
  }
  return std::nullopt;
}

/// The claim of a draw by the planned algorithm at the planned loss.
Claim claim_for(const UserRanksPlan& plan, UserRanksTask task) {
  task.each.algorithm = plan.algorithm;
  task.several = plan.several;
  task.each.loss = plan.spent;
  if (plan.algorithm == UserAlgorithm::cut) task.discovery_share.reset();
  return UserRanks::claim(task, UserRanks::plan(task));
}

std::vector<UserRanksTask> tasks() {
  std::vector<UserRanksTask> all;
  for (const bool abstain : {false, true}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (UserRanksTask task :
           {asked(GroupList::none, {1, 1e-6}), asked(GroupList::declared, {0.5, 0}),
            asked(GroupList::occurring, {1, 1e-6}), asked(GroupList::none, {1, 0}, kMedian),
            asked(GroupList::declared, {0.5, 0}, QuantileFraction{9, 10}),
            asked(GroupList::occurring, {1, 1e-6}, kMedian)}) {
        task.each.abstain = abstain;
        task.each.neighbors = neighbors;
        all.push_back(task);
      }
    }
  }
  UserRanksTask several = asked(GroupList::occurring, {1, 1e-6});
  several.quantiles = {{1, 4}, {1, 2}, {3, 4}};
  several.discovery_share = 0.4;
  all.push_back(several);
  return all;
}

TEST_CASE("a plan for users states the same figures as the claim of the draw") {
  int available = 0;
  int found_first = 0;
  for (const UserRanksTask& task : tasks()) {
    for (const UserRanksPlan& plan : plan_user_ranks(task)) {
      if (!plan.available) continue;
      const Claim claim = claim_for(plan, task);
      CHECK(plan.users == stated(claim.conditions, "minUsersInside"));
      CHECK(plan.named_from == stated(claim.conditions, "namedFrom"));
      CHECK(plan.half_released_at == stated(claim.conditions, "halfReleasedAt"));
      CHECK(plan.rank_error.has_value() == (claim.accuracy.kind == ErrorKind::rank));
      if (plan.rank_error) CHECK(*plan.rank_error == claim.accuracy.error);
      CHECK(claim.loss == plan.spent);
      CHECK(claim.usual == plan.usual);
      CHECK(plan.usual.has_value());
      ++available;
      found_first += plan.named_from.has_value();
    }
  }
  CHECK(available > 25);
  CHECK(found_first > 8);
}

TEST_CASE("the plan chooses the algorithm of a draw without a requested algorithm") {
  for (const UserRanksTask& task : tasks()) {
    const auto plans = plan_user_ranks(task);
    REQUIRE(plans.size() == 2);
    CHECK(plans[0].chosen != plans[1].chosen);
    const bool is_second = plans[0].several ? UserRanks::plan(task).recursion.has_value()
                                            : algorithm_of(task) == UserAlgorithm::cut;
    CHECK(plans[is_second ? 1 : 0].chosen);
    for (const auto& plan : plans) CHECK(plan.available == plan.reason.empty());
  }
}

TEST_CASE("less epsilon or delta, more confidence or a wider domain never needs fewer users") {
  const auto needs = [](const UserRanksTask& task) {
    std::vector<double> all;
    for (const UserRanksPlan& plan : plan_user_ranks(task)) {
      if (!plan.available) continue;
      all.insert(all.end(), {plan.users, plan.rank_error.value_or(0), plan.named_from.value_or(0),
                             plan.half_released_at.value_or(0)});
    }
    return all;
  };
  for (UserRanksTask base : tasks()) {
    base.each.bits = 16;
    base.each.domain = {{0}, {999}};
    const auto least = needs(base);
    UserRanksTask smaller = base;
    smaller.each.loss.epsilon /= 2;
    UserRanksTask stricter = base;
    stricter.each.loss.delta /= 100;
    UserRanksTask surer = base;
    surer.each.confidence = 0.99;
    UserRanksTask wider = base;
    wider.each.domain = {{0}, {65535}};
    for (const auto& more : {needs(smaller), needs(stricter), needs(surer), needs(wider)}) {
      REQUIRE(more.size() == least.size());
      for (std::size_t i = 0; i < least.size(); ++i) CHECK(more[i] >= least[i]);
    }
    CHECK(needs(smaller) != least);  // control: it depends on the task
  }
}

TEST_CASE("a plan accepts an unneeded delta and does not spend it") {
  for (const GroupList list : {GroupList::none, GroupList::declared}) {
    UserRanksTask several = asked(list, {1, 1e-6});
    several.quantiles = {{1, 4}, {3, 4}};
    for (const UserRanksTask& task : {asked(list, {1, 1e-6}, kMedian), several}) {
      const auto plans = plan_user_ranks(task);
      const auto chosen = std::ranges::find(plans, true, &UserRanksPlan::chosen);
      REQUIRE(chosen != plans.end());
      CHECK(chosen->spent == Loss{1, 0});
      UserRanksTask without = task;
      without.each.loss.delta = 0;
      const auto same = plan_user_ranks(without);
      REQUIRE(same.size() == plans.size());
      const UserRanksPlan& there = same[static_cast<std::size_t>(chosen - plans.begin())];
      CHECK(there.chosen);
      CHECK(chosen->users == there.users);
      CHECK(chosen->rank_error == there.rank_error);
      CHECK(chosen->usual == there.usual);
    }
  }
}

// The groups depend on the table: a delta is charged even if no group needs it.
TEST_CASE("discovered groups spend the delta") {
  CHECK(plan_user_ranks(asked(GroupList::occurring, {1, 1e-6}, kMedian))[0].spent == Loss{1, 1e-6});
}

TEST_CASE("cut choice releases occurring groups of fewer users than discovery needs") {
  for (const std::uint32_t bits : {2u, 8u, 64u, 1024u}) {
    for (const Loss& loss : {Loss{0.1, 1e-9}, Loss{1, 1e-6}, Loss{10, 1e-3}}) {
      UserRanksTask task = asked(GroupList::occurring, loss);
      task.each.bits = bits;
      task.each.domain = WideInterval::all(bits);
      const auto plans = plan_user_ranks(task);
      CAPTURE(bits, loss.epsilon);
      CHECK(plans[1].chosen);
      CHECK(plans[1].users <= std::max(plans[0].users, *plans[0].named_from));
    }
  }
}

// Regression: by cut choice the delta was that of the draw, so nothing was left for rounding when it was charged.
TEST_CASE(
    "a release of users' ranks is charged what it asks for, and costs what is granted of that") {
  for (const GroupList list : {GroupList::none, GroupList::occurring}) {
    for (const UserAlgorithm algorithm : {UserAlgorithm::cut, UserAlgorithm::exponential}) {
      UserRanksTask task = asked(list, {1, 1e-6});
      task.each.algorithm = algorithm;
      const bool takes_delta = algorithm == UserAlgorithm::cut || list == GroupList::occurring;
      const auto plan = UserRanks::plan(held_back<UserRanks>(task));
      CHECK(UserRanks::claim(task, plan).loss == Loss{1, takes_delta ? 1e-6 : 0});
      CHECK(runs_within_grant<UserRanks>(task));
    }
  }
}

TEST_CASE("planning rejects a task without a draw, and states why an algorithm is unavailable") {
  CHECK_THROWS_AS(plan_user_ranks(asked(GroupList::occurring, {1, 0}, kMedian)), OutOfRange);
  CHECK_THROWS_AS(plan_user_ranks(asked(GroupList::occurring, {1, 0})), OutOfRange);
  CHECK_THROWS_AS(plan_user_ranks(asked(GroupList::none, {-1, 0})), OutOfRange);
  UserRanksTask share = asked(GroupList::declared, {1, 0});
  share.discovery_share = 0.5;
  CHECK_THROWS_AS(plan_user_ranks(share), OutOfRange);
  UserRanksTask sure = asked(GroupList::none, {1, 0});
  // Regression: dividing a confidence near 0 among the quantiles rounded it to a valid value.
  for (const double confidence : {0.0, 1.0, 1e-17}) {
    sure.each.confidence = confidence;
    CHECK_THROWS_AS(plan_user_ranks(sure), OutOfRange);
  }
  CHECK(plan_user_ranks(asked(GroupList::none, {1, 0}))[1].reason == "needs a delta above 0");
  CHECK(plan_user_ranks(asked(GroupList::none, {1, 0}, kMedian))[1].reason ==
        "finds interior points only");
}

}  // namespace
}  // namespace logstar::testing::user_ranks_planner_test
