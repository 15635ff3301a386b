#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"

namespace logstar {
namespace {

/// Below this many records sorting all of them is as quick.
constexpr std::size_t kSmall = 4096;
/// The maximum number of copied records. More, as with many equal ones, are sorted in place with all others.
std::size_t most_selected(std::size_t records) {
  return std::max(records / 4, std::size_t(1) << 22);
}

/// Bounds that very likely enclose ranks from..to of the data, from a regular sample.
LikelyBounds<std::uint64_t> likely_bounds(const std::vector<std::uint64_t>& keys, std::size_t from,
                                          std::size_t to) {
  // A sample of m of n records leaves about n / sqrt(m) between the bounds: m + n / sqrt(m) is least where m
  // grows as n^(2/3).
  const double root = std::cbrt(static_cast<double>(keys.size()));
  const auto stride = static_cast<std::size_t>(root);
  std::vector<std::uint64_t> sample;
  sample.reserve(keys.size() / stride + 1);
  for (std::size_t i = 0; i < keys.size(); i += stride) sample.push_back(keys[i]);
  return bounds_from(std::move(sample), stride, from, to, std::less());
}

/// The records inside the bounds, in one pass; empty if the ranks from..to are not among them, or if there are
/// too many, as with many equal records.
std::optional<SelectedRanks> inside(const LikelyBounds<std::uint64_t>& bounds,
                                    const std::vector<std::uint64_t>& keys, std::size_t below,
                                    std::size_t from, std::size_t to) {
  constexpr std::size_t kBlock = 1024;
  const std::size_t most = most_selected(keys.size());
  if (std::min(bounds.enclosed, keys.size()) > most) return std::nullopt;
  const std::uint64_t lowest = bounds.lowest.value_or(0);
  const std::uint64_t width = bounds.highest.value_or(~std::uint64_t(0)) - lowest;
  SelectedRanks selected;
  // Reserves the expected number: growing would copy them, which takes as long as the pass.
  selected.keys.reserve(bounds.enclosed + bounds.enclosed / 8);
  std::array<std::uint64_t, kBlock> block;
  for (std::size_t first = 0; first < keys.size(); first += kBlock) {
    const std::size_t last = std::min(first + kBlock, keys.size());
    // Writes every key and overwrites those outside: a branch would be mispredicted whenever a key is inside.
    std::uint64_t* next = block.data();
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t key = keys[i];
      below += key < lowest;
      *next = key;
      next += key - lowest <= width;
    }
    selected.keys.insert(selected.keys.end(), block.data(), next);
    if (selected.keys.size() > most) return std::nullopt;
  }
  const std::size_t found = selected.keys.size();
  if (below > from || below + found <= to) return std::nullopt;
  selected.below = below;
  return selected;
}

/// As above for ranks that are sums of weights; `total`: of all.
KeyInterval likely_bounds(const std::vector<std::uint64_t>& keys,
                          const std::vector<std::uint32_t>& weights, double total, double from,
                          double to) {
  // For few records a smaller share, or the sample would cost more than it saves.
  const std::size_t most = std::min(kRankSample, keys.size() / 16);
  const std::size_t stride = keys.size() / most + 1;
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

std::optional<SelectedRanks> select_ranks(const std::vector<std::uint64_t>& keys, std::size_t from,
                                          std::size_t to) {
  if (keys.size() <= kSmall || 2 * (to - from) > keys.size()) return std::nullopt;
  auto found = inside(likely_bounds(keys, from, to), keys, 0, from, to);
  if (!found) return std::nullopt;
  while (found->keys.size() > kSmall) {
    const std::size_t before = found->below;
    auto fewer = inside(likely_bounds(found->keys, from - before, to - before), found->keys, before,
                        from, to);
    if (!fewer || 2 * fewer->keys.size() > found->keys.size()) break;
    found = std::move(fewer);
  }
  std::size_t& below = found->below;
  std::vector<std::uint64_t>& window = found->keys;

  // Narrow down to ranks from..to, with all records equal to either end: these lie outside, already in order.
  const auto at = [&](std::size_t rank) {
    return window.begin() + static_cast<std::ptrdiff_t>(rank - below);
  };
  std::nth_element(window.begin(), at(from), window.end(), std::less());
  const std::uint64_t lowest = *at(from);
  std::nth_element(at(from), at(to), window.end(), std::less());
  const std::uint64_t highest = *at(to);
  std::sort(at(from), at(to));
  const auto end = std::partition(at(to), window.end(), [&](auto key) { return key <= highest; });
  const auto middle =
      std::partition(window.begin(), at(from), [&](auto key) { return key < lowest; });
  below += static_cast<std::size_t>(middle - window.begin());
  window.erase(end, window.end());
  window.erase(window.begin(), middle);
  return found;
}

std::optional<SelectedWeights> select_ranks_of_weights(const std::vector<std::uint64_t>& keys,
                                                       const std::vector<std::uint32_t>& weights,
                                                       std::uint64_t total, std::uint64_t from,
                                                       std::uint64_t to) {
  if (keys.size() <= kSmall || 2 * (to - from) > total) return std::nullopt;
  const auto narrowed = [&](const std::vector<std::uint64_t>& of, const auto& weighing,
                            std::uint64_t below, std::uint64_t sum) {
    const KeyInterval bounds =
        likely_bounds(of, weighing, static_cast<double>(sum), static_cast<double>(from - below),
                      static_cast<double>(to - below));
    return inside(bounds, of, weighing, below, from, to);
  };
  auto selected = narrowed(keys, weights, 0, total);
  if (!selected) return std::nullopt;
  while (selected->keys.size() > kSmall / 4) {
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
