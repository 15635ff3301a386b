// Sums, means and histograms by group of arbitrary rows of users: every result is one that the headers allow.
#pragma once

#include <utility>

#include "any_data.hpp"
#include "fuzz_randomness.hpp"
#include "logstar/counts/by_group_release.hpp"

namespace logstar::testing {

/// Rows of users in up to eight groups, with values from -128 on; columns may have different lengths.
inline ValuedRows any_user_rows(FuzzInput& input) {
  ValuedRows rows;
  for (unsigned n = input.choice(48); n > 0; --n) {
    rows.rows.users.push_back(input.choice(5));
    rows.rows.groups.push_back(input.choice(9) == 0 ? kNoGroup : input.choice(8));
    rows.values.push_back(std::int64_t(input.byte()) - 128);
  }
  if (input.choice(8) == 0) rows.values.push_back(0);
  if (input.choice(8) == 0) rows.rows.users.clear();
  return rows;
}

template <typename M>
void check_by_group(FuzzInput& input, typename ByGroup<M>::Task task, ValuedRows rows) {
  constexpr std::uint32_t kGroups = 8;
  const Loss loss = any_loss(input);
  task.each.epsilon = loss.epsilon;
  task.each.neighbors = any_neighbors(input);
  task.each.groups = kGroups;
  if (input.coin()) task.search = GroupDiscoveryOptions{loss.delta, (1 + input.byte()) / 257.0};
  AnyRandomness randomness(input);
  accepts([&] {
    const Release<ByGroup<M>> release(task);
    const auto [named, answers] =
        release.draw(release.claim().loss, {std::move(rows), kGroups}, *randomness).answer;
    std::size_t each = 1;
    if constexpr (std::is_same_v<M, UserHistogram>) each = task.each.bins;
    const std::size_t groups = task.search ? named.size() : kGroups;
    require(answers.size() == groups * each, "an answer for each group");
    require(std::ranges::is_sorted(named, {}, &NamedGroup::group), "groups in order");
    for (const NamedGroup& one : named) require(one.group < kGroups, "a group that there is");
  });
}

inline void check_users(FuzzInput& input) {
  ValuedRows rows = any_user_rows(input);
  ByGroup<UserSum>::Task sums;
  sums.each.domain = {std::int64_t(input.byte()) - 200, std::int64_t(input.byte()) - 20};
  ByGroup<UserMean>::Task means;
  means.each.domain = {sums.each.domain.lowest, sums.each.domain.highest};
  means.each.user_weight = 1 + input.byte();
  ByGroup<UserHistogram>::Task bins;
  bins.each.bins = 1 + input.choice(3);
  bins.each.per_user = {std::nullopt, 1u + input.byte()};
  if (input.coin()) bins.each.per_user.groups = 1 + input.choice(4);
  const unsigned which = input.choice(3);
  if (which == 0) return check_by_group<UserSum>(input, sums, std::move(rows));
  if (which == 1) return check_by_group<UserMean>(input, means, std::move(rows));
  for (auto& value : rows.values) value = (value + 128) % bins.each.bins;
  check_by_group<UserHistogram>(input, bins, std::move(rows));
}

}  // namespace logstar::testing
