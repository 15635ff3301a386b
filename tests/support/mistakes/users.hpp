// Mistakes with users of several rows: weights with a wrong sum, and groups that reveal who came first. For the
// verifier and the auditor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"

namespace logstar::testing {

using Weights = std::vector<std::uint32_t>;

/// Ignores a user's weight: each row counts as a user.
inline Weights whole_rows(const UserColumns& columns, std::uint32_t whole) {
  return Weights(columns.rows(), whole);
}

/// Rounds W/m up for each row, without reducing another row.
inline Weights rounded_up(const UserColumns& columns, std::uint32_t whole) {
  std::map<std::uint32_t, std::uint32_t> rows;
  for (const std::uint32_t user : columns.users) ++rows[user];
  Weights weights;
  for (const std::uint32_t user : columns.users) {
    weights.push_back((whole + rows[user] - 1) / rows[user]);
  }
  return weights;
}

/// A user's weight, spread over the rows of each group as if there were no other group.
inline Weights by_rows_of_group(const UserColumns& columns, std::uint32_t whole) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows;
  const auto place = [&](std::size_t i) {
    return std::pair(columns.users[i], columns.groups.empty() ? 0 : columns.groups[i]);
  };
  for (std::size_t i = 0; i < columns.rows(); ++i) ++rows[place(i)];
  Weights weights;
  for (std::size_t i = 0; i < columns.rows(); ++i) weights.push_back(whole / rows[place(i)]);
  return weights;
}

/// Weights by all rows instead of counting ones: this costs users, but no privacy.
inline Weights by_all_rows(const UserColumns& columns, std::uint32_t whole) {
  Weights weights = spread({columns.users, {}, columns.keys}, whole);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (columns.groups[i] == kNoGroup) weights[i] = 0;
  }
  return weights;
}

/// The rows of each group, with arbitrary weights.
inline std::vector<WeightedKeys> divided_by(const Weights& weights, const UserRows& rows,
                                            std::uint32_t groups) {
  std::vector<WeightedKeys> divided(groups, {KeyArray(rows.keys.bits()), {}});
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint32_t group = rows.groups.empty() ? 0 : rows.groups[i];
    if (group == kNoGroup || weights[i] == 0) continue;
    divided[group].keys.append(rows.keys[i]);
    divided[group].weights.push_back(weights[i]);
  }
  return divided;
}

/// UserRankRelease::draw for declared groups (or none) with different weights.
template <typename Weigh>
std::vector<GroupAnswer> draw_weighing(const UserRankTask& task, const UserRankRelease::Plan& plan,
                                       UserRows rows, const Weigh& weigh, Randomness& randomness) {
  const Weights weights = weigh(rows.columns(), task.user_weight);
  std::vector<WeightedKeys> divided = divided_by(weights, rows, task.groups);
  std::vector<GroupAnswer> answers;
  for (std::uint32_t group = 0; group < task.groups; ++group) {
    const auto draw = [&](const auto& parameters) {
      if constexpr (std::is_same_v<std::decay_t<decltype(parameters)>, UserRankParameters>) {
        return draw_user_rank(std::move(divided[group]), task.domain, parameters, randomness);
      } else {
        return draw_weighted_cut_choice(std::move(divided[group]), task.domain, parameters,
                                        randomness);
      }
    };
    auto value = std::visit(draw, plan.parameters);
    answers.push_back({group, std::move(value)});
  }
  return answers;
}

/// Private groups, published in order of occurrence.
inline std::vector<GroupAnswer> draw_in_order_of_occurrence(const UserRankTask& task,
                                                            const UserRankRelease::Plan& plan,
                                                            UserRows rows, Randomness& randomness) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t& group : rows.groups) {
    auto known = std::find(order.begin(), order.end(), group);
    if (known == order.end()) known = order.insert(known, group);
    group = static_cast<std::uint32_t>(known - order.begin());
  }
  auto answers = UserRankRelease::draw(task, plan, std::move(rows), randomness);
  for (GroupAnswer& answer : answers) answer.group = order[answer.group];
  return answers;
}

}  // namespace logstar::testing
