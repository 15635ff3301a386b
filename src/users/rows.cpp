#include "logstar/users/rows.hpp"

#include <algorithm>
#include <utility>

#include "logstar/support/columns.hpp"

namespace logstar {
namespace {

/// The group of row i, or kNoGroup if it weighs nothing.
class GroupOf {
 public:
  GroupOf(const UserRows& rows, const std::vector<std::uint32_t>& weights)
      : groups_(rows.groups), weights_(weights) {}
  std::uint32_t operator()(std::size_t i) const {
    if (weights_[i] == 0) return kNoGroup;
    return groups_.empty() ? 0 : groups_[i];
  }

 private:
  const std::vector<std::uint32_t>& groups_;
  const std::vector<std::uint32_t>& weights_;
};

/// Divides keys of one limb: a store a row, where each group's next one is to be.
void divide_words(const std::vector<std::uint64_t>& words, const GroupOf& group_of,
                  const std::vector<std::uint32_t>& weights, std::uint32_t bits,
                  const std::vector<std::size_t>& sizes, std::vector<WeightedKeys>& divided) {
  std::vector<std::vector<std::uint64_t>> keys(sizes.size());
  std::vector<std::uint64_t*> next_key(sizes.size());
  std::vector<std::uint32_t*> next_weight(sizes.size());
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    keys[group].resize(sizes[group]);
    divided[group].weights.resize(sizes[group]);
    next_key[group] = keys[group].data();
    next_weight[group] = divided[group].weights.data();
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t group = group_of(i);
    if (group == kNoGroup) continue;
    *next_key[group]++ = words[i];
    *next_weight[group]++ = weights[i];
  }
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    divided[group].keys = KeyArray(bits, std::move(keys[group]));
  }
}

}  // namespace

std::vector<WeightedKeys> by_group(UserRows rows, std::vector<std::uint32_t> weights,
                                   std::uint32_t groups) {
  check_user_columns(rows.columns());
  check_as_many("weights", weights.size(), "keys", rows.keys.size());
  const std::uint32_t bits = rows.keys.bits();
  std::vector<WeightedKeys> divided;
  const bool all_count = std::find(weights.begin(), weights.end(), 0u) == weights.end();
  if (rows.groups.empty() && all_count && groups == 1) {
    divided.push_back({std::move(rows.keys), std::move(weights)});
    return divided;
  }
  const GroupOf group_of(rows, weights);
  std::vector<std::size_t> sizes(groups);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint32_t group = group_of(i);
    if (group != kNoGroup) ++sizes[group];
  }
  divided.assign(groups, {KeyArray(bits), {}});
  if (rows.keys.limbs() == 1) {
    divide_words(rows.keys.words(), group_of, weights, bits, sizes, divided);
    return divided;
  }
  for (std::size_t group = 0; group < groups; ++group) {
    divided[group].keys.reserve(sizes[group]);
    divided[group].weights.reserve(sizes[group]);
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::uint32_t group = group_of(i);
    if (group == kNoGroup) continue;
    divided[group].keys.append(rows.keys[i]);
    divided[group].weights.push_back(weights[i]);
  }
  return divided;
}

}  // namespace logstar
