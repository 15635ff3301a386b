// Tables of users in two or three groups, and discovery of them by given parameters.
#pragma once

#include <cmath>

#include "clipped_noise.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "mistakes/counts.hpp"
#include "noise_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_discovery_test {

using Named = std::vector<NamedGroup>;

/// The probability of the outcomes that are possible only with a user who gives a to a group.
inline double accident(double rate, std::int64_t t, double a) {
  const double above = std::exp(-rate * static_cast<double>(t + 1));
  return above * std::expm1(rate * a) / (1 + std::exp(-rate) - above);
}

/// The failure probability over all groups of one user with this contribution bound.
inline double accidents(double rate, std::int64_t t, const ContributionBound& share) {
  const double groups = static_cast<double>(share.total) / static_cast<double>(share.max_per_group);
  const double one = accident(rate, t, static_cast<double>(share.max_per_group));
  return -std::expm1(groups * std::log1p(-one));
}

/// A loss whose delta the threshold t uses up to rounding.
inline Loss loss_of(double epsilon, std::int64_t t, const ContributionBound& share,
                    Neighbors neighbors) {
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
inline auto discovery(const Table& table, const PerUser& per_user,
                      const GroupDiscoveryParameters& parameters) {
  return [=](const Users& chosen, Randomness& randomness) {
    const ValuedRows rows = table_of(chosen, table.users, table.base);
    const auto weights = group_weights(rows.rows, table.groups, per_user, randomness);
    const auto heaviest = static_cast<std::int64_t>(std::ranges::max(weights));
    NoiseFromAbove lumped(randomness, parameters.threshold - heaviest + 1);
    return discover_groups(weights, parameters, lumped);
  };
}

inline GroupDiscoveryParameters calibrated(const Loss& loss, const PerUser& per_user,
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
inline const std::vector<Case> kCases = {
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

inline std::size_t rows_of(const Case& one) {
  return one.per_user.user_weight == 5 || one.per_user.user_weight == 6 ? 3 : 2;
}

/// Users of up to two or three rows in two groups, and no other users.
inline Table alone(const Case& one) { return {2, small_users(2, {0}, rows_of(one))}; }

/// The table with enough more users that each group weighs about the threshold.
inline Table beside_many(const Case& one, Table table) {
  const auto many = static_cast<std::size_t>(one.threshold) / one.per_user.unit() + 1;
  for (std::uint32_t group = 0; group < table.groups; ++group) {
    table.base.insert(table.base.end(), many, {{group, 0}});
  }
  return table;
}
inline Table beside_many(const Case& one) { return beside_many(one, alone(one)); }

/// So high a threshold that delta is negligible next to the effect of epsilon in heavy groups.
inline const std::vector<Case> kHighCases = {
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
inline Table heavy_groups(const Case& one) {
  if (one.per_user.groups != 2) return beside_many(one, {2, {{}, {{0, 0}}, {{1, 0}}}});
  return beside_many(one, {4, {{}, {{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}}});
}

}  // namespace logstar::testing::group_discovery_test
