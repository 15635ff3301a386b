// Partition selection: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "mistakes/counts.hpp"
#include "noise_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_discovery_test {
namespace {

using Named = std::vector<NamedGroup>;

/// The probability of the outcomes that are possible only with a user who gives a to a group.
double accident(double rate, std::int64_t t, double a) {
  const double above = std::exp(-rate * static_cast<double>(t + 1));
  return above * std::expm1(rate * a) / (1 + std::exp(-rate) - above);
}

/// The failure probability over all groups of one user with this contribution bound.
double accidents(double rate, std::int64_t t, const ContributionBound& share) {
  const double groups = static_cast<double>(share.total) / static_cast<double>(share.max_per_group);
  const double one = accident(rate, t, static_cast<double>(share.max_per_group));
  return -std::expm1(groups * std::log1p(-one));
}

/// A loss whose delta the threshold t uses up to rounding.
Loss loss_of(double epsilon, std::int64_t t, const ContributionBound& share, Neighbors neighbors) {
  const double sensitivity =
      static_cast<double>(share.total) * (neighbors == Neighbors::replace ? 2 : 1);
  return {epsilon, accidents(epsilon / sensitivity, t, share) * (1 + 1e-11)};
}

struct Table {
  std::uint32_t groups = 2;
  std::vector<SmallUser> users;
  std::vector<SmallUser> base = {};
};

/// Discovery by these parameters; all noise too low to release a group is one outcome.
auto discovery(const Table& table, const PerUser& per_user,
               const GroupDiscoveryParameters& parameters) {
  return [=](const Users& chosen, Randomness& randomness) {
    const ValuedRows rows = table_of(chosen, table.users, table.base);
    const auto weights = group_weights(rows.rows, table.groups, per_user, randomness);
    const auto heaviest = static_cast<std::int64_t>(std::ranges::max(weights));
    NoiseFromAbove lumped(randomness, parameters.threshold - heaviest + 1);
    return discover_groups(weights, parameters, lumped);
  };
}

GroupDiscoveryParameters calibrated(const Loss& loss, const PerUser& per_user,
                                    Neighbors neighbors) {
  GroupDiscoveryTask task;
  task.loss = loss;
  task.per_user = per_user;
  task.neighbors = neighbors;
  return GroupDiscovery::plan(task).parameters;
}

struct Case {
  double epsilon;
  std::int64_t threshold;
  PerUser per_user;
};

/// Users spread over up to two or three rows, or in at most one or two groups.
const std::vector<Case> kCases = {
    {0.5, 4, {std::nullopt, 2}},
    {1, 3, {std::nullopt, 2}},
    {3, 2, {std::nullopt, 2}},
    {1, 7, {std::nullopt, 6}},
    {2, 9, {std::nullopt, 6}},
    {1.5, 7, {std::nullopt, 5}},
    {1, 2, {1}},
    {1.5, 1, {2}},
    {4, 3, {2}},
};

std::size_t rows_of(const Case& one) {
  return one.per_user.user_weight == 5 || one.per_user.user_weight == 6 ? 3 : 2;
}

/// Users of up to two or three rows in two groups, and no other users.
Table alone(const Case& one) { return {2, small_users(2, {0}, rows_of(one))}; }

/// The table with enough more users that each group weighs about the threshold.
Table beside_many(const Case& one, Table table) {
  const auto many = static_cast<std::size_t>(one.threshold) / one.per_user.unit() + 1;
  for (std::uint32_t group = 0; group < table.groups; ++group) {
    table.base.insert(table.base.end(), many, {{group, 0}});
  }
  return table;
}
Table beside_many(const Case& one) { return beside_many(one, alone(one)); }

/// So high a threshold that delta is negligible next to the effect of epsilon in heavy groups.
const std::vector<Case> kHighCases = {
    {0.5, 36, {std::nullopt, 2}},
    {1, 20, {std::nullopt, 2}},
    {3, 8, {std::nullopt, 2}},
    {1, 48, {std::nullopt, 6}},
    {2, 30, {std::nullopt, 6}},
    {1, 10, {1}},
    {2, 7, {2}},
    {4, 5, {2}},
};

/// Heavy groups and users in one or two of them, in groups of other users or in no group.
Table heavy_groups(const Case& one) {
  if (one.per_user.groups != 2) return beside_many(one, {2, {{}, {{0, 0}}, {{1, 0}}}});
  return beside_many(one, {4, {{}, {{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}}});
}

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

TEST_CASE("control: discovery that ignores a user's number of groups is rejected") {
  for (const Case& one : kHighCases) {
    if (one.per_user.groups != 2) continue;
    const Table table = heavy_groups(one);
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const auto forgotten = calibrate_group_discovery(loss, {1, 1}, Neighbors::add_remove);
    const auto draw = discovery(table, one.per_user, forgotten);
    CHECK_FALSE(check_add_remove(table.users.size(), 0, 1, loss.epsilon, draw).within(loss.delta));
  }
}

TEST_CASE("controls: a threshold one lower, noise drawn once, noise cut at the threshold") {
  for (const Case& one : kCases) {
    const ContributionBound share = one.per_user.share();
    const Loss loss = loss_of(one.epsilon, one.threshold, share, Neighbors::add_remove);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::add_remove);
    const Table table = alone(one);
    const std::size_t users = table.users.size();
    auto lower = parameters;
    --lower.threshold;
    CHECK_FALSE(check_add_remove(users, 0, 1, loss.epsilon, discovery(table, one.per_user, lower))
                    .within(loss.delta));
    const auto with_noise = [&](const auto& noise_of) {
      return [&](const Users& chosen, Randomness& randomness) {
        const ValuedRows rows = table_of(chosen, table.users);
        const auto weights = group_weights(rows.rows, 2, one.per_user, randomness);
        auto noise = noise_of(randomness);
        return discover_groups(weights, parameters, noise);
      };
    };
    const auto drawn_once = [](Randomness& inner) { return DrawnOnce(inner); };
    const auto cut_off = [](Randomness& inner) { return CutOff(inner); };
    CHECK_FALSE(
        check_add_remove(users, 0, 1, loss.epsilon, with_noise(drawn_once)).within(loss.delta));
    CHECK_FALSE(
        check_add_remove(users, 0, 1, loss.epsilon, with_noise(cut_off)).within(loss.delta));
  }
}

TEST_CASE("control: discovery by weights of rows, ignoring a user's weight, is rejected") {
  for (const Case& one : kCases) {
    if (one.per_user.groups) continue;
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const Table table = alone(one);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::add_remove);
    const auto by_rows = [&](const Users& chosen, Randomness& randomness) {
      const ValuedRows rows = table_of(chosen, table.users);
      const auto weights = row_weights(rows.rows, 2, one.per_user.user_weight);
      return discover_groups(weights, parameters, randomness);
    };
    CHECK_FALSE(
        check_add_remove(table.users.size(), 0, 1, loss.epsilon, by_rows).within(loss.delta));
  }
}

TEST_CASE("control: discovery with a power of 1 - d for d above 1 is rejected") {
  // q = 1/2, t = 0, two groups of 2 each: (1 - 3/2)^2 = 1 - 3/4.
  const ContributionBound share{4, 2};
  const Loss loss{4 * std::log(2.0), 0.75};
  GroupDiscoveryParameters literal{loss, share, calibrate_user_noise(loss.epsilon, share.total), 0};
  CHECK(newcomer_probability_up(literal) == Approx(1.5));
  CHECK(std::pow(1 - newcomer_probability_up(literal), 2) == Approx(1 - loss.delta));
  const auto delta_of = [&](const GroupDiscoveryParameters& parameters) {
    const auto law = [&](std::vector<std::uint64_t> weights) {
      return enumerate([&](Randomness& r) { return discover_groups(weights, parameters, r); });
    };
    return hockey_stick(law({2, 2}), law({0, 0}), loss.epsilon);
  };
  CHECK(delta_of(literal) == Approx(15.0 / 16));
  const auto kept = calibrate_group_discovery(loss, share, Neighbors::add_remove);
  CHECK(newcomer_probability_up(kept) < 1);
  CHECK(delta_of(kept) <= loss.delta);
}

TEST_CASE("control: groups in their order of occurrence are rejected") {
  for (const Case& one : kCases) {
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const Table table = beside_many(one);
    const auto draw =
        discovery(table, one.per_user, calibrated(loss, one.per_user, Neighbors::add_remove));
    const auto as_they_occur = [&](const Users& chosen, Randomness& randomness) {
      const Named named = draw(chosen, randomness);
      return in_order_of_rows(named, table_of(chosen, table.users, table.base).rows);
    };
    CHECK_FALSE(
        check_add_remove(table.users.size(), 0, 1, loss.epsilon, as_they_occur).within(loss.delta));
  }
}

/// The released weight of a group of this weight, 0 if it is withheld.
Law<std::int64_t> told_of(std::int64_t weight, const GroupDiscoveryParameters& parameters) {
  return enumerate([&](Randomness& randomness) {
    const std::uint64_t weights[] = {static_cast<std::uint64_t>(weight)};
    const Named named = discover_groups(weights, parameters, randomness);
    return named.empty() ? std::int64_t(0) : named.front().weight;
  });
}

long double off_by_more(std::int64_t weight, std::int64_t error,
                        const GroupDiscoveryParameters& parameters) {
  const auto law = told_of(weight, parameters);
  long double mass = law.missing;
  for (const auto& [told, p] : law.mass) {
    if (std::abs(told - weight) > error) mass += p;
  }
  return mass;
}

TEST_CASE(
    "groups are released from exactly the stated weight on, and within the exact stated error") {
  for (const Case& one : kCases) {
    const auto parameters =
        calibrate_group_discovery({one.epsilon, 0.03}, one.per_user.share(), Neighbors::add_remove);
    for (const double confidence : {0.6, 0.9, 0.999}) {
      const long double wrong = 1 - static_cast<long double>(confidence);
      const std::int64_t from = named_from(parameters, confidence);
      CHECK(told_of(from, parameters).of(0) <= wrong + 1e-11L);
      CHECK(told_of(from - 1, parameters).of(0) > wrong - 1e-11L);
      const std::int64_t error = group_discovery_error(parameters, confidence);
      for (std::int64_t weight = 1; weight <= 2 * error; ++weight) {
        CHECK(off_by_more(weight, error, parameters) <= wrong + 1e-11L);
      }
      CHECK(off_by_more(error, error - 1, parameters) > wrong - 1e-11L);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::group_discovery_test
