// Counts of distinct items: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "small_users.hpp"

namespace logstar::testing::distinct_count_test {
namespace {

constexpr std::uint32_t kItems = 4;

/// Users of up to three rows with an item each.
std::vector<SmallUser> everybody() { return small_users(kItems, {0}, 3); }

ItemRows items_of(const Users& chosen) { return {table_of(chosen, everybody()).rows, kItems}; }

DistinctCountTask task_of(double epsilon, std::uint64_t per_user, Neighbors neighbors) {
  DistinctCountTask task;
  task.epsilon = epsilon;
  task.per_user = per_user;
  task.neighbors = neighbors;
  return task;
}

/// The release's own draw.
auto distinct(const DistinctCountTask& task) {
  const auto plan = DistinctCount::plan(task);
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, kItems + 2);
    return in_window(DistinctCount::draw(task, plan, items_of(chosen), noise), 0, kItems);
  };
}

TEST_CASE("distinct items are epsilon-DP for users with any items, and use all of epsilon") {
  for (const std::uint64_t per_user : {1u, 2u, 3u}) {
    const auto report = check_add_remove(everybody().size(), 0, 2, 1.5,
                                         distinct(task_of(1.5, per_user, Neighbors::add_remove)));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(1.5).epsilon(1e-9));
  }
}

TEST_CASE("distinct items are epsilon-DP with the same noise for users who change all items") {
  for (const std::uint64_t per_user : {1u, 2u, 3u}) {
    for (const std::size_t users : {1u, 2u}) {
      const auto report = check_replace(everybody().size(), users, 1.5,
                                        distinct(task_of(1.5, per_user, Neighbors::replace)));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(1.5).epsilon(1e-9));
    }
  }
}

TEST_CASE("controls: distinct items with noise for one item less, or of users who keep all") {
  // At epsilon 1, with the task's noise.
  const auto report = [](const DistinctCountTask& task, std::uint64_t kept) {
    const auto plan = DistinctCount::plan(task);
    const auto draw = [=](const Users& chosen, Randomness& randomness) {
      ClippedNoise noise(randomness, kItems + 2);
      const std::uint64_t items = distinct_items(items_of(chosen), kept, noise);
      return in_window(laplace_count(clamp_sum(items), plan.rate, noise), 0, kItems);
    };
    return task.neighbors == Neighbors::replace
               ? check_replace(everybody().size(), 1, 1, draw)
               : check_add_remove(everybody().size(), 0, 1, 1, draw);
  };
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto task = task_of(1, 2, neighbors);
    CHECK(report(task, 2).within(0));
    CHECK_FALSE(report(task_of(1, 1, neighbors), 2).within(0));
    CHECK_FALSE(report(task, 3).within(0));
    CHECK_FALSE(report(task_of(1.1, 2, neighbors), 2).within(0));
  }
}

}  // namespace
}  // namespace logstar::testing::distinct_count_test
