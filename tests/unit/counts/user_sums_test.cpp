// Rows of users in sums, means and histograms, computed by hand, and their releases.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "logstar/counts/user_count_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "scripted_randomness.hpp"
#include "statistics.hpp"

namespace logstar::testing::user_sums_test {
namespace {

ValuedRows rows_of(std::vector<std::uint32_t> users, std::vector<std::uint32_t> groups,
                   std::vector<std::int64_t> values) {
  return {{std::move(users), std::move(groups)}, std::move(values)};
}

UserMeanTask mean_task(double epsilon, std::int64_t lowest, std::int64_t highest) {
  UserMeanTask task;
  task.epsilon = epsilon;
  task.domain = {lowest, highest};
  return task;
}

/// Without a contribution bound the function draws nothing.
std::vector<std::int64_t> scaled_totals(const ValuedRows& rows, std::uint32_t groups,
                                        const TotalDomain& domain) {
  ScriptedRandomness none({});
  return sums_of_totals(rows, groups, domain, std::nullopt, none);
}

TEST_CASE(
    "a user's total is clamped to the domain, and totals over groups are scaled to its greatest") {
  const auto totals = [](const TotalDomain& domain) {
    // User 0: 5 + 3 and -12 in two groups; user 1: 1, and a row of no group.
    return scaled_totals(rows_of({0, 1, 0, 0, 1}, {0, 0, 1, 0, kNoGroup}, {5, 1, -12, 3, 100}), 2,
                         domain);
  };
  CHECK(totals({-20, 20}) == std::vector<std::int64_t>{9, -12});
  CHECK(totals({-10, 20}) == std::vector<std::int64_t>{9, -10});
  // 8 and 10 are together 18: times 10/18, towards 0.
  CHECK(totals({-10, 10}) == std::vector<std::int64_t>{5, -5});
  CHECK(totals({0, 7}) == std::vector<std::int64_t>{8, 0});
  CHECK(totals({2, 7}) == std::vector<std::int64_t>{7, 1});
}

TEST_CASE("rows without users are in the order of rows that are each another user's") {
  const std::vector<std::uint32_t> groups{2, kNoGroup, 0, 2, 1};
  const std::vector<std::int64_t> values{7, 1, 5, 3, 9};
  for (const auto& column : {groups, std::vector<std::uint32_t>{}}) {
    const RowsInOrder without = sort_by_user_and_group(rows_of({}, column, values), 3);
    const RowsInOrder with = sort_by_user_and_group(rows_of({0, 1, 2, 3, 4}, column, values), 3);
    CHECK(without.rows == with.rows);
    CHECK(without.parts == with.parts);
  }
}

TEST_CASE(
    "means and variances of rows without users are those of rows that are each another user's") {
  const std::vector<std::uint32_t> groups{2, kNoGroup, 0, 2, 1};
  const std::vector<std::int64_t> values{7, 1, 5, 3, 9};
  const ValueDomain domain{2, 8};
  for (const auto& column : {groups, std::vector<std::uint32_t>{}}) {
    const ValuedRows without = rows_of({}, column, values);
    const ValuedRows with = rows_of({0, 1, 2, 3, 4}, column, values);
    CHECK(domain_ends(without, 3, domain) == domain_ends(with, 3, domain));
    CHECK(domain_moments(without, 3, domain) == domain_moments(with, 3, domain));
  }
  CHECK_THROWS_AS(domain_ends(rows_of({}, {0, 3}, {1, 1}), 3, domain), OutOfRange);
  CHECK_THROWS_AS(domain_ends(rows_of({}, {0}, {1, 1}), 3, domain), OutOfRange);
}

TEST_CASE("a share of a weight is rounded alike in 64 bits and in 128") {
  const Uint128 most = (Uint128(1) << 30) - 1;  // the greatest that takes 64 bits
  for (const std::uint32_t weight : {1u, kUserWeight, kMaxUserWeight}) {
    for (const Uint128 all : {Uint128(1), Uint128(2), Uint128(1001), most, most + 1}) {
      for (const Uint128 part : {Uint128(0), Uint128(1), all / 2, all / 3, all - 1, all}) {
        CHECK(share_of_weight(weight, part, all) == share_of_weight(weight, part << 40, all << 40));
      }
    }
  }
}

TEST_CASE("sums do not overflow, for any values, totals and users") {
  constexpr std::int64_t kMax = std::int64_t(1) << 52;
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const ValuedRows same_user = rows_of({0, 0, 0}, {}, {huge, huge, huge});
  CHECK(scaled_totals(same_user, 1, {-kMax, kMax}) == std::vector<std::int64_t>{kMax});
  const ValuedRows many{{}, std::vector<std::int64_t>(1000, huge)};
  CHECK(scaled_totals(many, 1, {-kMax, kMax}) == std::vector<std::int64_t>{std::int64_t(1) << 61});
}

TEST_CASE("a mean counts users equally, one row or a hundred thousand, to a unit of each") {
  for (const std::size_t rows : {1u, 7u, 100'000u, 1'000'000u}) {
    // One user with 99 in all rows, and one with 1.
    ValuedRows table;
    table.values.assign(rows, 99);
    table.rows.users.assign(rows, 0);
    table.values.push_back(1);
    table.rows.users.push_back(1);
    const DomainEnds ends = domain_ends(table, 1, {0, 100}).front();
    const double weight = static_cast<double>(ends.high + ends.low);
    CHECK(weight == 2 * kUserWeight);
    CHECK(std::fabs(static_cast<double>(ends.high) / weight - 0.5) <= 1 / weight);
  }
}

TEST_CASE("rounding down each row, instead of each user, would pull heavy users down to 0.857") {
  const ValuedRows table{{std::vector<std::uint32_t>(100'000, 0), {}},
                         std::vector<std::int64_t>(100'000, 99)};
  const auto ends = domain_ends(table, 1, {0, 100}).front();
  const double weight = static_cast<double>(ends.high + ends.low);
  CHECK(static_cast<double>(ends.high) / weight == Approx(0.99).epsilon(1e-5));
  const std::uint32_t row_weight = kUserWeight / 100'000;
  CHECK(std::floor(row_weight * 0.99) / row_weight == Approx(0.857).epsilon(1e-3));
}

TEST_CASE("the ends of a wide domain are computed without overflow") {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const ValuedRows table = rows_of({}, {}, {most, least, most});
  CHECK(domain_ends(table, 1, {least, most}).front() == DomainEnds{2 * kUserWeight, kUserWeight});
  CHECK(domain_ends(table, 1, {5, 6}).front() == DomainEnds{2 * kUserWeight, kUserWeight});
}

TEST_CASE("a mean lies in the domain, or is absent if noise exceeds the weight") {
  CHECK(mean_of({30, 10}, 5) == MeanFraction{30, 40, 5});
  CHECK(mean_of({-3, 10}, 5) == MeanFraction{0, 7, 5});
  CHECK(mean_of({10, -3}, 5) == MeanFraction{7, 7, 5});
  CHECK(mean_of({3, 2}, 5) == std::nullopt);
  CHECK(mean_of({-30, 10}, 5) == std::nullopt);
}

// Both ends with the largest possible noise exceed 64 bits together.
TEST_CASE("a mean is formed of ends with any noise") {
  constexpr std::int64_t kFar = std::int64_t(3) << 61;
  constexpr std::int64_t kMax = std::int64_t(1) << 61;
  CHECK(mean_of({kFar, kFar}, 5) == MeanFraction{kMax, 2 * kMax, 5});
  CHECK(mean_of({-kFar, -kFar}, 5) == std::nullopt);
}

TEST_CASE("a mean misses by more than stated in at most 1 of 20 draws (n = 2,000, alpha 1e-6)") {
  ValuedRows table;
  for (std::uint32_t user = 0; user < 300; ++user) {
    for (std::uint32_t row = 0; row < 1 + user % 9; ++row) {
      table.rows.users.push_back(user);
      table.values.push_back(user * 37 % 100);
    }
  }
  const auto task = mean_task(0.5, 0, 100);
  const DomainEnds ends = domain_ends(table, 1, task.domain).front();
  const double truth = static_cast<double>(ends.high) / static_cast<double>(ends.high + ends.low);
  const auto plan = UserMean::plan(task);
  SeededBits bits(17);
  ExactRandomness randomness(bits);
  constexpr std::size_t kRuns = 2000;
  std::size_t missed = 0;
  std::size_t none = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const auto told = mean_of(UserMean::draw(task, plan, table, randomness).front(), plan.error);
    if (!told) {
      ++none;
      continue;
    }
    const double weight = static_cast<double>(told->denominator);
    missed += std::fabs(static_cast<double>(told->numerator) / weight - truth) >
              static_cast<double>(told->error) / weight;
  }
  CHECK(none == 0);
  CHECK(binomial_at_least(kRuns, 0.05L, missed) > 1e-6L);
}

TEST_CASE("values lie in the bin between their neighbouring edges, the lower edge included") {
  CHECK(bins_of({-5, 0, 1, 9, 10, 11}, {0, 10}) == std::vector<std::uint32_t>{0, 1, 1, 1, 2, 2});
  CHECK(bins_of({7}, {}) == std::vector<std::uint32_t>{0});
  CHECK_THROWS_WITH(bins_of({7}, {1, 1}), "edges must be increasing, got others");
}

/// Users with one row each, in three groups.
CountedRows three_groups() {
  CountedRows rows;
  for (std::uint32_t user = 0; user < 90; ++user) rows.groups.push_back(user % 3);
  return rows;
}

TEST_CASE("counts, histograms, sums and means charge their loss and run with the granted loss") {
  const Charge charge = charge_of(Loss{1, 0});
  const CountedRows rows = three_groups();
  const ValuedRows valued{rows, std::vector<std::int64_t>(90, 7)};
  using enum Neighbors;
  check_release<UserCount>({{1, 3, 2, replace}, rows, charge, {0.5, 0}, {0.5, 3, 2, replace}});
  check_release<UserHistogram>(
      {{1, 3, {}, add_remove}, rows, charge, {0.5, 0}, {0.5, 3, {}, add_remove}});
  check_release<UserSum>(
      {{1, {0, 9}, 3, replace}, valued, charge, {0.5, 0}, {0.5, {0, 9}, 3, replace}});
  ReleaseCase<UserMean> mean{mean_task(1, 0, 9), valued, charge, {0.5, 0}, mean_task(0.5, 0, 9)};
  mean.task.groups = mean.at_other.groups = 3;
  check_release(mean);
}

TEST_CASE("user counts state that they protect users, and the unit of their error") {
  const Claim count = Release<UserCount>(UserCountTask{1, 3, 2}).claim();
  CHECK(count.protects == Protects::users);
  CHECK(count.also_public == "the parameters and the list of groups");
  // Three numbers together, with noise of rate 1/2: (1 - 0.95^(1/3)) (1 + q)/2 >= q^(error + 1).
  CHECK(count.accuracy.error == 8);
  CHECK(Release<UserCount>(UserCountTask{1}).claim().also_public == "the parameters");
  // In users, though counts are in 720,720 units a user: ln 20.
  const Claim spread = Release<UserHistogram>(UserHistogramTask{1}).claim();
  CHECK(spread.protects == Protects::users);
  CHECK(spread.accuracy.error == Approx(std::log(20)).epsilon(1e-5));
  // (error + 1)/100 >= ln(2/(0.05 (1 + e^-0.01))) = 3.0007.
  CHECK(Release<UserSum>(UserSumTask{1, {0, 100}}).claim().accuracy.error == 300);
}

TEST_CASE("domains without two ends, and epsilons too small for them, are rejected by name") {
  CHECK_THROWS_WITH(UserSum::plan({1, {0, 0}}),
                    "domain must be two whole numbers within +-2^52, the lower first, not both 0, "
                    "got 0 and 0");
  CHECK_THROWS_AS(UserSum::plan({1, {3, 2}}), OutOfRange);
  CHECK_THROWS_AS(UserSum::plan({1, {0, (std::int64_t(1) << 52) + 1}}), OutOfRange);
  CHECK_THROWS_AS(UserSum::plan({1, {std::numeric_limits<std::int64_t>::min(), 0}}), OutOfRange);
  CHECK_THROWS_AS(UserSum::plan({0.1, {0, std::int64_t(1) << 40}}), OutOfRange);
  CHECK_THROWS_WITH(UserMean::plan(mean_task(1, 5, 5)),
                    "domain must be two whole numbers within +-2^62, the lower first, got 5 and 5");
  // JavaScript passes values out of range as the ends of 64 bits.
  CHECK_THROWS_AS(UserMean::plan(mean_task(1, std::numeric_limits<std::int64_t>::min(), 0)),
                  OutOfRange);
  CHECK_THROWS_AS(UserCount::plan({1, 0}), OutOfRange);
  CHECK_THROWS_AS(UserCount::plan({1, 3, 0}), OutOfRange);
  // Before the charge, not when rows are weighed.
  CHECK_THROWS_WITH(UserCount::plan({1e4, 3, 2'000'000'000}),
                    "perUser must be a whole number from 1 to 1000000000, got 2000000000");
  CHECK_THROWS_WITH(UserHistogram::plan({1e4, 3, {std::nullopt, kMaxUserWeight + 1}}),
                    "userWeight must be a whole number from 1 to " +
                        std::to_string(kMaxUserWeight) + ", got " +
                        std::to_string(kMaxUserWeight + 1));
  CHECK_THROWS_WITH(UserCount::plan({0, 3, 1}),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
}

TEST_CASE("columns of different lengths are rejected by name") {
  const auto sums = [](const ValuedRows& rows) { return scaled_totals(rows, 2, {0, 1}); };
  CHECK_THROWS_WITH(sums(rows_of({0}, {}, {1, 2})), "users must be as many as values, 2, got 1");
  CHECK_THROWS_WITH(sums(rows_of({}, {0}, {1, 2})), "groups must be as many as values, 2, got 1");
  CHECK_THROWS_WITH(sums(rows_of({}, {0, 2}, {1, 2})),
                    "groups must be below their count, got one beyond");
}

}  // namespace
}  // namespace logstar::testing::user_sums_test
