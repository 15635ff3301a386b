// Quantiles of small tables, asked of an engine.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "databases.hpp"
#include "engine_table.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "user_tables.hpp"

namespace logstar::testing::quantiles_same_law_test {

using Numbers = std::vector<std::int64_t>;
using Quantiles = std::vector<QuantileFraction>;

inline const Quantiles kTwo = {{1, 3}, {3, 4}};
inline const Quantiles kQuartiles = {{1, 4}, {1, 2}, {3, 4}};

/// A query on small tables, and the answers that the engine defers.
struct Asking {
  std::uint32_t bits = 1;
  Quantiles quantiles = kTwo;
  unsigned tie_bits = 1;
  bool abstain = false;
  std::uint32_t groups = 1;
  Neighbors neighbors = Neighbors::add_remove;
  double epsilon = 4;
  Fetch fetch = Fetch::halves;
  bool says_rows = true;  ///< false: of single keys only
  std::uint32_t ahead = 1;
  BaseMeasure measure = {};
};

inline constexpr std::uint32_t kWhole = 4;  // of which a user of three rows has 1, 1 and 2

inline UserRanksTask task_of(const Asking& asking) {
  UserRanksTask task;
  task.each.bits = asking.bits;
  task.each.domain = WideInterval::all(asking.bits);
  task.each.quantile = asking.quantiles.front();
  task.each.loss = {asking.epsilon, 0};
  task.each.neighbors = asking.neighbors;
  task.each.confidence = 0.5;
  task.each.list = asking.groups > 1 ? GroupList::declared : GroupList::none;
  task.each.groups = asking.groups;
  task.each.abstain = asking.abstain;
  task.each.user_weight = kWhole;
  task.each.measure = asking.measure;
  task.quantiles = asking.quantiles;
  task.several = SeveralRanks::recursion;
  return task;
}

/// 16 bits would be too many to enumerate.
inline UserRanks::Plan plan_of(const Asking& asking) {
  UserRanks::Plan plan = UserRanksWindows::plan(task_of(asking));
  plan.recursion->draws.tie_bits = asking.tie_bits;
  return plan;
}

inline Numbers numbers_of(const UserRanks::Answer& answers) {
  Numbers numbers;
  for (const auto& [group, values] : answers) {
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// The answers of an engine that cuts its windows here, and the number of extra round trips.
struct Conversed {
  UserRanks::Answer answers;
  std::size_t trips = 0;
};

inline Conversed converse(const Asking& asking, const UserRanks::Plan& plan,
                          const std::vector<KeyRows>& tables,
                          const std::vector<std::uint64_t>& cuts, Randomness& randomness) {
  const auto conversation =
      UserRanksWindows::draw(task_of(asking), plan, {asking.ahead}, randomness);
  std::vector<KeyWeights> weights;
  for (const KeyRows& table : tables) weights.push_back(weights_of(table));
  const std::uint64_t last = (std::uint64_t(1) << asking.bits) - 1;
  REQUIRE(conversation->open({windows_between(weights, last, cuts)}));
  Conversed found;
  for (; !conversation->wanted().empty(); ++found.trips) {
    std::vector<std::vector<ToldRegion>> contents;
    for (const auto& [quantile, place, cut] : conversation->wanted()) {
      auto& told = contents.emplace_back();
      for (const Region& one : contents_of(weights[place], cut.region, asking.fetch)) {
        const bool rows = cut.region.is_key() || asking.says_rows;
        told.push_back(rows ? with_rows(tables[place], {one})[0] : ToldRegion{one});
      }
    }
    REQUIRE(conversation->provide(contents));
  }
  found.answers = conversation->answers();
  return found;
}

}  // namespace logstar::testing::quantiles_same_law_test
