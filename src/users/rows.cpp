#include "logstar/users/rows.hpp"

#include <algorithm>
#include <utility>

namespace logstar {
namespace {

/// The rows of one group as they are found.
struct Found {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> weights;
};

/// At most how many rows each group has: those that weigh nothing too.
std::vector<std::size_t> most_rows(const UserRows& rows, std::uint32_t groups) {
  std::vector<std::size_t> sizes(groups);
  if (rows.groups.empty() && groups > 0) sizes[0] = rows.keys.size();
  for (const std::uint32_t group : rows.groups) {
    if (group != kNoGroup) ++sizes[group];
  }
  return sizes;
}

/// `append(words, row)` adds a row's key.
template <typename Append>
void divide(const UserRows& rows, const RowWeights& weights, std::vector<Found>& found,
            const Append& append) {
  for (std::size_t row = 0; row < rows.keys.size(); ++row) {
    const std::uint32_t weight = weights[row];
    if (weight == 0) continue;
    Found& group = found[rows.groups.empty() ? 0 : rows.groups[row]];
    append(group.words, row);
    group.weights.push_back(weight);
  }
}

}  // namespace

std::vector<WeightedKeys> by_group(UserRows rows, std::uint32_t whole, std::uint32_t groups) {
  const std::uint32_t bits = rows.keys.bits();
  std::vector<WeightedKeys> divided;
  if (rows.groups.empty() && groups == 1) {
    std::vector<std::uint32_t> weights = spread(rows.columns(), whole);
    if (std::find(weights.begin(), weights.end(), 0u) == weights.end()) {
      divided.push_back({std::move(rows.keys), std::move(weights)});
      return divided;
    }
  }
  const RowWeights weights(rows.columns(), whole);
  const std::size_t limbs = rows.keys.limbs();
  std::vector<Found> found(groups);
  const std::vector<std::size_t> sizes = most_rows(rows, groups);
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    found[group].words.reserve(sizes[group] * limbs);
    found[group].weights.reserve(sizes[group]);
  }
  const std::uint64_t* words = rows.keys.words().data();
  if (limbs == 1) {
    divide(rows, weights, found, [&](auto& to, std::size_t row) { to.push_back(words[row]); });
  } else {
    divide(rows, weights, found, [&](auto& to, std::size_t row) {
      to.insert(to.end(), words + row * limbs, words + (row + 1) * limbs);
    });
  }
  for (Found& group : found) {
    divided.push_back({KeyArray(bits, std::move(group.words)), std::move(group.weights)});
  }
  return divided;
}

}  // namespace logstar
