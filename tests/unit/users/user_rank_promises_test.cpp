// A median by group misses in weights of rows instead of numbers of users.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::user_rank_promises_test {
namespace {

constexpr std::size_t kRuns = 400;
constexpr std::uint32_t kLowUsers = 600;
constexpr std::uint32_t kHighUsers = 1'400;

void add_row(UserRows& rows, std::uint32_t user, std::uint32_t group, std::uint64_t value) {
  rows.users.push_back(user);
  rows.groups.push_back(group);
  rows.keys.append(WideKey{value});
}

/// A user's value in the first group: below 40 for the first, from 60 on for the others.
std::uint64_t value_of(std::uint32_t user) { return user < kLowUsers ? user % 40 : 60 + user % 41; }

/// The weight in the first group strictly between two values, in users.
double between(std::uint64_t one, std::uint64_t other, double of_many) {
  double weight = 0;
  for (std::uint32_t user = 0; user < kLowUsers + kHighUsers; ++user) {
    const std::uint64_t value = value_of(user);
    if (std::min(one, other) < value && value < std::max(one, other)) {
      weight += user < kLowUsers ? 1 : of_many;
    }
  }
  return weight;
}

// 600 users have their only row in the first group, 1,400 one row of ten: by weights they are 600 to 140,
// with the median 24, by users the median is 71.
TEST_CASE("median by group: the error holds for weights of rows, and not for users (n = 400)") {
  UserRows rows{{}, {}, KeyArray(7)};
  for (std::uint32_t user = 0; user < kLowUsers + kHighUsers; ++user) {
    add_row(rows, user, 0, value_of(user));
    for (std::uint32_t more = 0; user >= kLowUsers && more < 9; ++more) add_row(rows, user, 1, 50);
  }
  UserRankTask task;
  task.bits = 7;
  task.domain = {{0}, {100}};
  task.quantile = QuantileFraction{1, 2};
  task.loss = {1, 0};
  task.list = GroupList::declared;
  task.groups = 2;
  const auto plan = UserRankRelease::plan(task);
  const double error = plan.rank_error.value();
  SeededBits bits(96);
  ExactRandomness randomness(bits);
  std::size_t missed = 0;
  std::size_t missed_users = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const auto answers = UserRankRelease::draw(task, plan, rows, randomness);
    const std::uint64_t value = answers.front().value.value().back();
    missed += between(value, 24, 0.1) > error;
    missed_users += between(value, 71, 1) > error;
  }
  CHECK(binomial_at_least(kRuns, 0.05L, missed) > 1e-6L);
  CHECK(missed_users == kRuns);
}

}  // namespace
}  // namespace logstar::testing::user_rank_promises_test
