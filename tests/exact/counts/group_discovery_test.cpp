// Partition selection: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "discovered_groups.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "noise_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_discovery_test {
namespace {

TEST_CASE("private groups are (epsilon, delta)-DP for users with any rows, delta charged once") {
  for (const Case& one : kCases) {
    const ContributionBound share = one.per_user.share();
    const Loss loss = loss_of(one.epsilon, one.threshold, share, Neighbors::add_remove);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::add_remove);
    CHECK(parameters.threshold == one.threshold);
    for (const Table& table : {alone(one), beside_many(one)}) {
      const auto draw = discovery(table, one.per_user, parameters);
      const std::size_t most = table.base.empty() ? 3 : 2;
      const auto report = check_add_remove(table.users.size(), 0, most, loss.epsilon, draw);
      CHECK(report.within(loss.delta));
      CHECK(report.worst_delta > (1 - 1e-6) * loss.delta);
    }
  }
}

TEST_CASE("private groups are (epsilon, delta)-DP for users who change all their rows") {
  for (const Case& one : kCases) {
    const ContributionBound share = one.per_user.share();
    const Loss loss = loss_of(one.epsilon, one.threshold, share, Neighbors::replace);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::replace);
    CHECK(parameters.threshold == one.threshold);
    for (const Table& table : {alone(one), beside_many(one)}) {
      const auto draw = discovery(table, one.per_user, parameters);
      for (const std::size_t size : {1u, 2u}) {
        CHECK(check_replace(table.users.size(), size, loss.epsilon, draw).within(loss.delta));
      }
    }
  }
}

TEST_CASE("users of three groups are charged for them together, and use all of delta") {
  for (const Case& one : kCases) {
    const Table table{3, small_users(3, {0}, 3)};
    const std::size_t users = table.users.size();
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const Loss loss = loss_of(one.epsilon, one.threshold, one.per_user.share(), neighbors);
      const auto draw = discovery(table, one.per_user, calibrated(loss, one.per_user, neighbors));
      const auto report = neighbors == Neighbors::replace
                              ? check_replace(users, 1, loss.epsilon, draw)
                              : check_add_remove(users, 0, 2, loss.epsilon, draw);
      CHECK(report.within(loss.delta));
      CHECK(report.worst_delta > (1 - 1e-6) * loss.delta);
    }
  }
}

TEST_CASE("the release of discovery, with all its tails, has the law enumerated in lumps") {
  GroupDiscoveryTask task;
  task.loss = {2, 0.1};
  task.per_user.user_weight = 2;
  Table table{2, small_users(2, {0}, 2)};
  table.base.insert(table.base.end(), 2, {{1, 0}});
  const auto plan = GroupDiscovery::plan(task);
  const auto whole = [&](const Users& chosen, Randomness& randomness) {
    const ValuedRows rows = table_of(chosen, table.users, table.base);
    return GroupDiscovery::draw(task, plan, {rows.rows, 2}, randomness);
  };
  const auto lumped = discovery(table, task.per_user, plan.parameters);
  for_each_multiset(table.users.size(), 2, [&](const Users& chosen) {
    const auto a = enumerate([&](Randomness& r) { return whole(chosen, r); });
    const auto b = enumerate([&](Randomness& r) { return lumped(chosen, r); });
    for (const auto& [named, mass] : b.mass) CHECK(std::fabs(a.of(named) - mass) < 1e-11L);
  });
  CHECK(check_add_remove(table.users.size(), 0, 2, 2, whole).within(0.1));
}

TEST_CASE("counts of released groups, drawn after their release, add their epsilon and no delta") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const PerUser two{std::nullopt, 2};
    const Loss loss = loss_of(1, 3, two.share(), neighbors);
    Table table = beside_many({1, 3, two});
    const auto name = discovery(table, two, calibrated(loss, two, neighbors));
    const auto both = [&](const Users& chosen, Randomness& randomness) {
      const Named named = name(chosen, randomness);
      std::vector<std::int64_t> counts;
      if (named.empty()) return std::pair(named, counts);
      CountedRows rows = table_of(chosen, table.users, table.base).rows;
      rows.groups = only_named(std::move(rows.groups), named);
      const auto groups = static_cast<std::uint32_t>(named.size());
      const UserHistogramTask task{0.5, groups, two, neighbors, 0.9};
      // Weights in released groups: the base's weight plus that of up to two users.
      const auto base = static_cast<std::int64_t>(table.base.size());
      ClippedNoise noise(randomness, base + 4);
      counts = UserHistogram::draw(task, UserHistogram::plan(task), rows, noise);
      for (std::int64_t& count : counts) count = in_window(count, base, base + 2);
      return std::pair(named, counts);
    };
    const auto report = neighbors == Neighbors::replace
                            ? check_replace(table.users.size(), 1, 1.5, both)
                            : check_add_remove(table.users.size(), 0, 1, 1.5, both);
    CHECK(report.within(loss.delta));
    CHECK(report.largest_log_ratio == Approx(1.5).epsilon(1e-9));
  }
}

TEST_CASE(
    "discovery of heavy groups keeps epsilon, and fails at 1.1 of it or at add-remove's rate") {
  for (const Case& one : kHighCases) {
    const Table table = heavy_groups(one);
    const std::size_t users = table.users.size();
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const Loss loss = loss_of(one.epsilon, one.threshold, one.per_user.share(), neighbors);
      const bool replace = neighbors == Neighbors::replace;
      const auto keeps = [&](const Loss& instead, Neighbors as) {
        const auto draw = discovery(table, one.per_user, calibrated(instead, one.per_user, as));
        const auto report = replace ? check_replace(users, 1, loss.epsilon, draw)
                                    : check_add_remove(users, 0, 1, loss.epsilon, draw);
        return report.within(loss.delta);
      };
      INFO("epsilon " << loss.epsilon << " threshold " << one.threshold << " unit "
                      << one.per_user.unit() << " replace " << replace);
      CHECK(keeps(loss, neighbors));
      CHECK_FALSE(keeps({1.1 * loss.epsilon, loss.delta}, neighbors));
      if (replace) CHECK_FALSE(keeps(loss, Neighbors::add_remove));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::group_discovery_test
