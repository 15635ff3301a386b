#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/sample_step.hpp"
#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"
#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
namespace {

/// Bounds that very likely enclose ranks that are sums of weights; `total`: of all.
KeyInterval likely_bounds(const std::vector<std::uint64_t>& keys,
                          const std::vector<std::uint32_t>& weights, double total, double from,
                          double to) {
  // For few records a smaller share, or the sample would cost more than it saves.
  const std::size_t most = std::min(kRankSample, keys.size() / 16);
  const std::size_t stride = sample_step(keys.size() / most + 1);
  std::vector<std::uint64_t> sample;
  std::vector<std::uint32_t> sample_weights;
  double sampled = 0;
  double squares = 0;
  for (std::size_t i = 0; i < keys.size(); i += stride) {
    const double weight = weights[i];
    sample.push_back(keys[i]);
    sample_weights.push_back(weights[i]);
    sampled += weight;
    squares += weight * weight;
  }
  sort_along(sample, sample_weights);
  // A share estimated from them has a standard deviation of about half the root of the squares.
  const double slack = 2 * std::sqrt(squares);
  const double low = from / total * sampled - slack;
  const double high = to / total * sampled + slack;
  KeyInterval bounds{0, ~std::uint64_t(0)};
  double before = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (before <= low) bounds.lowest = sample[i];
    before += sample_weights[i];
    if (before > high) {
      bounds.highest = sample[i];
      break;
    }
  }
  return bounds;
}

/// The records inside the bounds, in one pass; empty if the ranks from..to are not among them, or if there are
/// too many.
std::optional<SelectedWeights> inside(const KeyInterval& bounds,
                                      const std::vector<std::uint64_t>& keys,
                                      const std::vector<std::uint32_t>& weights,
                                      std::uint64_t below, std::uint64_t from, std::uint64_t to) {
  SelectedWeights selected;
  const std::size_t most = most_selected(keys.size());
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    below += key < bounds.lowest ? weights[i] : 0;
    if (key >= bounds.lowest && key <= bounds.highest) {
      selected.keys.push_back(key);
      selected.weights.push_back(weights[i]);
      total += weights[i];
      if (selected.keys.size() > most) return std::nullopt;
    }
  }
  if (below > from || below + total <= to) return std::nullopt;
  selected.below = below;
  return selected;
}

/// Keeps the sorted records whose keys contain the ranks from..to.
void keep_ranks(SelectedWeights& selected, std::uint64_t from, std::uint64_t to) {
  const std::vector<std::uint64_t> before = weights_before(selected.weights, selected.below);
  const auto holder = [&](std::uint64_t rank) {
    return std::upper_bound(before.begin(), before.end(), rank) - before.begin() - 1;
  };
  auto& [below, keys, weights] = selected;
  const auto lowest = keys[static_cast<std::size_t>(holder(from))];
  const auto highest = keys[static_cast<std::size_t>(holder(to))];
  const auto first = std::lower_bound(keys.begin(), keys.end(), lowest) - keys.begin();
  const auto last = std::upper_bound(keys.begin(), keys.end(), highest) - keys.begin();
  below = before[static_cast<std::size_t>(first)];
  keys.erase(keys.begin() + last, keys.end());
  keys.erase(keys.begin(), keys.begin() + first);
  weights.erase(weights.begin() + last, weights.end());
  weights.erase(weights.begin(), weights.begin() + first);
}

}  // namespace

std::optional<SelectedWeights> select_ranks_of_weights(const std::vector<std::uint64_t>& keys,
                                                       const std::vector<std::uint32_t>& weights,
                                                       std::uint64_t total, std::uint64_t from,
                                                       std::uint64_t to) {
  if (keys.size() <= kFewToSelect || 2 * (to - from) > total) return std::nullopt;
  const auto narrowed = [&](const std::vector<std::uint64_t>& of, const auto& weighing,
                            std::uint64_t below, std::uint64_t sum) {
    const KeyInterval bounds =
        likely_bounds(of, weighing, static_cast<double>(sum), static_cast<double>(from - below),
                      static_cast<double>(to - below));
    return inside(bounds, of, weighing, below, from, to);
  };
  auto selected = narrowed(keys, weights, 0, total);
  if (!selected) return std::nullopt;
  while (selected->keys.size() > kFewToSelect / 4) {
    const std::uint64_t sum =
        std::accumulate(selected->weights.begin(), selected->weights.end(), std::uint64_t(0));
    auto fewer = narrowed(selected->keys, selected->weights, selected->below, sum);
    if (!fewer || 2 * fewer->keys.size() > selected->keys.size()) break;
    selected = std::move(fewer);
  }
  sort_along(selected->keys, selected->weights);
  keep_ranks(*selected, from, to);
  return selected;
}

}  // namespace logstar
