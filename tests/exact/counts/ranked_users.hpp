// Small and heavy tables of users, and draws of their ranks.
#pragma once

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "noise_from_above.hpp"
#include "passing_randomness.hpp"
#include "privacy_report.hpp"
#include "release_contract.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_ranks_test {

inline const UserPlaces kPlaces{2, {0, 3}, 2};

inline UserRanksTask ranks_task(const Loss& loss, Neighbors neighbors, bool find_groups,
                                bool several) {
  UserRanksTask task;
  task.each.bits = 2;
  task.each.domain = WideInterval::all(2);
  task.each.loss = loss;
  task.each.neighbors = neighbors;
  task.each.confidence = 0.5;
  task.each.list = find_groups ? GroupList::occurring : GroupList::declared;
  task.each.groups = 2;
  task.each.user_weight = 2;
  task.each.quantile = QuantileFraction{1, 2};
  task.several = SeveralRanks::separate;  // by recursion: user_quantiles_test.cpp
  if (several) task.quantiles = {{1, 4}, {1, 2}};
  return task;
}

inline std::vector<std::int64_t> numbers_of(const UserRanks::Answer& answers) {
  std::vector<std::int64_t> numbers;
  for (const auto& [group, values] : answers) {
    numbers.push_back(group);
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// Checks all tables of at most one user of up to two rows, with the base.
template <typename Draw>
PrivacyReport check_tables(Neighbors neighbors, double epsilon, const UserBase& base,
                           const Draw& draw) {
  const auto kinds = users_of_rows(kPlaces.count(), 2, neighbors);
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    return numbers_of(draw(user_rows(kPlaces, kinds, database, base), randomness));
  };
  return neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, epsilon, mechanism)
                                         : check_add_remove(kinds.size(), 0, 1, epsilon, mechanism);
}

/// All noise too low to release a group is one outcome.
inline auto drawing(const UserRanksTask& task, const UserRanks::Plan& plan) {
  return [=](UserRows rows, Randomness& randomness) {
    if (!plan.discovery) return UserRanks::draw(task, plan, std::move(rows), randomness);
    const auto heaviest = static_cast<std::int64_t>(2 * rows.keys.size());
    NoiseFromAbove lumped(randomness, plan.found->parameters.threshold - heaviest + 1);
    return UserRanks::draw(task, plan, std::move(rows), lumped);
  };
}

/// Two quantiles and users at four keys, with most draws just below the rank of each quantile. A user added at
/// the first key raises the score of these draws and lowers the scores above equally. A user who moves from the
/// first key to the last does the opposite, twice. Quantiles 63/128 and 1/2 use all of epsilon, also with
/// private groups.
inline const UserPlaces kFourKeys{
    62, {0, std::uint64_t(1) << 59, std::uint64_t(1) << 60, std::uint64_t(1) << 61}};
inline const std::vector<QuantileFraction> kTwoQuantiles = {{63, 128}, {1, 2}};
inline const UserBase kBelowRanks = {503, 8, 512, 1};

}  // namespace logstar::testing::user_ranks_test
