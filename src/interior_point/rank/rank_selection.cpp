#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>

#include "logstar/domain/key_interval.hpp"

namespace logstar {
namespace {

/// Below this many records sorting all of them is as quick.
constexpr std::size_t kSmall = 4096;
constexpr std::size_t kSample = 16384;

/// Bounds that very likely enclose ranks from..to of the data, from a regular sample. Any answer is
/// right (the caller counts); a good one saves time.
KeyInterval likely_bounds(const std::vector<std::uint64_t>& keys, std::size_t from,
                          std::size_t to) {
  const std::size_t stride = keys.size() / kSample + 1;
  std::vector<std::uint64_t> sample;
  for (std::size_t i = 0; i < keys.size(); i += stride) sample.push_back(keys[i]);
  // A rank estimated from m random records has a standard deviation of at most sqrt(m)/2 of them.
  std::size_t slack = 3;
  while (slack * slack < 8 * sample.size()) ++slack;
  const std::size_t low = from / stride > slack ? from / stride - slack : 0;
  const std::size_t high = std::min(to / stride + slack, sample.size() - 1);
  const auto at = [&](std::size_t i) { return sample.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(sample.begin(), at(low), sample.end());
  const std::uint64_t lowest = sample[low];  // the next call moves what stands there
  std::nth_element(at(low), at(high), sample.end());
  return {lowest, sample[high]};
}

}  // namespace

std::optional<SelectedRanks> select_ranks(const std::vector<std::uint64_t>& keys, std::size_t from,
                                          std::size_t to) {
  if (keys.size() <= kSmall || 2 * (to - from) > keys.size()) return std::nullopt;
  const KeyInterval bounds = likely_bounds(keys, from, to);
  SelectedRanks selected;
  std::vector<std::uint64_t>& window = selected.keys;
  std::size_t below = 0;
  for (const std::uint64_t key : keys) {
    below += key < bounds.lowest;
    if (key >= bounds.lowest && key <= bounds.highest) window.push_back(key);
  }
  if (below > from || below + window.size() <= to) return std::nullopt;

  // Narrow down to ranks from..to, with all records equal to either end: those stand outside, in
  // order already.
  const auto at = [&](std::size_t rank) {
    return window.begin() + static_cast<std::ptrdiff_t>(rank - below);
  };
  std::nth_element(window.begin(), at(from), window.end());
  const std::uint64_t lowest = *at(from);
  std::nth_element(at(from), at(to), window.end());
  const std::uint64_t highest = *at(to);
  std::sort(at(from), at(to));
  const auto end = std::partition(at(to), window.end(), [&](auto key) { return key <= highest; });
  const auto middle =
      std::partition(window.begin(), at(from), [&](auto key) { return key < lowest; });
  selected.below = below + static_cast<std::size_t>(middle - window.begin());
  window.erase(end, window.end());
  window.erase(window.begin(), middle);
  return selected;
}

}  // namespace logstar
