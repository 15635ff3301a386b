#include "logstar/windows/window_shape.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/selection/exponential.hpp"

// A key of a region that weighs w is at most w slope below the region's bound: with bins of 1/(4 rate slope)
// it is accepted with e^(-1/4) at least. All keys beyond the margin R together weigh at most |X| e^(-rate slope
// R) = 2^-48 of the best key; with unequal weights of keys at most 1/mu_min e^(-rate slope R), mu_min the least
// share of a key. In cut choice a bin moves weights and depths by 2 bins in all: e^(-1/2).

namespace logstar {
namespace {

constexpr double kMaxMargin = 0x1p61;
/// The number of regions that replace a requested one.
constexpr std::uint64_t kParts = 64;

/// `rate`: by how much the logarithm of a weight in the draw moves for each unit of rows.
WindowShape of_rate(double rate) {
  WindowShape shape;
  shape.bin = static_cast<std::uint64_t>(std::clamp(1 / (4 * rate), 1.0, kMaxMargin));
  return shape;
}

struct ShapeOf {
  const UserRankTask& task;

  WindowShape operator()(const UserRankParameters& parameters) const {
    const Natural even_keys = parameters.draw.measure.bounds(task.size_of_domain()).even_keys();
    return window_shape(candidates_of(task.domain, parameters), even_keys);
  }
  WindowShape operator()(const WeightedCutParameters& parameters) const {
    return of_rate(parameters.draw_epsilon);
  }
};

}  // namespace

WindowShape window_shape(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  return std::visit(ShapeOf{task}, plan.parameters);
}

WindowShape window_shape(const RankCandidates& candidates, const Natural& even_candidates) {
  const bool is_quantile = candidates.kind == RankScore::Kind::quantile;
  const double rate = candidates.rate * (is_quantile ? candidates.tau.denominator : 1);
  WindowShape shape = of_rate(rate);
  if (is_quantile) shape.centre = candidates.tau;
  const double margin = (log_natural_up(even_candidates) + 48 * std::log(2)) / rate;
  shape.margin = static_cast<std::uint64_t>(std::min(std::ceil(margin), kMaxMargin));
  return shape;
}

RegionCut in_parts(const Region& region) {
  return {region, 0, region.weight, std::max<std::uint64_t>(1, region.weight / kParts)};
}

// A bin ends with the first row beyond a multiple of its weight: it weighs less than two.
std::vector<RegionCut> too_coarse(const RegionWindow& window, const WindowShape& shape,
                                  unsigned tie_bits) {
  const auto& [numerator, denominator] = shape.centre;
  const auto centre = static_cast<std::uint64_t>(Uint128(window.total()) * numerator / denominator);
  const std::uint64_t margin = shape.margin.value_or(window.total());
  const std::uint64_t low = centre > margin ? centre - margin : 0;
  const std::uint64_t high = centre + margin;
  std::vector<RegionCut> cuts;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const Region keys = {window[i].first >> tie_bits, window[i].last >> tie_bits, window[i].weight};
    const std::uint64_t before = window.below(i);
    const bool matters = window.below(i + 1) > low && before < high;
    if (keys.is_key() || !matters || keys.weight / 2 <= shape.bin) continue;
    cuts.push_back(
        {keys, low > before ? low - before : 0, std::min(high - before, keys.weight), shape.bin});
  }
  return cuts;
}

}  // namespace logstar
