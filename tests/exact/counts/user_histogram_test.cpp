// Counts of users and histograms: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/counts/user_count_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "mistakes/counts.hpp"
#include "small_users.hpp"

namespace logstar::testing::user_histogram_test {
namespace {

struct Case {
  double epsilon;
  std::uint32_t groups;  ///< or bins
  PerUser per_user;
  bool in_bins = false;
};

/// Users of up to two rows (three if rows share 5 or 6 units); up to three users in a table.
const std::vector<Case> kCases = {
    {1, 1, {std::nullopt, 2}},
    {2, 2, {std::nullopt, 2}},
    {3, 2, {std::nullopt, 6}},
    {2, 2, {std::nullopt, 5}},
    {0.7, 1, {1}},
    {1, 2, {1}},
    {2, 2, {2}},
    {2, 3, {2}},
    {2, 2, {2}, true},
};

bool has_three_rows(const Case& one) {
  return one.per_user.user_weight == 5 || one.per_user.user_weight == 6;
}

std::size_t rows_of(const Case& one) { return has_three_rows(one) ? 3 : 2; }

UserHistogramTask task_of(const Case& one, Neighbors neighbors) {
  UserHistogramTask task{one.epsilon, one.groups, one.per_user, neighbors, 0.9};
  if (one.in_bins) std::swap(*task.groups, task.bins);
  return task;
}

/// The release's own draw of tables of up to `users` users.
auto histogram(const Case& one, const UserHistogramTask& task, std::size_t users) {
  const auto everybody = small_users(one.groups, {0}, rows_of(one));
  const auto plan = UserHistogram::plan(task);
  const auto most = static_cast<std::int64_t>(users * one.per_user.unit());
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, most + 2);
    const ValuedRows rows = table_of(chosen, everybody);
    auto answer = UserHistogram::draw(task, plan, rows.rows, noise);
    for (std::int64_t& number : answer) number = in_window(number, 0, most);
    return answer;
  };
}

std::size_t users_of(const Case& one) { return small_users(one.groups, {0}, rows_of(one)).size(); }

TEST_CASE("histograms of users are epsilon-DP for users with any rows, and use all of epsilon") {
  for (const Case& one : kCases) {
    const auto task = task_of(one, Neighbors::add_remove);
    const std::size_t most = has_three_rows(one) || one.groups == 3 ? 2 : 3;
    const auto report =
        check_add_remove(users_of(one), 0, most, one.epsilon, histogram(one, task, most));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(one.epsilon).epsilon(1e-9));
  }
}

TEST_CASE("histograms are epsilon-DP for users who change all their rows, and use all of epsilon") {
  for (const Case& one : kCases) {
    const auto task = task_of(one, Neighbors::replace);
    for (const std::size_t size : {1u, 2u}) {
      const auto report =
          check_replace(users_of(one), size, one.epsilon, histogram(one, task, size));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(one.epsilon).epsilon(1e-9));
    }
  }
}

TEST_CASE("counts of users, in total and by group, are epsilon-DP and use all of epsilon") {
  const auto users = small_users(3, {0}, 3);
  for (const std::uint64_t per_user : {1u, 2u}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t groups : {1u, 3u}) {
        const UserCountTask task{1, groups, per_user, neighbors, 0.9};
        const auto plan = UserCount::plan(task);
        const auto count = [&](const Users& chosen, Randomness& randomness) {
          ClippedNoise noise(randomness, 4);
          CountedRows rows = table_of(chosen, users).rows;
          if (groups == 1) rows.groups.clear();
          auto answer = UserCount::draw(task, plan, rows, noise);
          for (std::int64_t& number : answer) number = in_window(number, 0, 2);
          return answer;
        };
        const auto report = neighbors == Neighbors::replace
                                ? check_replace(users.size(), 1, 1, count)
                                : check_add_remove(users.size(), 0, 2, 1, count);
        CHECK(report.within(0));
        CHECK(report.largest_log_ratio == Approx(1).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("controls: histograms at 1.1 epsilon, or calibrated for one user added and not changed") {
  for (const Case& one : kCases) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto keeps = [&](const UserHistogramTask& task) {
        const auto draw = histogram(one, task, 1);
        const auto report = neighbors == Neighbors::replace
                                ? check_replace(users_of(one), 1, one.epsilon, draw)
                                : check_add_remove(users_of(one), 0, 1, one.epsilon, draw);
        return report.within(0);
      };
      auto task = task_of(one, neighbors);
      CHECK(keeps(task));
      task.epsilon *= 1.1;
      CHECK_FALSE(keeps(task));
      // A single number moves equally far when a user changes and when a user comes.
      const auto share = one.per_user.share();
      const bool apart = sensitivity(share, one.groups, Neighbors::replace) >
                         sensitivity(share, one.groups, Neighbors::add_remove);
      if (neighbors == Neighbors::replace && apart) {
        CHECK_FALSE(keeps(task_of(one, Neighbors::add_remove)));
      }
    }
  }
}

TEST_CASE(
    "controls: a histogram by weights of rows, and a histogram that ignores a user's groups") {
  for (const Case& one : kCases) {
    const auto everybody = small_users(one.groups, {0}, rows_of(one));
    auto task = task_of(one, Neighbors::add_remove);
    if (one.per_user.groups) {
      if (one.groups == 1 || *one.per_user.groups == 1) continue;
      const auto plan = UserHistogram::plan({one.epsilon, one.groups, {1}, task.neighbors, 0.9});
      const auto forgotten = [&](const Users& chosen, Randomness& randomness) {
        ClippedNoise noise(randomness, 3);
        auto answer = UserHistogram::draw(task, plan, table_of(chosen, everybody).rows, noise);
        for (std::int64_t& number : answer) number = in_window(number, 0, 1);
        return answer;
      };
      CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, one.epsilon, forgotten).within(0));
      continue;
    }
    const auto plan = UserHistogram::plan(task);
    const auto most = static_cast<std::int64_t>(one.per_user.user_weight * rows_of(one));
    const auto by_rows = [&](const Users& chosen, Randomness& randomness) {
      ClippedNoise noise(randomness, most + 2);
      const CountedRows rows = table_of(chosen, everybody).rows;
      std::vector<std::int64_t> answer;
      for (const auto weight : row_weights(rows, one.groups, one.per_user.user_weight)) {
        const auto noisy = laplace_count(static_cast<std::int64_t>(weight), plan.rate, noise);
        answer.push_back(in_window(noisy, 0, most));
      }
      return answer;
    };
    CHECK_FALSE(check_add_remove(everybody.size(), 0, 1, one.epsilon, by_rows).within(0));
  }
}

TEST_CASE("the stated error of a histogram covers all of its numbers at once, by its exact law") {
  for (const std::uint32_t groups : {1u, 3u}) {
    UserHistogramTask task{2, groups, {std::nullopt, 3}, Neighbors::add_remove, 0.9};
    const auto plan = UserHistogram::plan(task);
    const auto all_within = [&](std::int64_t error) {
      const auto law = enumerate([&](Randomness& randomness) {
        ClippedNoise noise(randomness, error + 1);
        const auto answer = UserHistogram::draw(task, plan, {}, noise);
        return std::ranges::all_of(answer, [&](auto n) { return std::abs(n) <= error; });
      });
      return law.of(true);
    };
    CHECK(all_within(plan.error) >= 0.9L);
    CHECK(all_within(plan.error - 1) < 0.9L);
  }
}

}  // namespace
}  // namespace logstar::testing::user_histogram_test
