#include "interior_point/quantile_slices/noisy_slices.hpp"

#include <algorithm>
#include <utility>

#include "interior_point/rank_window.hpp"

// The proof is in docs/guarantees/noisy-slices.md. Two things that it rests on: the noise of the
// blocks before a slice moves it, and the noisy size takes the noise of all of them, so that a
// record in block j is made up for by N_j alone; and slices are drawn only where at least one
// record lies between any two of them.

namespace logstar {
namespace {

/// Puts the points that are there in increasing order, which costs no accuracy: of the first k in
/// order one misses its quantile by no less than the k-th.
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
  std::vector<std::int64_t> noise(parameters.quantiles.size() + 1);
  for (auto& one : noise) {
    one = draw_noise(randomness);
    result.size -= one;
  }
  result.sliced = result.size >= parameters.least_size;
  if (!result.sliced) {
    result.points = others(randomness);
    return result;
  }
  std::int64_t shift = 0;
  for (std::size_t k = 0; k < parameters.quantiles.size(); ++k) {
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
