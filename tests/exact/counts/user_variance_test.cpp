// Variances of users' values: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "clipped_noise.hpp"
#include "logstar/counts/user_variance_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "small_users.hpp"

namespace logstar::testing::user_variance_test {
namespace {

UserMeanTask task_of(double epsilon, std::uint32_t groups, std::uint32_t whole,
                     Neighbors neighbors) {
  UserMeanTask task;
  task.epsilon = epsilon;
  task.domain = {-2, 2};
  task.groups = groups;
  task.user_weight = whole;
  task.neighbors = neighbors;
  return task;
}

/// The release's own draw of tables of up to `users` users.
auto variance(const UserMeanTask& task, const std::vector<SmallUser>& everybody,
              std::size_t users) {
  const auto plan = UserVariance::plan(task);
  const auto most = static_cast<std::int64_t>(users * task.user_weight);
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, most + 2);
    auto answer = UserVariance::draw(task, plan, table_of(chosen, everybody), noise);
    for (NoisyMoments& moments : answer) {
      moments.high = in_window(moments.high, 0, most);
      moments.middle = in_window(moments.middle, 0, most);
      moments.low = in_window(moments.low, 0, most);
    }
    return answer;
  };
}

struct Case {
  double epsilon;
  std::uint32_t whole;
  std::size_t rows;
};
/// Users share their weight evenly, or with a remainder; some have more rows than units.
const std::vector<Case> kCases = {{0.5, 1, 2}, {1, 2, 2}, {3, 3, 2}};

TEST_CASE("variances of users are epsilon-DP for users with any rows, and use all of epsilon") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-2, -1, 0, 2, 9}, rows);
    const auto task = task_of(epsilon, 1, whole, Neighbors::add_remove);
    const auto report =
        check_add_remove(everybody.size(), 0, 1, epsilon, variance(task, everybody, 1));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
  }
}

TEST_CASE("variances are epsilon-DP for users who change all their rows, and use all of epsilon") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-2, 0, 1, 2}, rows);
    const auto task = task_of(epsilon, 1, whole, Neighbors::replace);
    const auto report = check_replace(everybody.size(), 1, epsilon, variance(task, everybody, 1));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
  }
}

TEST_CASE("variances of two groups together have the privacy loss of one variance") {
  const auto everybody = small_users(2, {-2, 2}, 2);
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto draw = variance(task_of(2, 2, 1, neighbors), everybody, 1);
    const auto report = neighbors == Neighbors::replace
                            ? check_replace(everybody.size(), 1, 2, draw)
                            : check_add_remove(everybody.size(), 0, 1, 2, draw);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(2).epsilon(1e-9));
  }
}

TEST_CASE("controls: variances at 1.1 epsilon, and at full epsilon under replace") {
  for (const auto& [epsilon, whole, rows] : kCases) {
    const auto everybody = small_users(1, {-2, 0, 2}, 1);
    const double claimed = epsilon;
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto report = [&](const UserMeanTask& task) {
        const auto draw = variance(task, everybody, 1);
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

/// The count, sum and squares of a table, `from` in the middle of the domain or at its lower end, with the
/// noise that hides a move by `moved` units.
auto split_sums(const std::vector<SmallUser>& everybody, std::int64_t from,
                std::uint64_t sensitivity) {
  const Rational rate = calibrate_user_noise(1, sensitivity);
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 18);
    std::int64_t count = 0, sum = 0, squares = 0;
    for (const std::int64_t value : table_of(chosen, everybody).values) {
      const std::int64_t off = value - from;
      count += 1;
      sum += off;
      squares += off * off;
    }
    return std::tuple(in_window(laplace_count(count, rate, noise), 0, 1),
                      in_window(laplace_count(sum, rate, noise), -2, 4),
                      in_window(laplace_count(squares, rate, noise), 0, 16));
  };
}

TEST_CASE("controls: count, sum and squares with noise for squares alone, or centred in words") {
  const auto everybody = small_users(1, {-2, -1, 0, 1, 2}, 1);
  // From the middle a user moves 1 + 2 + 4 units, from the lower end 1 + 4 + 16.
  CHECK(check_add_remove(everybody.size(), 0, 1, 1, split_sums(everybody, 0, 7)).within(0));
  CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, 1, split_sums(everybody, 0, 6)).within(0));
  CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, 1, split_sums(everybody, 0, 4)).within(0));
  CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, 1, split_sums(everybody, -2, 7)).within(0));
}

TEST_CASE("control: squares released with both ends of a mean, at their noise, are rejected") {
  const auto everybody = small_users(1, {-2, 0, 2}, 1);
  const auto task = task_of(1, 1, 1, Neighbors::add_remove);
  const auto plan = UserVariance::plan(task);
  const auto three = [&](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, 4);
    const ValuedRows table = table_of(chosen, everybody);
    const DomainEnds ends = domain_ends(table, 1, task.domain, task.user_weight).front();
    const DomainMoments moments = domain_moments(table, 1, task.domain, task.user_weight).front();
    return std::tuple(in_window(laplace_count(ends.high, plan.rate, noise), 0, 1),
                      in_window(laplace_count(ends.low, plan.rate, noise), 0, 1),
                      in_window(laplace_count(moments.high, plan.rate, noise), 0, 1));
  };
  const auto report = check_add_remove(everybody.size(), 0, 1, 1, three);
  CHECK_FALSE(report.within(0));
  CHECK(report.largest_log_ratio == Approx(2).epsilon(1e-9));
}

/// The variance of values with one row a user, in squared widths of the domain -2..2.
long double truth_of(const ValuedRows& table) {
  const auto n = static_cast<long double>(table.values.size());
  long double sum = 0, squares = 0;
  for (const std::int64_t value : table.values) {
    sum += static_cast<long double>(value);
    squares += static_cast<long double>(value * value);
  }
  return (squares - sum * sum / n) / n / 16;
}

/// P[the variance lies within `part` of its stated error of the truth, or the release abstains].
long double coverage(const ValuedRows& table, const UserMeanTask& task, double part) {
  const auto plan = UserVariance::plan(task);
  const long double truth = truth_of(table);
  const auto law = enumerate(
      [&](Randomness& randomness) {
        const auto noisy = UserVariance::draw(task, plan, table, randomness).front();
        const auto variance = variance_of(noisy, noisy.error);
        if (!variance) return true;
        const MeanEstimate told = told_variance(*variance, task.domain, kMaxUserWeight);
        return std::fabs(static_cast<long double>(told.value) / 16 - truth) <=
               part * static_cast<long double>(told.error) / 16 + 1e-15L;
      },
      1e-7L);
  return law.of(true);
}

/// `low` and `high` users at two values.
ValuedRows users_at(std::size_t low, std::int64_t at_low, std::size_t high, std::int64_t at_high) {
  std::vector<SmallUser> users(low, {{0, at_low}});
  users.insert(users.end(), high, {{0, at_high}});
  return table_of({}, {}, users);
}

TEST_CASE("a variance formed from a release is within its stated error, but not within a third") {
  // Four units a user take the places 0, 1/2 and 1 without rounding.
  auto task = task_of(12, 1, 4, Neighbors::add_remove);
  for (const double confidence : {0.8, 0.95}) {
    task.confidence = confidence;
    for (const ValuedRows& table :
         {users_at(9, -2, 0, 0), users_at(5, -2, 5, 2), users_at(8, 0, 0, 0), users_at(9, -2, 2, 2),
          users_at(1, -2, 1, 2), users_at(4, 0, 3, 2)}) {
      CHECK(coverage(table, task, 1) >= confidence - 1e-5L);
    }
  }
  // All users at one end: the noise at the other one raises the variance by nearly the stated error.
  task.epsilon = 4;
  const ValuedRows many = users_at(40, -2, 0, 0);
  CHECK(coverage(many, task, 1) >= 0.95L);
  CHECK(coverage(many, task, 1.0 / 3) < 0.95L);
}

TEST_CASE("a variance is returned if it exceeds the noise, and the release abstains otherwise") {
  auto task = task_of(4, 1, 4, Neighbors::add_remove);
  const auto error = UserVariance::plan(task).error;
  CHECK(variance_of({0, 0, 6 * error}, error));
  CHECK_FALSE(variance_of({0, 0, 5 * error}, error));
  CHECK_FALSE(variance_of({0, 0, 0}, error));
  CHECK_FALSE(variance_of({0, -6 * error, 0}, error));
}

}  // namespace
}  // namespace logstar::testing::user_variance_test
