// A release that queries an engine: the order of its requests, and replies from two tables.
#include "logstar/windows/user_ranks_windows.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::user_ranks_windows_test {
namespace {

UserRanksTask asked(GroupList list, bool several = false) {
  UserRanksTask task;
  task.each.bits = 8;
  task.each.domain = WideInterval::all(8);
  task.each.quantile = QuantileFraction{1, 2};
  task.each.loss = {1, list == GroupList::occurring ? 1e-6 : 0};
  task.each.list = list;
  task.each.groups = 2;
  if (several) {
    task.quantiles = {{1, 4}, {3, 4}};
    task.several = SeveralRanks::separate;
  }
  return task;
}

/// A session with its own bits.
struct Begun {
  explicit Begun(const UserRanksTask& task)
      : randomness(bits),
        conversation(UserRanksWindows::draw(task, UserRanksWindows::plan(task), {}, randomness)) {}

  SeededBits bits{1};
  ExactRandomness randomness;
  UserRanksWindows::Answer conversation;
};

const std::vector<Region> kKeys = {{3, 3, 900 * std::uint64_t(kUserWeight)}};

TEST_CASE("unrequested contents are rejected, and answers are unavailable before they are drawn") {
  Begun declared(asked(GroupList::declared));
  RanksSession& one = *declared.conversation;
  CHECK_FALSE(one.wants_groups());
  CHECK_THROWS_AS(one.provide_group_weights({1, 2}), WrongState);
  CHECK_THROWS_AS(one.answers(), WrongState);
  CHECK_THROWS_AS(one.open({{kKeys}}), OutOfRange);
  CHECK_THROWS_AS(one.open({{kKeys, kKeys}, {kKeys, kKeys}}), OutOfRange);
  CHECK(one.open({{kKeys, kKeys}}));
  CHECK(one.answers().size() == 2);
  CHECK_THROWS_AS(one.open({{kKeys, kKeys}}), WrongState);

  Begun found(asked(GroupList::occurring));
  CHECK(found.conversation->wants_groups());
  CHECK_THROWS_AS(found.conversation->open({{kKeys}}), WrongState);
  CHECK_THROWS_AS(found.conversation->answers(), WrongState);
}

TEST_CASE("discovered groups request their windows and keep their numbers") {
  Begun found(asked(GroupList::occurring));
  RanksSession& one = *found.conversation;
  CHECK(one.likely_from() > kUserWeight);
  CHECK(one.likely_from() < 900 * std::int64_t(kUserWeight));
  one.provide_group_weights({kUserWeight, 900 * std::uint64_t(kUserWeight), 1});
  REQUIRE(one.groups() == std::vector<std::uint32_t>{1});
  CHECK_THROWS_AS(one.provide_group_weights({1}), WrongState);
  CHECK(one.open({{kKeys}}));
  REQUIRE(one.answers().size() == 1);
  CHECK(one.answers()[0].group == 1);

  Begun none(asked(GroupList::occurring));
  none.conversation->provide_group_weights({});
  CHECK(none.conversation->groups().empty());
  CHECK(none.conversation->answers().empty());
}

TEST_CASE("windows of two quantiles with different weights belong to two tables") {
  Begun both(asked(GroupList::none, true));
  const std::vector<Region> other = {{3, 3, kUserWeight}};
  CHECK_FALSE(both.conversation->open({{kKeys}, {other}}));
  CHECK_THROWS_AS(both.conversation->answers(), WrongState);
  CHECK_THROWS_AS(both.conversation->open({{kKeys}, {kKeys}}), WrongState);
}

TEST_CASE("a window whose weight differs from the reported one belongs to another table") {
  UserRanksTask task = asked(GroupList::occurring);
  task.each.quantile.reset();
  Begun cut(task);
  cut.conversation->provide_group_weights({kUserWeight});
  CHECK_FALSE(cut.conversation->open({{kKeys}}));
}

TEST_CASE("quantiles by recursion request one window per group, and rows with its contents") {
  auto task = asked(GroupList::declared, true);
  task.several = SeveralRanks::recursion;
  Begun begun(task);
  RanksSession& both = *begun.conversation;
  CHECK(both.wants_rows());
  CHECK(both.shapes().size() == 1);
  CHECK_THROWS_AS(both.open({{kKeys, kKeys}, {kKeys, kKeys}}), OutOfRange);
  REQUIRE(both.open({{kKeys, {}}}));
  REQUIRE(both.wanted().size() == 1);  // a group without rows sends no request
  CHECK(both.wanted()[0].place == 0);
  CHECK_THROWS_AS(both.answers(), WrongState);
  CHECK(both.provide({{key_of_rows(3, {{kUserWeight, 900}})}}));
  CHECK(both.wanted().empty());
  REQUIRE(both.answers().size() == 2);
  CHECK(both.answers()[0].values == std::vector<std::optional<WideKey>>(2, WideKey{3}));
}

TEST_CASE("rows of another weight than their window end a recursion without an answer") {
  auto task = asked(GroupList::none, true);
  task.several = SeveralRanks::recursion;
  Begun begun(task);
  REQUIRE(begun.conversation->open({{kKeys}}));
  CHECK_FALSE(begun.conversation->provide({{key_of_rows(3, {{kUserWeight, 899}})}}));
  CHECK(begun.conversation->wanted().empty());
  CHECK_THROWS_AS(begun.conversation->answers(), WrongState);
}

TEST_CASE("windows claim the same as the release from rows, and reject more than 1024 candidates") {
  auto task = asked(GroupList::occurring, true);
  for (const std::optional<SeveralRanks> several :
       {std::optional<SeveralRanks>(), {SeveralRanks::separate}, {SeveralRanks::recursion}}) {
    task.several = several;
    CHECK(to_text(Release<UserRanksWindows>(task).claim()) ==
          to_text(Release<UserRanks>(task).claim()));
  }
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  const auto plan = UserRanksWindows::plan(task);
  CHECK_THROWS_AS(UserRanksWindows::draw(task, plan, {0}, randomness), OutOfRange);
  CHECK_THROWS_AS(UserRanksWindows::draw(task, plan, {1025}, randomness), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::user_ranks_windows_test
