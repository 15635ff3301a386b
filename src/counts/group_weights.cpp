#include "logstar/counts/group_weights.hpp"

#include <algorithm>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/contributions.hpp"

namespace logstar {
namespace {

std::vector<std::uint64_t> chosen_weights(const CountedRows& rows, std::uint32_t group_count,
                                          std::uint64_t most, Randomness& randomness) {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;
  for (std::size_t row = 0; row < rows.columns().rows(); ++row) {
    if (group_of(rows, row) == kNoGroup) continue;
    users.push_back(user_of(rows, row));
    groups.push_back(group_of(rows, row));
  }
  const std::uint32_t user_count = users.empty() ? 0 : *std::ranges::max_element(users) + 1;
  const auto counts =
      bound_contributions({users, groups, user_count, group_count}, most, randomness);
  return {counts.begin(), counts.end()};
}

}  // namespace

void check_groups(const CountedRows& rows, std::uint32_t group_count) {
  check_user_columns(rows.columns());
  for (const std::uint32_t group : rows.groups) {
    if (group != kNoGroup && group >= group_count) {
      reject("groups", "below their count", "one beyond");
    }
  }
}

ContributionBound PerUser::share() const {
  if (groups) {
    check_count("perUser", *groups, 1, 1'000'000'000);
    return {*groups, 1};
  }
  check_count("userWeight", user_weight, 1, kMaxUserWeight);
  return {user_weight, user_weight};
}

std::vector<std::uint64_t> spread_weights(const CountedRows& rows, std::uint32_t group_count,
                                          std::uint32_t user_weight) {
  check_groups(rows, group_count);
  const std::vector<std::uint32_t> weights = spread(rows.columns(), user_weight);
  std::vector<std::uint64_t> sums(group_count, 0);
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (weights[row] != 0) sums[group_of(rows, row)] += weights[row];
  }
  return sums;
}

std::vector<std::uint64_t> group_weights(const CountedRows& rows, std::uint32_t group_count,
                                         const PerUser& per_user, Randomness& randomness) {
  if (!per_user.groups) return spread_weights(rows, group_count, per_user.user_weight);
  check_groups(rows, group_count);
  return chosen_weights(rows, group_count, *per_user.groups, randomness);
}

}  // namespace logstar
