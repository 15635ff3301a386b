// A quality of every point of a range 0..T, as runs of equal quality from left to right.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_view.hpp"
#include "logstar/domain/padded_keys.hpp"
#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

struct QualityRun {
  Natural width;  ///< at least 1
  std::int64_t quality;
};

using Quality = std::vector<QualityRun>;

/// lg n rounded up, for n >= 1.
std::uint32_t lg_up(const Natural& n);

/// T + 1.
Natural size_of(const Quality& quality);

/// A score of the rank of every key z of an interval that holds all `sorted` keys; the point 0 is
/// its lowest key. At most 2 m + 1 runs for m distinct keys. `below`: how many records lie before the interval.
Quality rank_quality(const KeyView& sorted, const WideInterval& domain, const RankScore& score,
                     std::int64_t below = 0);
/// As above for keys that are there once. `before`: how many records lie before each, and before what follows the last.
Quality rank_quality(const KeyArray& sorted, const std::vector<std::size_t>& before,
                     const WideInterval& domain, const RankScore& score);
/// For keys with weights: ranks and the score's n are sums of weights.
Quality rank_quality(const SortedWeights& sorted, const WideInterval& domain,
                     const RankScore& score);

/// For the depth min(#{x <= z}, #{x >= z}).
Quality depth_quality(const KeyArray& sorted, const WideInterval& domain);
/// As above, in time for the keys that are no copies of an end.
Quality depth_quality(const PaddedKeys& sorted, const WideInterval& domain);

/// L(j) for j = 0..last: the greatest v such that some stretch of 2^j points has quality at least v
/// throughout. It is taken from the definition for any quality: assuming a single peak would lose
/// its sensitivity. `last`: at most lg of the range's size, rounded down. Cost: O(runs + last).
std::vector<std::int64_t> best_of_length(const Quality& quality, std::uint32_t last);

/// A uniform point of one of the intervals first..last (both included; the intervals sorted and disjoint, all
/// within the range), weighted by e^(draw_epsilon quality). Empty if a further candidate is drawn.
struct PointInterval {
  Natural first;
  Natural last;
};
std::optional<Natural> draw_point(const Quality& quality, const std::vector<PointInterval>& where,
                                  double draw_epsilon, const std::optional<BottomScore>& none,
                                  Randomness& randomness);
Natural draw_point(const Quality& quality, const std::vector<PointInterval>& where,
                   double draw_epsilon, Randomness& randomness);

}  // namespace logstar
