#include <algorithm>
#include <cmath>
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

struct Rows {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> weights;
};

/// The ranks to select of records that have `below` before them and weigh `total`.
struct Ranks {
  std::uint64_t from;
  std::uint64_t to;
  std::uint64_t below;
  std::uint64_t total;
};

/// The weights below an interval's lowest key, at its ends, and in between, of the records that lie there.
struct PassedWeights {
  std::uint64_t below = 0;
  std::uint64_t at_lowest = 0;
  std::uint64_t at_highest = 0;
  std::uint64_t between = 0;
  Rows rows;
};

/// One pass; empty if there are too many between the ends.
std::optional<PassedWeights> passed_weights(const KeyInterval& bounds,
                                            const std::vector<std::uint64_t>& keys,
                                            const std::vector<std::uint32_t>& weights) {
  PassedWeights found;
  const auto [lowest, highest] = bounds;
  const std::size_t most = most_selected(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    found.below += key < lowest ? weights[i] : 0;
    found.at_lowest += key == lowest ? weights[i] : 0;
    found.at_highest += key == highest ? weights[i] : 0;
    if (key <= lowest || key >= highest) continue;
    if (found.rows.keys.size() == most) return std::nullopt;
    found.rows.keys.push_back(key);
    found.rows.weights.push_back(weights[i]);
    found.between += weights[i];
  }
  if (lowest == highest) found.at_highest = 0;
  return found;
}

SelectedWeights sorted_ranks(Rows rows, const Ranks& ranks) {
  sort_along(rows.keys, rows.weights);
  SelectedWeights selected{{}, {ranks.below}};
  auto& [keys, before] = selected;
  for (std::size_t i = 0; i < rows.keys.size(); ++i) selected.add(rows.keys[i], rows.weights[i]);
  const auto holder = [&all = before](std::uint64_t rank) {
    return std::upper_bound(all.begin(), all.end(), rank) - all.begin() - 1;
  };
  const auto first = holder(ranks.from);
  const auto last = holder(ranks.to) + 1;
  keys.erase(keys.begin() + last, keys.end());
  keys.erase(keys.begin(), keys.begin() + first);
  before.erase(before.begin() + last + 1, before.end());
  before.erase(before.begin(), before.begin() + first);
  return selected;
}

/// Empty if the order of keys in the array misleads the sample, or if there are too many.
std::optional<SelectedWeights> narrowed(const std::vector<std::uint64_t>& keys,
                                        const std::vector<std::uint32_t>& weights,
                                        const Ranks& ranks) {
  const auto [from, to, before, total] = ranks;
  const KeyInterval bounds =
      likely_bounds(keys, weights, static_cast<double>(total), static_cast<double>(from - before),
                    static_cast<double>(to - before));
  auto found = passed_weights(bounds, keys, weights);
  if (!found) return std::nullopt;
  const std::uint64_t below = before + found->below;
  const std::uint64_t first = below + found->at_lowest;
  const std::uint64_t end = first + found->between;
  if (from < below || to >= end + found->at_highest) return std::nullopt;
  SelectedWeights selected{{}, {from < first ? first : end}};
  if (first < end && from < end && to >= first) {
    const Ranks inside{std::max(from, first), std::min(to, end - 1), first, found->between};
    const std::size_t rows = found->rows.keys.size();
    std::optional<SelectedWeights> fewer;
    if (rows > kFewToSelect / 4 && 2 * rows <= keys.size()) {
      fewer = narrowed(found->rows.keys, found->rows.weights, inside);
    }
    selected = fewer ? *std::move(fewer) : sorted_ranks(std::move(found->rows), inside);
  }
  if (from < first) {
    selected.keys.insert(selected.keys.begin(), bounds.lowest);
    selected.before.insert(selected.before.begin(), below);
  }
  if (to >= end) selected.add(bounds.highest, found->at_highest);
  return selected;
}

}  // namespace

void SelectedWeights::add(std::uint64_t key, std::uint64_t weight) {
  const std::uint64_t behind = before.back() + weight;
  if (!keys.empty() && keys.back() == key) {
    before.back() = behind;
  } else {
    keys.push_back(key);
    before.push_back(behind);
  }
}

std::optional<SelectedWeights> select_ranks_of_weights(const std::vector<std::uint64_t>& keys,
                                                       const std::vector<std::uint32_t>& weights,
                                                       std::uint64_t total, std::uint64_t from,
                                                       std::uint64_t to) {
  if (keys.size() <= kFewToSelect || 2 * (to - from) > total) return std::nullopt;
  return narrowed(keys, weights, {from, to, 0, total});
}

}  // namespace logstar
