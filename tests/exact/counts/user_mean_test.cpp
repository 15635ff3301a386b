// Means of users: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "small_users.hpp"

namespace logstar::testing::user_mean_test {
namespace {

using Ends = std::vector<NoisyEnds>;

UserMeanTask task_of(double epsilon, std::uint32_t groups, std::uint32_t whole,
                     Neighbors neighbors) {
  UserMeanTask task;
  task.epsilon = epsilon;
  task.domain = {-1, 1};
  task.groups = groups;
  task.user_weight = whole;
  task.neighbors = neighbors;
  return task;
}

/// The release's own draw of tables of up to `users` users.
auto mean(const UserMeanTask& task, const std::vector<SmallUser>& everybody, std::size_t users) {
  const auto plan = UserMean::plan(task);
  const auto most = static_cast<std::int64_t>(users * task.user_weight);
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, most + 2);
    Ends answer = UserMean::draw(task, plan, table_of(chosen, everybody), noise);
    for (NoisyEnds& ends : answer) {
      ends.high = in_window(ends.high, 0, most);
      ends.low = in_window(ends.low, 0, most);
    }
    return answer;
  };
}

struct Case {
  double epsilon;
  std::uint32_t whole;
  std::size_t rows;
};
/// The rows of a user divide the user weight evenly, or leave a remainder; one user has more rows than units.
const std::vector<Case> kCases = {{0.5, 2, 2}, {1, 2, 3}, {2, 3, 2}, {3, 6, 3}};

TEST_CASE("means of users are epsilon-DP for users with any rows, and use all of epsilon") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-1, 0, 1, 5}, rows);
    const auto task = task_of(epsilon, 1, whole, Neighbors::add_remove);
    const std::size_t most = rows == 2 ? 2 : 1;
    const auto report =
        check_add_remove(everybody.size(), 0, most, epsilon, mean(task, everybody, most));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
  }
}

TEST_CASE("means are epsilon-DP for users who change all their rows, and use all of epsilon") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-1, 0, 1}, rows);
    const auto task = task_of(epsilon, 1, whole, Neighbors::replace);
    for (const std::size_t size : {1u, 2u}) {
      if (size == 2 && rows == 3) continue;
      const auto report =
          check_replace(everybody.size(), size, epsilon, mean(task, everybody, size));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
    }
  }
}

TEST_CASE("means of two groups together have the privacy loss of one mean") {
  const auto everybody = small_users(2, {-1, 0, 1}, 2);
  // Two rows share 2 units evenly, and 5 in the order of their groups.
  for (const std::uint32_t whole : {2u, 5u}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto draw = mean(task_of(2, 2, whole, neighbors), everybody, 1);
      const auto report = neighbors == Neighbors::replace
                              ? check_replace(everybody.size(), 1, 2, draw)
                              : check_add_remove(everybody.size(), 0, 1, 2, draw);
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(2).epsilon(1e-9));
    }
  }
}

TEST_CASE("controls: means at 1.1 epsilon, and at full epsilon under replace") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-1, 0, 1}, rows);
    const double claimed = epsilon;
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto report = [&](const UserMeanTask& task) {
        const auto draw = mean(task, everybody, 1);
        return neighbors == Neighbors::replace
                   ? check_replace(everybody.size(), 1, claimed, draw)
                   : check_add_remove(everybody.size(), 0, 1, claimed, draw);
      };
      CHECK_FALSE(report(task_of(1.1 * claimed, 1, whole, neighbors)).within(0));
      if (neighbors == Neighbors::replace) {
        const auto full = report(task_of(claimed, 1, whole, Neighbors::add_remove));
        CHECK_FALSE(full.within(0));
        CHECK(full.largest_log_ratio == Approx(2 * claimed).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("control: sum and count of users with the noise for only one of them are rejected") {
  const auto everybody = small_users(1, {-1, 0, 1}, 2);
  const auto task = task_of(1, 1, 2, Neighbors::add_remove);
  const auto plan = UserMean::plan(task);
  const auto both = [&](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 4);
    const DomainEnds ends =
        domain_ends(table_of(chosen, everybody), 1, task.domain, task.user_weight).front();
    const std::int64_t sum = laplace_count(ends.high, plan.rate, noise);
    const std::int64_t count = laplace_count(ends.high + ends.low, plan.rate, noise);
    return std::pair(in_window(sum, 0, 2), in_window(count, 0, 2));
  };
  CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, 1, both).within(0));
}

/// P[the mean lies within its stated error of the truth, or the release abstains], for noise of at most
/// `error`.
long double coverage(const ValuedRows& table, const UserMeanTask& task, std::int64_t error) {
  const auto plan = UserMean::plan(task);
  const DomainEnds ends = domain_ends(table, 1, task.domain, task.user_weight).front();
  const auto weight = static_cast<long double>(ends.high + ends.low);
  const long double truth = static_cast<long double>(ends.high) / weight;
  const auto law = enumerate(
      [&](Randomness& randomness) {
        const auto noisy = UserMean::draw(task, plan, table, randomness).front();
        const auto told = mean_of(noisy, error);
        if (!told) return true;
        const auto parts = static_cast<long double>(told->denominator);
        const long double off = static_cast<long double>(told->numerator) / parts - truth;
        return std::fabs(off) <= static_cast<long double>(told->error) / parts + 1e-15L;
      },
      1e-9L);
  return law.of(true);
}

TEST_CASE("a mean formed from released ends is within its stated error, but not within a third") {
  const auto everybody = small_users(1, {-1, 0, 1}, 2);
  for (const double confidence : {0.9, 0.99}) {
    auto task = task_of(2, 1, 2, Neighbors::add_remove);
    task.confidence = confidence;
    const std::int64_t error = UserMean::plan(task).error;
    for_each_multiset(everybody.size(), 3, [&](const Users& chosen) {
      const ValuedRows table = table_of(chosen, everybody);
      if (!table.values.empty()) CHECK(coverage(table, task, error) >= confidence - 1e-8L);
    });
    // Many users at one end: only the noise at the other one pulls the mean away.
    const ValuedRows many = table_of({}, {}, std::vector<SmallUser>(30, {{0, 1}}));
    task.epsilon = 0.5;
    const std::int64_t more = UserMean::plan(task).error;
    CHECK(coverage(many, task, more) >= confidence - 1e-8L);
    CHECK(coverage(many, task, more / 3) < confidence - 1e-8L);
  }
}

}  // namespace
}  // namespace logstar::testing::user_mean_test
