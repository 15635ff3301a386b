// Windows as a session: its requests, its rejections, and its round trips.
#include "logstar/windows/user_rank_windows.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine_table.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "scripted_randomness.hpp"
#include "seeded_bits.hpp"
#include "windowed_tasks.hpp"

namespace logstar::testing::user_rank_windows_test {
namespace {

/// A session on keys 0..7 in two regions, the second of which is a single key.
std::unique_ptr<WindowSession> begun(Randomness& randomness, std::uint32_t ahead = 1) {
  auto task = windowed(3, UserAlgorithm::exponential);
  task.user_weight = 1;
  const UserRankWindows::Data data{{{{2, 5, 40}, {7, 7, 1}}}, ahead};
  return UserRankWindows::draw(task, UserRankWindows::plan(task), data, randomness);
}

TEST_CASE(
    "a window session requests the key range of a drawn candidate and continues once it has it") {
  // It draws the second run (gap 0..1 is the first): key 2, offset 1 of the region. It is rejected; the second
  // time there is no key range to request.
  ScriptedRandomness randomness({1, 1, 0, 4, 0});
  const auto conversation = begun(randomness);
  const RangeRequest wanted{0, {2, 5, 40}};
  REQUIRE(conversation->wanted() == std::vector{wanted});
  CHECK(conversation->answers().empty());
  CHECK(conversation->provide({{{2, 2, 39}, {4, 4, 1}}}));
  CHECK(conversation->wanted().empty());
  CHECK(randomness.finished());
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{5}}});
}

TEST_CASE("a session proposes candidates up to a fully known one, and judges them in order") {
  // Draws keys 3 and 2 of the region, then the key 7. Key 3 is rejected, key 2 is accepted.
  ScriptedRandomness randomness({1, 1, 1, 0, 3, 0, 0, 1});
  const auto conversation = begun(randomness, 4);
  CHECK(conversation->wanted().size() == 1);
  CHECK(conversation->provide({{{2, 2, 30}, {4, 4, 10}}}));
  CHECK(randomness.finished());
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{2}}});
}

TEST_CASE("contents of another table end a session without an answer") {
  ScriptedRandomness randomness({1, 1});
  const auto conversation = begun(randomness);
  CHECK_FALSE(conversation->provide({{{2, 2, 39}, {4, 4, 2}}}));
  CHECK(conversation->wanted().empty());
  CHECK(conversation->answers().empty());
}

TEST_CASE("contents outside the requested key range are rejected, and the request stays") {
  ScriptedRandomness randomness({1, 1});
  const auto conversation = begun(randomness);
  CHECK_THROWS_AS(conversation->provide({}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{2, 5, 40}}}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{2, 6, 40}}}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{4, 4, 1}, {2, 2, 39}}}), OutOfRange);
  CHECK(conversation->wanted().size() == 1);
  CHECK(conversation->provide({{{3, 3, 40}}}));
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{3}}});
}

TEST_CASE("windows reject ranges beyond the domain, and undeclared groups, before drawing") {
  ScriptedRandomness randomness({});  // throws on any draw
  auto task = windowed(3, UserAlgorithm::exponential);
  task.domain = {{1}, {6}};
  const auto plan = UserRankWindows::plan(task);
  const auto draw = [&](UserRankWindows::Data data) {
    return UserRankWindows::draw(task, plan, std::move(data), randomness);
  };
  CHECK_THROWS_AS(draw({{{{0, 3, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{5, 7, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 2, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 3, 1}}, {}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 3, 1}}}, 0}), OutOfRange);
}

TEST_CASE("windows accept keys of any width, and cut choice keys of 1024 bits") {
  const Natural far = Natural(1) << 1000;
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    auto task = windowed(1024, algorithm);
    task.user_weight = 1;
    SeededBits bits(5);
    ExactRandomness randomness(bits);
    const UserRankWindows::Data data{{{{far, far + 100, 3000}}}};
    const auto conversation =
        UserRankWindows::draw(task, UserRankWindows::plan(task), data, randomness);
    while (!conversation->wanted().empty()) {
      conversation->provide({{{far + 7, far + 7, 1000}, {far + 50, far + 50, 2000}}});
    }
    const Natural answer = natural_of(conversation->answers().front().value.value());
    CHECK(answer >= far + 7);
    CHECK(answer <= far + 50);
  }
}

TEST_CASE("windows plan, claim and draw like ranks of users") {
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    const auto task = windowed(64, algorithm);
    const auto plan = UserRankWindows::plan(task);
    CHECK(to_text(UserRankWindows::claim(task, plan)) ==
          to_text(UserRankRelease::claim(task, UserRankRelease::plan(task))));
    Budget budget;
    budget.total = {1, 1e-5};
    Ledger ledger(budget);
    SeededBits bits(1);
    ExactRandomness randomness(bits);
    const auto released =
        release<UserRankWindows>(ledger, task, UserRankWindows::Data{}, randomness);
    CHECK(ledger.entries().front().asked == charge_of(UserRankWindows::claim(task, plan)));
    CHECK(released.answer->answers().size() == 1);
  }
}

TEST_CASE("cut choice from a window accepts keys of up to 1024 bits, and rates that noise has") {
  CHECK_NOTHROW(UserRankWindows::plan(windowed(1024, UserAlgorithm::cut)));
  CHECK_THROWS_AS(UserRankWindows::plan(windowed(1025, UserAlgorithm::cut)), OutOfRange);
  CHECK_NOTHROW(UserRankWindows::plan(windowed(1025, UserAlgorithm::exponential)));
  CHECK_NOTHROW(UserRankWindows::plan(windowed(64, UserAlgorithm::cut, 7e-7)));
  CHECK_THROWS_WITH(UserRankWindows::plan(windowed(64, UserAlgorithm::cut, 6e-7)),
                    Catch::Contains("epsilon"));
}

TEST_CASE("private groups return only groups with an answer, listed groups return all of them") {
  auto task = windowed(8, UserAlgorithm::cut);
  task.user_weight = 1;
  const std::vector<std::vector<Region>> groups = {{}, {{7, 7, 1000}}, {}};
  for (const GroupList list : {GroupList::occurring, GroupList::declared}) {
    task.list = list;
    task.groups = 4;
    SeededBits bits(3);
    ExactRandomness randomness(bits);
    const auto conversation =
        UserRankWindows::draw(task, UserRankWindows::plan(task), {groups}, randomness);
    const auto& answers = conversation->answers();
    CHECK(answers.size() == (list == GroupList::occurring ? 1 : 4));
    for (const auto& [group, value] : answers) CHECK(value.has_value() == (group == 1));
  }
}

}  // namespace
}  // namespace logstar::testing::user_rank_windows_test
