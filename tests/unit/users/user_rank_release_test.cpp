// Ranks of users as a release: the figures of a plan, rejected tasks, and counted rows.
#include "logstar/interior_point/user_rank_release.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "release_contract.hpp"

namespace logstar::testing {
namespace {

UserRankTask users_task(std::uint32_t bits, UserAlgorithm algorithm, bool abstain = false) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.algorithm = algorithm;
  task.loss = {1, algorithm == UserAlgorithm::cut ? 1e-6 : 0};
  task.abstain = abstain;
  return task;
}

double least_users(std::uint32_t bits, UserAlgorithm algorithm, bool abstain = false) {
  return UserRankRelease::plan(users_task(bits, algorithm, abstain)).least_users;
}

TEST_CASE("an interior point needs 93 users, 99 with abstain, 39 by cut choice, 43 with abstain") {
  using enum UserAlgorithm;
  CHECK(least_users(64, exponential) == Approx(93.23).epsilon(1e-3));
  CHECK(least_users(64, exponential, true) == Approx(99.22).epsilon(1e-3));
  CHECK(least_users(64, cut) == Approx(38.9).epsilon(5e-3));
  CHECK(least_users(64, cut, true) == Approx(43.1).epsilon(5e-3));
  CHECK(least_users(8192, cut) == Approx(53.5).epsilon(5e-3));
}

TEST_CASE("a median of users has the rank error of a median of records, and so has a quantile") {
  auto task = users_task(64, UserAlgorithm::exponential);
  task.quantile = QuantileFraction{1, 2};
  CHECK(*UserRankRelease::plan(task).rank_error == Approx(47.36).epsilon(1e-3));
  task.quantile = QuantileFraction{9, 10};
  CHECK(*UserRankRelease::plan(task).rank_error == Approx(85.26).epsilon(1e-3));
  CHECK(UserRankRelease::plan(task).least_users == Approx(852.6).epsilon(1e-3));
  task.abstain = true;
  // ln(2^64/0.05)/(1/18 of a unit a user), plus the users that make an answer certain enough.
  CHECK(UserRankRelease::plan(task).least_users == Approx(852.5 + 12.5).epsilon(2e-3));
}

TEST_CASE("over groups only a quantile under replace is drawn at another rate") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const QuantileFraction quantile : {QuantileFraction{1, 2}, {9, 10}}) {
      auto task = users_task(64, UserAlgorithm::exponential);
      task.neighbors = neighbors;
      task.quantile = quantile;
      const double one = *UserRankRelease::plan(task).rank_error;
      task.list = GroupList::declared;
      task.groups = 1000;
      const double many = *UserRankRelease::plan(task).rank_error;
      const bool other = neighbors == Neighbors::replace && quantile.denominator == 10;
      CHECK(many == Approx(other ? 1.8 * one : one));
    }
  }
}

TEST_CASE("a claim on users states the user weight and the groups") {
  auto task = users_task(64, UserAlgorithm::cut, true);
  task.list = GroupList::declared;
  task.groups = 7;
  const Claim claim = UserRankRelease::claim(task, UserRankRelease::plan(task));
  CHECK(claim.protects == Protects::users);
  CHECK(claim.loss == Loss{1, 1e-6});
  CHECK_FALSE(claim.bounded_range);
  const std::string text = to_text(claim);
  for (const char* part : {"userWeight: 720720", "groups: declared", "groupCount: 7",
                           "abstain: true", "protects: users", "perUser: spread"}) {
    CHECK(text.find(part) != std::string::npos);
  }
}

// Regression: a median of users with a delta was rejected by the name of a mechanism that the caller had not
// requested.
TEST_CASE("the exponential mechanism accepts a delta, claims none and draws the same") {
  for (const GroupList list : {GroupList::none, GroupList::declared}) {
    for (const std::optional<QuantileFraction> quantile :
         {std::optional<QuantileFraction>(), std::optional<QuantileFraction>({1, 2}),
          std::optional<QuantileFraction>({9, 10})}) {
      auto without = users_task(64, UserAlgorithm::exponential);
      without.list = list;
      without.quantile = quantile;
      auto with = without;
      with.loss.delta = 1e-6;
      const auto plan = UserRankRelease::plan(with);
      const Claim claim = UserRankRelease::claim(with, plan);
      CHECK(claim.loss == Loss{1, 0});
      CHECK(to_text(claim) ==
            to_text(UserRankRelease::claim(without, UserRankRelease::plan(without))));
    }
  }
}

TEST_CASE("an interior point of users is drawn by the algorithm of the rule") {
  const auto chosen = [](std::uint32_t bits, Loss loss, AlgorithmChoice choice) {
    UserRankTask task;
    task.bits = bits;
    task.domain = WideInterval::all(bits);
    task.loss = loss;
    task.choice = choice;
    const UserAlgorithm algorithm = algorithm_of(task);
    CHECK(UserRankRelease::plan(task).algorithm() == algorithm);
    return algorithm;
  };
  using enum UserAlgorithm;
  for (const auto choice : {AlgorithmChoice::usual_error, AlgorithmChoice::least_promise}) {
    CHECK(chosen(64, {1, 0}, choice) == exponential);
    CHECK(chosen(64, {1, 1e-4}, choice) == cut);
    CHECK(chosen(8192, {1, 1e-6}, choice) == cut);
    // Regression: a delta selected cut choice, which needs more users on this few values.
    CHECK(chosen(8, {1, 1e-9}, choice) == exponential);
  }
  CHECK(chosen(64, {1, 1e-15}, AlgorithmChoice::usual_error) == exponential);
  CHECK(chosen(64, {1, 1e-15}, AlgorithmChoice::least_promise) == cut);
}

UserRows some_rows() {
  return {{0, 0, 1, 2, 3, 3, 4, 5}, {}, KeyArray(64, {5, 9, 5, 700, 41, 3, 12, 8})};
}

TEST_CASE("ranks of users charge their claim and draw with the granted loss") {
  const auto task = users_task(16, UserAlgorithm::exponential);
  auto at_other = task;
  at_other.loss = {0.1, 0};
  UserRows rows{{}, {}, KeyArray(16)};
  for (std::uint32_t i = 0; i < 100; ++i) {
    rows.users.push_back(i / 2);
    rows.keys.append(WideKey{i * i});
  }
  check_release<UserRankRelease>({task, rows, bounded_range_charge(1, 1, 0), {0.1, 0}, at_other});
  auto cut = users_task(16, UserAlgorithm::cut);
  cut.loss = {2, 0.01};
  at_other = cut;
  at_other.loss = {0.2, 0.001};
  check_release<UserRankRelease>({cut, rows, charge_of(Loss{2, 0.01}), {0.2, 0.001}, at_other});
}

TEST_CASE("rows in undeclared groups do not count and take no weight from their user") {
  auto task = users_task(8, UserAlgorithm::exponential);
  task.loss.epsilon = 1000;  // the median itself
  task.list = GroupList::declared;
  task.groups = 3;
  const auto plan = UserRankRelease::plan(task);
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  // In the first group users 0 and 1 at 7 and user 2 at 9: with a third of their weight they would not
  // be the more. In the third group, user 3 at 9 also has rows at 1 elsewhere.
  const UserRows rows{{0, 0, 0, 1, 1, 1, 2, 3, 3, 3},
                      {0, 5, 5, 0, kNoGroup, kNoGroup, 0, 2, 7, 7},
                      KeyArray(8, {7, 1, 1, 7, 1, 1, 9, 9, 1, 1})};
  const auto answers = UserRankRelease::draw(task, plan, rows, randomness);
  REQUIRE(answers.size() == 3);
  CHECK(answers[0] == GroupAnswer{0, WideKey{7}});
  CHECK(answers[2] == GroupAnswer{2, WideKey{9}});
  // If theirs counted in the first group, two users of three would be at 1.
  const UserRows most{{0, 1, 2}, {3, 9, 0}, KeyArray(8, {1, 1, 200})};
  CHECK(UserRankRelease::draw(task, plan, most, randomness)[0].value == WideKey{200});
}

TEST_CASE("occurring groups with an answer are returned in the order of their numbers") {
  auto task = users_task(8, UserAlgorithm::cut);
  task.loss = {50, 0.01};
  task.list = GroupList::occurring;
  const auto plan = UserRankRelease::plan(task);
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  UserRows rows{{}, {}, KeyArray(8)};
  for (std::uint32_t user = 0; user < 20; ++user) {
    rows.users.push_back(user);
    rows.groups.push_back(user % 2 == 0 ? 4 : 1);
    rows.keys.append(WideKey{user % 2});
  }
  const auto answers = UserRankRelease::draw(task, plan, rows, randomness);
  CHECK(answers == std::vector<GroupAnswer>{{1, WideKey{1}}, {4, WideKey{0}}});
  CHECK(UserRankRelease::draw(task, plan, {{}, {}, KeyArray(8)}, randomness).empty());
}

TEST_CASE("keys of several limbs have the law of keys of one limb") {
  auto task = users_task(100, UserAlgorithm::exponential, true);
  task.domain = {{0, 0}, {0, 255}};
  task.loss.epsilon = 200;
  const auto plan = UserRankRelease::plan(task);
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  UserRows rows{{0, 0, 1, 2, 3}, {}, KeyArray(100)};
  for (const std::uint64_t key : {9u, 9u, 9u, 200u, 1u}) rows.keys.append(WideKey{0, key});
  CHECK(UserRankRelease::draw(task, plan, rows, randomness)[0].value == WideKey{0, 9});
}

TEST_CASE("invalid tasks of users and mismatched columns are rejected by name") {
  auto task = users_task(64, UserAlgorithm::exponential);
  for (const double delta : {-1e-6, 1.0, std::nan("")}) {
    task.loss.delta = delta;
    CHECK_THROWS_AS(UserRankRelease::plan(task), OutOfRange);
  }
  task = users_task(64, UserAlgorithm::cut);
  task.quantile = QuantileFraction{1, 2};
  CHECK_THROWS_WITH(UserRankRelease::plan(task),
                    "algorithm must be exponential, for a quantile, got cut");
  task = users_task(64, UserAlgorithm::exponential);
  task.list = GroupList::occurring;
  CHECK_THROWS_WITH(UserRankRelease::plan(task),
                    "algorithm must be cut, for groups that are not declared, got exponential");
  task = users_task(64, UserAlgorithm::exponential);
  const auto plan = UserRankRelease::plan(task);
  SeededBits bits(1);
  ExactRandomness exact(bits);
  FailingRandomness none(exact);
  none.refuse_after(0);
  UserRows rows = some_rows();
  rows.groups.assign(8, 0);
  CHECK_THROWS_WITH(UserRankRelease::draw(task, plan, rows, none),
                    "groups must be left out, as there is one group, got a column");
  rows.groups.pop_back();
  CHECK_THROWS_AS(UserRankRelease::draw(task, plan, rows, none), OutOfRange);
  task.list = GroupList::declared;
  CHECK_THROWS_WITH(UserRankRelease::draw(task, plan, some_rows(), none),
                    "groups must be a column, one group a row, got none");
}

TEST_CASE("an epsilon too small for a quantile's score is rejected, with the least one") {
  auto task = users_task(64, UserAlgorithm::exponential, true);
  task.quantile = QuantileFraction{999, 1000};
  task.loss.epsilon = 1e-3;
  CHECK(UserRankRelease::plan(task).least_users > 0);
  task.loss.epsilon = 1e-6;
  CHECK_THROWS_WITH(UserRankRelease::plan(task),
                    Catch::Contains("epsilon must be at least ") &&
                        Catch::Contains(" for this quantile and so large a domain, got 1e-06"));
  // The named epsilon suffices and is nearly the least.
  task.loss.epsilon = 6.1e-5;
  CHECK_NOTHROW(UserRankRelease::plan(task));
  task.abstain = false;
  task.loss.epsilon = 1e-6;
  CHECK_NOTHROW(UserRankRelease::plan(task));
}

}  // namespace
}  // namespace logstar::testing
