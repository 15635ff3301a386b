#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/rank/rank_window.hpp"

// The proof is in docs/guarantees/noisy-slices.md. It rests on two facts: the noise of the blocks before a
// slice moves it, and the noisy size takes the noise of all blocks, so the noise of one block makes up for a
// record. That block is the record's own, or lies across one slice from it.

namespace logstar {
namespace {

/// Sorts the answered points, which costs no accuracy: among the first k in order one misses its quantile by at
/// least as much as the k-th.
void sort_answered(std::vector<std::optional<WideKey>>& points) {
  std::vector<WideKey> answered;
  for (auto& point : points) {
    if (point) answered.push_back(std::move(*point));
  }
  std::sort(answered.begin(), answered.end());
  auto next = answered.begin();
  for (auto& point : points) {
    if (point) point = std::move(*next++);
  }
}

}  // namespace

NoisySlicesResult draw_noisy_slices(const KeyArray& sorted, const WideInterval& domain,
                                    const NoisySlicesParameters& parameters,
                                    const SliceDraw& slice_draw, const OtherQuantiles& others,
                                    Randomness& randomness) {
  const TruncatedNoiseDraw draw_noise(parameters.noise);
  NoisySlicesResult result;
  result.size = static_cast<std::int64_t>(sorted.size());
  const std::size_t m = parameters.quantiles.size();
  std::vector<std::int64_t> noise(m, 0);  // of the block before each slice
  for (std::size_t k = 1; k < m; ++k) {
    if (block_has_noise(k, m)) noise[k] = draw_noise(randomness);
    result.size -= noise[k];
  }
  result.sliced = result.size >= parameters.least_size;
  if (!result.sliced) {
    result.points = others(randomness);
    return result;
  }
  std::int64_t shift = 0;
  for (std::size_t k = 0; k < m; ++k) {
    const QuantileFraction& q = parameters.quantiles[k];
    shift += noise[k];
    const std::int64_t first = result.size * q.numerator / q.denominator + shift -
                               static_cast<std::int64_t>(parameters.window / 2);
    result.points.push_back(
        slice_draw(window_from(sorted, domain, first, parameters.window), randomness));
  }
  sort_answered(result.points);
  return result;
}

}  // namespace logstar
