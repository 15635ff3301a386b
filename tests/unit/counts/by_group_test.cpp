// Per-group releases of users, for public groups and for groups discovered first.
#include <catch2/catch.hpp>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"

namespace logstar::testing::by_group_test {
namespace {

using Sums = ByGroup<UserSum>;

/// 300 users of one row each: 200 in group 1, 99 in group 2, and one in group 0.
Sums::Data three_groups() {
  Sums::Data data{{}, 3};
  for (std::uint32_t user = 0; user < 300; ++user) {
    data.rows.rows.groups.push_back(user == 0 ? 0 : user < 201 ? 1 : 2);
    data.rows.values.push_back(user % 3);
  }
  return data;
}

Sums::Task sums(const Loss& loss, double share = 0.2) {
  Sums::Task task;
  task.each = {loss.epsilon, {0, 9}};
  task.search = GroupDiscoveryOptions{loss.delta, share};
  return task;
}

TEST_CASE("private groups and their answers are charged together, and run with the granted loss") {
  const Loss loss{1, 1e-6};
  check_release<Sums>(
      {sums(loss), three_groups(), charge_of(loss), {0.5, 1e-7}, sums({0.5, 1e-7})});
  ByGroup<UserMean>::Task means;
  means.each.epsilon = 1;
  means.search = GroupDiscoveryOptions{1e-6};
  auto other = means;
  other.each.epsilon = 0.5;
  check_release<ByGroup<UserMean>>(
      {means, {three_groups().rows, 3}, charge_of(loss), {0.5, 1e-6}, other});
}

TEST_CASE("public groups are charged epsilon alone, and each has an answer") {
  Sums::Task task;
  task.each = {1, {0, 9}, 3, Neighbors::replace};
  Sums::Task other = task;
  other.each.epsilon = 0.5;
  check_release<Sums>({task, three_groups(), charge_of(Loss{1, 0}), {0.5, 0}, other});
}

TEST_CASE("discovery and answers spend at most epsilon, for any share of discovery") {
  for (const double share : {0.01, 0.1, 0.2, 1.0 / 3, 0.7, 0.99}) {
    for (const double epsilon : {0.1, 1.0, 3.7}) {
      const auto first = discovery_task(epsilon, {1e-6, share}, Neighbors::add_remove, 0.95);
      const double second = answer_epsilon(epsilon, {1e-6, share});
      // The sum fits 60 bits.
      CHECK(static_cast<long double>(first.loss.epsilon) + second <= epsilon);
      CHECK(first.loss.epsilon + second >= epsilon * (1 - 1e-15));
    }
  }
}

TEST_CASE("answers cover the released groups, in their order, and their rows only") {
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const Loss loss{100, 1e-3};
  const auto answer = Release<Sums>(sums(loss)).draw(loss, three_groups(), randomness).answer;
  REQUIRE(answer.named.size() == 2);
  CHECK(answer.named[0].group == 1);
  CHECK(answer.named[1].group == 2);
  REQUIRE(answer.answers.size() == 2);
  CHECK(std::abs(answer.answers[0] - 200) < 3);
  CHECK(std::abs(answer.answers[1] - 99) < 3);
}

TEST_CASE("bins of released groups stay with their groups") {
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  ByGroup<UserHistogram>::Task task;
  task.each.epsilon = 1000;
  task.each.bins = 3;
  task.search = GroupDiscoveryOptions{1e-3};
  const auto answer = Release<ByGroup<UserHistogram>>(task)
                          .draw({1000, 1e-3}, {three_groups().rows, 3}, randomness)
                          .answer;
  REQUIRE(answer.answers.size() == 6);
  const std::vector<double> expected = {66, 67, 67, 33, 33, 33};
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(static_cast<double>(answer.answers[i]) / kUserWeight == Approx(expected[i]).margin(1));
  }
}

/// 60 users at either end in group 2 of 5, and one in group 4.
ByGroup<UserMean>::Data one_heavy_group() {
  ByGroup<UserMean>::Data data{{}, 5};
  for (std::uint32_t user = 0; user < 121; ++user) {
    data.rows.rows.groups.push_back(user == 120 ? 4 : 2);
    data.rows.values.push_back(user % 2);
  }
  return data;
}

ByGroup<UserMean>::Task means(const Loss& loss) {
  ByGroup<UserMean>::Task task;
  task.each.epsilon = loss.epsilon;
  task.each.domain = {0, 1};
  task.search = GroupDiscoveryOptions{loss.delta};
  return task;
}

TEST_CASE(
    "a mean releases groups by the users that it counts, with all of epsilon and one threshold") {
  const Loss loss{1, 1e-6};
  const Release<ByGroup<UserMean>> release(means(loss));
  const Claim claim = release.claim();
  CHECK(claim.loss == loss);
  CHECK(claim.mechanism == "discrete Laplace noise on both ends of the domain, which names groups");
  const std::string text = to_text(claim);
  CHECK(text.find("discoveryEpsilon") == std::string::npos);
  const auto plan = ByGroup<UserMean>::plan(means(loss));
  const auto in_users = [](std::int64_t weight) {
    return static_cast<double>(weight) / kUserWeight;
  };
  CHECK(in_users(plan.naming->half_released_at) == Approx(15.8).margin(0.05));
  // 58.1 for discovery with a fifth of epsilon.
  CHECK(in_users(plan.naming->named_from) == Approx(19.4).margin(0.5));
  // For both ends of a group: 1/(1) ln(2/(1 - sqrt(0.95)))/..., as for listed groups.
  auto listed = means(loss);
  listed.search.reset();
  CHECK(claim.accuracy.error ==
        Approx(Release<ByGroup<UserMean>>(listed).claim().accuracy.error).epsilon(1e-4));
  CHECK(claim.accuracy.error >= Release<ByGroup<UserMean>>(listed).claim().accuracy.error);
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const auto answer = release.draw(loss, one_heavy_group(), randomness).answer;
  REQUIRE(answer.named.size() == 1);
  CHECK(answer.named[0].group == 2);
  CHECK(answer.named[0].weight == answer.answers.at(0).high + answer.answers.at(0).low);
  CHECK(in_users(answer.answers[0].high) == Approx(60).margin(8));
}

TEST_CASE("a mean at the same delta needs a higher threshold under replace, at half of the rate") {
  const auto plan = ByGroup<UserMean>::plan(means({2, 1e-6}));
  auto replaced = means({2, 1e-6});
  replaced.each.neighbors = Neighbors::replace;
  CHECK(10 * ByGroup<UserMean>::plan(replaced).naming->threshold > 18 * plan.naming->threshold);
  CHECK(plan.naming->threshold >= std::int64_t(kUserWeight));
}

TEST_CASE("a histogram releases a group by one bin, and then all of its bins") {
  ByGroup<UserHistogram>::Task task;
  task.each.epsilon = 1;
  task.each.bins = 3;
  task.search = GroupDiscoveryOptions{1e-6};
  const auto plan = ByGroup<UserHistogram>::plan(task);
  CHECK(static_cast<double>(plan.naming->half_released_at) / kUserWeight ==
        Approx(13.7).margin(0.1));
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const auto answer = Release<ByGroup<UserHistogram>>(task)
                          .draw({1, 1e-6}, {one_heavy_group().rows, 5}, randomness)
                          .answer;
  REQUIRE(answer.named.size() == 1);
  CHECK(answer.named[0].group == 2);
  REQUIRE(answer.answers.size() == 3);
  CHECK(static_cast<double>(answer.answers[1]) / kUserWeight == Approx(60).margin(8));
  CHECK(static_cast<double>(answer.answers[2]) / kUserWeight == Approx(0).margin(8));
}

TEST_CASE("a histogram of one bin by private groups needs no values") {
  ByGroup<UserHistogram>::Task task;
  task.each.epsilon = 1;
  task.search = GroupDiscoveryOptions{1e-6};
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const ValuedRows rows{one_heavy_group().rows.rows, {}};
  const auto answer =
      Release<ByGroup<UserHistogram>>(task).draw({1, 1e-6}, {rows, 5}, randomness).answer;
  CHECK(answer.named.size() == 1);
}

TEST_CASE(
    "groups released by the answers accept no discovery share, and Gaussian noise no other delta") {
  auto shared = means({1, 1e-6});
  shared.search->share = 0.2;
  CHECK_THROWS_WITH(
      ByGroup<UserMean>::plan(shared),
      "discoveryShare must be left out where the answers themselves name the groups, got 0.2");
  ByGroup<UserHistogram>::Task bins;
  bins.each.epsilon = 1;
  bins.each.bins = 2;
  bins.each.per_user = {9};
  bins.search = GroupDiscoveryOptions{1e-6};
  const auto charged = ByGroup<UserHistogram>::plan(bins).answers.variance;
  bins.each.delta = 1e-3;
  CHECK(ByGroup<UserHistogram>::plan(bins).answers.variance == charged);
  CHECK(Release<ByGroup<UserHistogram>>(bins).claim().loss == Loss{1, 1e-6});
  Sums::Task summed = sums({1, 1e-6});
  summed.each.per_user = 9;
  const auto paid = Sums::plan(summed).answers.variance;
  summed.each.delta = 1e-3;
  CHECK(Sums::plan(summed).answers.variance == paid);
  CHECK(Release<ByGroup<UserSum>>(summed).claim().loss == Loss{1, 1e-6});
}

TEST_CASE("a release without released groups has no answers") {
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  const Loss loss{1, 1e-6};
  const auto none = Release<Sums>(sums(loss)).draw(loss, {}, randomness).answer;
  CHECK(none == Sums::Answer{});
}

TEST_CASE("a row lies in the bin of its value in its group, and without a group in no bin") {
  const ValuedRows rows{{{7, 7, 8, 9}, {0, 2, kNoGroup, 1}}, {2, 0, 1, 1}};
  const CountedRows in_bins = rows_in_bins(rows, 3);
  CHECK(in_bins.users == rows.rows.users);
  CHECK(in_bins.groups == std::vector<std::uint32_t>{2, 6, kNoGroup, 4});
  CHECK(rows_in_bins({{{7, 8}, {}}, {1, 0}}, 2).groups == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("a discovery claim states the split of epsilon and the error of each group's answer") {
  const Claim claim = Release<Sums>(sums({1, 1e-6})).claim();
  CHECK(claim.loss == Loss{1, 1e-6});
  CHECK(claim.protects == Protects::users);
  CHECK(claim.also_public == "the parameters");
  CHECK(claim.mechanism ==
        "group discovery by discrete Laplace noise below a threshold, then discrete Laplace noise");
  const auto number = [&](const Facts& facts, const std::string& name) {
    for (const Fact& fact : facts) {
      if (fact.name == name) return std::get<double>(fact.value);
    }
    return -1.0;
  };
  CHECK(number(claim.parameters, "discoveryEpsilon") == 0.2);
  CHECK(number(claim.parameters, "discoveryDelta") == 1e-6);
  CHECK(number(claim.parameters, "answersEpsilon") == Approx(0.8));
  // For one group: 9/0.8 ln(2/(0.05 (1 + q))) - 1, whatever the number of groups.
  CHECK(claim.accuracy.error == 34);
  CHECK(number(claim.conditions, "halfReleasedAt") == Approx(58.1).margin(0.1));
}

TEST_CASE("group discovery rejects a share of 0 or 1 and an invalid delta, naming each") {
  CHECK_THROWS_WITH(Sums::plan(sums({1, 1e-6}, 0)),
                    "discoveryShare must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(Sums::plan(sums({1, 1e-6}, 1)),
                    "discoveryShare must be a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(Sums::plan(sums({1, 0})), "delta must be a number above 0 and below 1, got 0");
}

}  // namespace
}  // namespace logstar::testing::by_group_test
