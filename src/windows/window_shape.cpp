#include "logstar/windows/window_shape.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/selection/exponential.hpp"

// A key of a region that weighs w is at most w slope below the region's bound: with bins of 1/(4 rate slope)
// it is accepted with e^(-1/4) at least. What lies beyond the margin R weighs at most |X| e^(-rate slope R)
// = 2^-48 of the best key; with unequal weights of keys 1/mu_min e^(-rate slope R), mu_min the least share of one. Of cut choice a bin moves weights and depths by 2 bins in all: e^(-1/2).

namespace logstar {
namespace {

constexpr double kMostMargin = 0x1p61;

struct ShapeOf {
  const UserRankTask& task;

  WindowShape operator()(const UserRankParameters& parameters) const {
    const ExponentialParameters& draw = parameters.draw;
    const bool is_quantile = draw.kind == RankScore::Kind::quantile;
    const double slope = is_quantile ? draw.tau.denominator : 1;
    WindowShape shape = of_rate(draw.draw_epsilon * slope);
    if (is_quantile) shape.centre = draw.tau;
    const Natural even_keys = draw.measure.bounds(task.size_of_domain()).even_keys();
    const double margin =
        (log_natural_up(even_keys) + 48 * std::log(2)) / (draw.draw_epsilon * slope);
    shape.margin = static_cast<std::uint64_t>(std::min(std::ceil(margin), kMostMargin));
    return shape;
  }
  WindowShape operator()(const WeightedCutParameters& parameters) const {
    return of_rate(parameters.draw_epsilon);
  }

 private:
  /// `rate`: by how much the logarithm of a weight in the draw moves for each unit of rows.
  static WindowShape of_rate(double rate) {
    WindowShape shape;
    shape.bin = static_cast<std::uint64_t>(std::clamp(1 / (4 * rate), 1.0, kMostMargin));
    return shape;
  }
};

}  // namespace

WindowShape window_shape(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  return std::visit(ShapeOf{task}, plan.parameters);
}

}  // namespace logstar
