// Sums of users: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "small_users.hpp"

namespace logstar::testing::user_sum_test {
namespace {

UserSumTask task_of(double epsilon, const TotalDomain& domain, std::uint32_t groups,
                    Neighbors neighbors, SummedGroups per_user = std::nullopt) {
  return {epsilon, domain, groups, neighbors, 0.9, per_user};
}

/// The release's own draw of tables of up to `users` users.
auto sum(const UserSumTask& task, const std::vector<SmallUser>& everybody, std::size_t users) {
  const auto plan = UserSum::plan(task);
  const std::uint64_t each = sensitivity(task.domain, task.per_user, 1, Neighbors::add_remove);
  const auto most = static_cast<std::int64_t>(users * each);
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 2 * most + 2);
    auto answer = UserSum::draw(task, plan, table_of(chosen, everybody), noise);
    for (std::int64_t& number : answer) number = in_window(number, -most, most);
    return answer;
  };
}

/// Domains with both signs, with one sign, and with totals that are never 0.
const std::vector<TotalDomain> kDomains = {{-1, 2}, {-2, 1}, {0, 3}, {2, 3}, {-3, -2}};

/// Rows inside and outside.
std::vector<SmallUser> everybody(std::uint32_t groups) {
  return small_users(groups, {-4, -1, 0, 1, 2}, 2);
}

TEST_CASE("sums of users are epsilon-DP for users with any rows, and use all of epsilon") {
  for (const TotalDomain& domain : kDomains) {
    for (const std::uint32_t groups : {1u, 2u}) {
      const auto users = everybody(groups);
      const auto task = task_of(1, domain, groups, Neighbors::add_remove);
      const std::size_t most = groups == 1 ? 2 : 1;
      const auto report = check_add_remove(users.size(), 0, most, 1, sum(task, users, most));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("sums are epsilon-DP for users who change all their rows, and use all of epsilon") {
  for (const TotalDomain& domain : kDomains) {
    for (const std::uint32_t groups : {1u, 2u}) {
      const auto users = everybody(groups);
      const auto task = task_of(1, domain, groups, Neighbors::replace);
      const std::size_t size = groups == 1 ? 2 : 1;
      const auto report = check_replace(users.size(), size, 1, sum(task, users, size));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("controls: sums at 1.1 epsilon, and calibrated for one user added and not changed") {
  for (const TotalDomain& domain : kDomains) {
    for (const std::uint32_t groups : {1u, 2u}) {
      const auto users = everybody(groups);
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto keeps = [&](const UserSumTask& task) {
          const auto draw = sum(task, users, 1);
          const auto report = neighbors == Neighbors::replace
                                  ? check_replace(users.size(), 1, 1, draw)
                                  : check_add_remove(users.size(), 0, 1, 1, draw);
          return report.within(0);
        };
        CHECK_FALSE(keeps(task_of(1.1, domain, groups, neighbors)));
        const bool apart = sensitivity(domain, std::nullopt, groups, Neighbors::replace) >
                           sensitivity(domain, std::nullopt, groups, Neighbors::add_remove);
        if (neighbors == Neighbors::replace && apart) {
          CHECK_FALSE(keeps(task_of(1, domain, groups, Neighbors::add_remove)));
        }
      }
    }
  }
}

TEST_CASE("controls: noise for the width of the domain, and totals not scaled over groups") {
  // Users have totals of 2, 3 or none, so the width is 1.
  const auto users = everybody(1);
  const auto narrow = task_of(1, {2, 3}, 1, Neighbors::add_remove);
  const Rational width = calibrate_user_noise(1, 1);
  const auto by_width = [&](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 5);
    const auto sums =
        sums_of_totals(table_of(chosen, users), 1, narrow.domain, std::nullopt, noise);
    return in_window(laplace_count(sums.front(), width, noise), 0, 3);
  };
  CHECK_FALSE(check_add_remove(users.size(), 0, 1, 1, by_width).within(0));
  const auto of_two = everybody(2);
  const TotalDomain domain{-1, 2};
  const auto plan = UserSum::plan(task_of(1, domain, 2, Neighbors::add_remove));
  const auto unscaled = [&](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 6);
    std::vector<std::int64_t> answer;
    for (const std::uint32_t group : {0u, 1u}) {
      ValuedRows table = table_of(chosen, of_two);
      for (std::uint32_t& in : table.rows.groups) in = in == group ? 0 : kNoGroup;
      const std::int64_t alone = sums_of_totals(table, 1, domain, std::nullopt, noise).front();
      answer.push_back(in_window(laplace_count(alone, plan.rate, noise), -2, 2));
    }
    return answer;
  };
  CHECK_FALSE(check_add_remove(of_two.size(), 0, 1, 1, unscaled).within(0));
}

/// Users with up to two rows in up to three groups, who count in a few of them.
struct Bounded {
  TotalDomain domain;
  std::uint64_t per_user;
  std::uint32_t groups;
};
const std::vector<Bounded> kBounded = {
    {{-1, 2}, 1, 2}, {{-1, 2}, 2, 2}, {{0, 2}, 2, 3}, {{2, 3}, 1, 2}};

std::vector<SmallUser> in_groups(std::uint32_t groups) {
  return groups == 3 ? small_users(3, {-1, 3}, 2) : small_users(groups, {-4, 1, 2}, 2);
}

/// The privacy loss of a bounded sum between neighbours, drawn by another task.
auto loss_of(const Bounded& one, const UserSumTask& task, Neighbors neighbors) {
  const auto users = in_groups(one.groups);
  const auto draw = sum(task, users, 1);
  return neighbors == Neighbors::replace ? check_replace(users.size(), 1, 1, draw)
                                         : check_add_remove(users.size(), 0, 1, 1, draw);
}

TEST_CASE("sums in at most g groups a user are epsilon-DP, and use all of epsilon") {
  for (const Bounded& one : kBounded) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      INFO(one.per_user << " of " << one.groups << " groups, from " << one.domain.lowest);
      const auto task = task_of(1, one.domain, one.groups, neighbors, one.per_user);
      const auto report = loss_of(one, task, neighbors);
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(1).epsilon(1e-9));
      CHECK_FALSE(
          loss_of(one, task_of(1.1, one.domain, one.groups, neighbors, one.per_user), neighbors)
              .within(0));
    }
  }
}

TEST_CASE("control: sums in at most g groups with the noise of one group are rejected") {
  for (const Bounded& one : kBounded) {
    if (one.per_user == 1) continue;
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto users = in_groups(one.groups);
      const auto task = task_of(1, one.domain, one.groups, neighbors, one.per_user);
      auto plan = UserSum::plan(task);
      plan.rate = UserSum::plan(task_of(1, one.domain, one.groups, neighbors, 1)).rate;
      const auto most = static_cast<std::int64_t>(one.domain.greatest());
      const auto draw = [&](const Users& chosen, Randomness& randomness) {
        ClippedNoise noise(randomness, 2 * most + 2);
        auto answer = UserSum::draw(task, plan, table_of(chosen, users), noise);
        for (std::int64_t& number : answer) number = in_window(number, -most, most);
        return answer;
      };
      const auto report = neighbors == Neighbors::replace
                              ? check_replace(users.size(), 1, 1, draw)
                              : check_add_remove(users.size(), 0, 1, 1, draw);
      CHECK_FALSE(report.within(0));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::user_sum_test
