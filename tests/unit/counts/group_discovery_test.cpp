// The number of users that releases a group. A discovery claims it and runs with the granted loss.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

GroupDiscoveryTask task_of(const Loss& loss, Neighbors neighbors = Neighbors::add_remove) {
  GroupDiscoveryTask task;
  task.loss = loss;
  task.neighbors = neighbors;
  return task;
}

/// The number of users, each in one group, that releases half of the groups.
double half_of(const GroupDiscoveryTask& task) {
  return static_cast<double>(GroupDiscovery::plan(task).half_released_at) /
         static_cast<double>(task.per_user.unit());
}

TEST_CASE(
    "groups of 13.7 users are released half of the time at (1, 1e-6), 58 at 0.2, 132 at (0.1, "
    "1e-7)") {
  CHECK(half_of(task_of({1, 1e-6})) == Approx(13.66).epsilon(1e-3));
  CHECK(half_of(task_of({0.2, 1e-6})) == Approx(58.07).epsilon(1e-3));
  CHECK(half_of(task_of({0.1, 1e-7})) == Approx(131.7).epsilon(1e-3));
  CHECK(half_of(task_of({2, 1e-6}, Neighbors::replace)) == half_of(task_of({1, 1e-6})));
}

TEST_CASE("with one group per user, a group of 15 users is released at least half of the time") {
  GroupDiscoveryTask one = task_of({1, 1e-6});
  one.per_user.groups = 1;
  CHECK(half_of(one) == 15);
}

TEST_CASE("a calibrated threshold keeps d(u) below 1 for every share, delta near 1 included") {
  for (const double delta : {1e-12, 1e-3, 0.5, 0.75, 0.999, 1 - 1e-9}) {
    for (const double epsilon : {0.01, 1.0, 30.0}) {
      for (const ContributionBound& share :
           {ContributionBound{1, 1}, {4, 2}, {16, 1}, {720720, 720720}}) {
        for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
          const auto parameters = calibrate_group_discovery({epsilon, delta}, share, neighbors);
          INFO(delta << ", " << epsilon << ", " << share.total << ", " << share.max_per_group);
          const double d = newcomer_probability_up(parameters);
          CHECK(d < 1);
          const double groups =
              static_cast<double>(share.total) / static_cast<double>(share.max_per_group);
          CHECK(-std::expm1(groups * std::log1p(-d)) <= delta * (1 + 1e-9));
        }
      }
    }
  }
}

TEST_CASE("private groups reject a delta within rounding of 1") {
  CHECK_THROWS_WITH(
      calibrate_group_discovery({31, 1 - 0x1p-53}, {1, 1}, Neighbors::add_remove),
      Catch::StartsWith("delta must be so small that a new group may stay unnamed, got"));
}

/// Users with one row each, a hundred in the first group and ten in the second.
GroupDiscovery::Data two_groups() {
  GroupDiscovery::Data data;
  data.group_count = 2;
  data.rows.groups.assign(100, 0);
  data.rows.groups.resize(110, 1);
  return data;
}

TEST_CASE(
    "groups of the stated weights are released as often as stated (n = 4,000 each, alpha 1e-6)",
    "[statistics]") {
  SeededBits bits(21);
  ExactRandomness randomness(bits);
  for (const Loss& loss : {Loss{1, 1e-6}, Loss{0.2, 1e-6}}) {
    const auto parameters = GroupDiscovery::plan(task_of(loss)).parameters;
    for (const double probability : {0.5, 0.95}) {
      const auto weight = static_cast<std::uint64_t>(named_from(parameters, probability));
      const std::vector<std::uint64_t> weights(4000, weight);
      const std::size_t named = discover_groups(weights, parameters, randomness).size();
      CHECK(binomial_at_least(4000, static_cast<long double>(probability), named) > 1e-6L);
      CHECK(binomial_at_most(4000, static_cast<long double>(probability), named) > 1e-6L);
    }
    // One user alone, with all rows in one group: the event that delta pays for.
    const std::vector<std::uint64_t> alone(200'000, kUserWeight);
    const std::size_t accidents = discover_groups(alone, parameters, randomness).size();
    CHECK(binomial_at_least(200'000, 1e-6L, accidents) > 1e-6L);
  }
}

TEST_CASE("group discovery charges its loss, protects users, and runs with the granted loss") {
  const Loss loss{1, 1e-3};
  ReleaseCase<GroupDiscovery> one{task_of(loss), two_groups(), charge_of(loss), {0.5, 1e-4}, {}};
  one.at_other = task_of(one.other);
  check_release(one);
  CHECK(Release<GroupDiscovery>(one.task).claim().protects == Protects::users);
}

TEST_CASE("a group without rows is never released, and rows without a group do not count") {
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  GroupDiscovery::Data data = two_groups();
  data.group_count = 3;
  data.rows.groups.resize(300, kNoGroup);
  const Release<GroupDiscovery> release(task_of({100, 0.5}));
  const auto named = release.draw({100, 0.5}, data, randomness).answer;
  REQUIRE(named.size() == 2);
  CHECK(named[0].group == 0);
  CHECK(named[0].weight == Approx(100 * kUserWeight).epsilon(0.01));
  CHECK(named[1].weight == Approx(10 * kUserWeight).epsilon(0.01));
}

TEST_CASE("rows of withheld groups leave no trace in later steps") {
  const std::vector<NamedGroup> named = {{1, 70}, {4, 80}, {5, 90}};
  CHECK(only_named({5, 0, 1, kNoGroup, 4, 6, 1}, named) ==
        std::vector<std::uint32_t>{2, kNoGroup, 0, kNoGroup, 1, kNoGroup, 0});
  CHECK(only_named({5, 0}, {}) == std::vector<std::uint32_t>{kNoGroup, kNoGroup});
}

TEST_CASE("losses that can release no group are rejected by name") {
  CHECK_THROWS_WITH(GroupDiscovery::plan(task_of({1, 0})),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(GroupDiscovery::plan(task_of({1e-7, 1e-6})),
                    Catch::Contains("epsilon must be at least 1.31") &&
                        Catch::Contains("where a user may give 720720 units, got 1e-07"));
  CHECK_THROWS_AS(GroupDiscovery::plan(task_of({2e-6, 1e-6}, Neighbors::replace)), OutOfRange);
  GroupDiscoveryTask tiny = task_of({1, 5e-324});
  CHECK_NOTHROW(GroupDiscovery::plan(tiny));
  tiny.per_user.groups = 16;
  CHECK_THROWS_AS(GroupDiscovery::plan(tiny), OutOfRange);
  CHECK_NOTHROW(GroupDiscovery::plan(task_of({1e4, 1e-6})));
}

TEST_CASE("a group beyond the declared number of groups is rejected, with nothing drawn") {
  SeededBits bits(3);
  ExactRandomness exact(bits);
  FailingRandomness none(exact);
  none.refuse_after(0);
  GroupDiscovery::Data data = two_groups();
  data.group_count = 1;
  const Release<GroupDiscovery> release(task_of({1, 0.1}));
  CHECK_THROWS_WITH(release.draw({1, 0.1}, data, none),
                    "groups must be below their count, got one beyond");
}

}  // namespace
}  // namespace logstar::testing
