// Noisy slices on tiny inputs: draws from slices that use up their loss, and mistaken forms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar::testing {

using Database = std::vector<std::size_t>;

/// Keys of four bits.
inline const WideInterval kSliceDomain{{0}, {15}};

inline KeyArray keys_of(const Database& sorted) {
  return KeyArray(4, {sorted.begin(), sorted.end()});
}

inline std::size_t count_of(const KeyArray& slice, std::uint64_t value) {
  return static_cast<std::size_t>(std::count(slice.words().begin(), slice.words().end(), value));
}

/// Parameters without calibration or accuracy statement.
inline NoisySlicesParameters small_slices(std::vector<QuantileFraction> quantiles,
                                          const TruncatedNoise& noise, std::size_t window,
                                          double inner, double fallback, std::int64_t least_size) {
  NoisySlicesParameters p;
  p.quantiles = std::move(quantiles);
  p.noise = noise;
  p.window = window;
  p.inner = {inner, 0};
  p.fallback = {fallback, 0};
  p.least_size = least_size;
  return p;
}

/// The published outcome: the noisy size, whether slices were drawn, and the points (-1: abstained).
using Released = std::vector<std::int64_t>;

inline Released released(const NoisySlicesResult& result) {
  Released seen = {result.size, result.sliced};
  for (const auto& point : result.points) {
    seen.push_back(point ? static_cast<std::int64_t>(point->front()) : -1);
  }
  return seen;
}

/// The truth with odds e^epsilon: for this loss, no draw reveals more about its slice.
inline std::uint64_t respond(bool truth, double epsilon, Randomness& randomness) {
  const std::array<std::int64_t, 2> scores = {truth ? 0 : 1, truth ? 1 : 0};
  ScoreList list(scores);
  return randomness.weighted_choice(list, epsilon, std::nullopt);
}

using Question = std::function<bool(const KeyArray&)>;

inline Question contains(std::uint64_t value) {
  return [=](const KeyArray& slice) { return count_of(slice, value) > 0; };
}
inline Question odd_count(std::uint64_t value) {
  return [=](const KeyArray& slice) { return count_of(slice, value) % 2 == 1; };
}

/// Answers a question about each slice, by key 2 k or 2 k + 1 for slice k, which keeps the order of slices.
inline SliceDraw asking(const Question& question, double epsilon) {
  return [=, k = std::uint64_t(0)](const KeyArray& slice, Randomness& randomness) mutable {
    return WideKey{2 * k++ + respond(question(slice), epsilon, randomness)};
  };
}

/// A key out of `candidates` by how often it occurs in the slice.
inline SliceDraw most_frequent(const std::vector<std::uint64_t>& candidates, double draw_epsilon) {
  return [=](const KeyArray& slice, Randomness& randomness) {
    std::vector<std::int64_t> counts;
    for (const std::uint64_t candidate : candidates) {
      counts.push_back(static_cast<std::int64_t>(count_of(slice, candidate)));
    }
    return WideKey{candidates[exponential_choice(counts, draw_epsilon, randomness)]};
  };
}

/// Answers a question about all records, instead of slices.
inline OtherQuantiles asking_all(const KeyArray& keys, const Question& question, double epsilon,
                                 std::size_t quantiles) {
  return [=](Randomness& randomness) {
    std::vector<std::optional<WideKey>> points(quantiles, WideKey{0});
    points[0] = WideKey{respond(question(keys), epsilon, randomness)};
    return points;
  };
}

/// The library's draw with these questions.
inline auto slices_asking(const NoisySlicesParameters& p, const Question& question,
                          double inner_epsilon, double fallback_epsilon) {
  return [=](const Database& database, Randomness& randomness) {
    const KeyArray keys = keys_of(database);
    return released(draw_noisy_slices(
        keys, kSliceDomain, p, asking(question, inner_epsilon),
        asking_all(keys, question, fallback_epsilon, p.quantiles.size()), randomness));
  };
}

/// The hockey-stick divergence of two data sets at the loss of the parameters, above its delta, both ways.
template <typename Mechanism>
long double excess(const NoisySlicesParameters& p, const Mechanism& mechanism, const Database& a,
                   const Database& b) {
  const Loss loss = noisy_slices_loss(p);
  const auto law = [&](const Database& data) {
    return enumerate([&](Randomness& randomness) { return mechanism(data, randomness); });
  };
  const auto of_a = law(a);
  const auto of_b = law(b);
  return std::max(hockey_stick(of_a, of_b, loss.epsilon), hockey_stick(of_b, of_a, loss.epsilon)) -
         loss.delta;
}

}  // namespace logstar::testing
