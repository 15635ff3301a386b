#include "logstar/learning/rectangle_by_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "logstar/learning/distance_quantile.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/errors.hpp"

// Privacy. Starts and steps are mechanisms one after the other, each of which may depend on earlier results.
// A centre is a private median. The two ends of a first range use the ones on either side of it, so that a
// point more affects one of them, a changed one both. A step draws, given the released start p, both ends of an
// interval [a, b] with lowest <= a <= p <= b + 1: a by the points below p, b by those from p on. Both draws
// together choose a pair with probability proportional to e^(rate * right labels), one exponential mechanism. A
// point more adds 0 or 1 to the number of right labels of every pair, a changed one moves it by at most 1. The
// intervals of the other axes, which decide which points count, are released.

namespace logstar {
namespace {

/// The shares of epsilon for the centres and the first ranges' ends. Measured: smaller ones lose boxes that
/// hold a tenth of the points, greater ones lose accuracy.
struct StartShares {
  double centres;
  double sides;
};
constexpr StartShares kOneAxis{0.125, 0};  // no others, whose range would matter
constexpr StartShares kMoreAxes{0.0625, 0.1875};

/// The minimum epsilon of a draw, after one halving.
constexpr double kMinPart = 2e-9;

/// An axis' interval, empty if lowest is above highest, and the point that it is drawn around.
struct AxisRange {
  std::uint64_t lowest;
  std::uint64_t highest;
  std::uint64_t centre;

  bool contains(std::uint64_t key) const { return lowest <= key && key <= highest; }
};

/// Which share of the ones on either side of the centre an axis' first range holds. Its ends leave out
/// 1/(2 d) of the ones on that axis, so that more than half of them lie inside the ranges of all d axes.
QuantileFraction side_of(std::size_t axes) {
  const auto d = static_cast<std::uint32_t>(axes);
  return {2 * d - 1, 2 * d};
}

KeyInterval keys_of(const RectangleAxis& axis) {
  return {axis.domain.lowest.front(), axis.domain.highest.front()};
}

std::vector<AxisRange> starts(const LabelledPoints& points, const std::vector<RectangleAxis>& axes,
                              const RectangleByAxesParameters& parameters, Randomness& randomness) {
  std::vector<AxisRange> ranges;
  const std::vector<KeyArray> ones = with_label(points, true);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const KeyInterval domain = keys_of(axes[axis]);
    const std::vector<std::uint64_t>& keys = ones[axis].words();
    const std::uint64_t centre = draw_exponential_rank(keys, domain, parameters.centre, randomness);
    AxisRange range{domain.lowest, domain.highest, centre};
    if (axes.size() > 1) {  // a single axis has no others to whose range it would matter
      std::vector<std::uint64_t> below;
      std::vector<std::uint64_t> above;
      for (const std::uint64_t key : keys) {
        if (key < centre) {
          below.push_back(centre - key);
        } else {
          above.push_back(key - centre);
        }
      }
      const auto far = [&](std::vector<std::uint64_t> distances, std::uint64_t farthest) {
        return draw_distance_quantile(std::move(distances), farthest, side_of(axes.size()),
                                      parameters.side_epsilon, randomness);
      };
      range.lowest = centre - far(std::move(below), centre - domain.lowest);
      range.highest = centre + far(std::move(above), domain.highest - centre);
    }
    ranges.push_back(range);
  }
  return ranges;
}

WideInterval between(std::uint64_t lowest, std::uint64_t highest) { return {{lowest}, {highest}}; }

/// An axis' interval by the points for which `counts(i)`.
AxisRange draw_interval(const KeyArray& column, const std::vector<bool>& labels, const auto& counts,
                        const RectangleAxis& axis, std::uint64_t centre,
                        const ThresholdExponentialParameters& step, Randomness& randomness) {
  const auto [lowest, highest] = keys_of(axis);
  LabelledKeys below{KeyArray(axis.bits), KeyArray(axis.bits)};
  LabelledKeys above = below;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!counts(i)) continue;
    const std::uint64_t key = column.words()[i];
    LabelledKeys& part = key < centre ? below : above;
    // Below the centre in reverse order, so that label 1 comes first here too.
    const std::uint64_t placed = key < centre ? lowest + (centre - 1 - key) : key;
    (labels[i] ? part.ones : part.zeros).append(std::span(&placed, 1));
  }
  AxisRange range{centre, highest, centre};
  const auto upper =
      learn_threshold_exponential(std::move(above), between(centre, highest), step, randomness);
  bool empty = !upper.last;
  if (upper.last) range.highest = upper.last->front();
  if (centre > lowest) {
    const auto lower = learn_threshold_exponential(std::move(below), between(lowest, centre - 1),
                                                   step, randomness);
    if (lower.last) range.lowest = lowest + (centre - 1 - lower.last->front());
    if (empty) range.highest = centre - 1;
    empty = empty && !lower.last;
  }
  if (empty) range = {1, 0, centre};
  return range;
}

std::optional<RectangleHypothesis> box_of(const std::vector<AxisRange>& ranges) {
  RectangleHypothesis box;
  for (const AxisRange& range : ranges) {
    if (range.lowest > range.highest) return std::nullopt;
    box.lowest.push_back({range.lowest});
    box.highest.push_back({range.highest});
  }
  return box;
}

}  // namespace

RectangleByAxesParameters calibrate_rectangle_by_axes(const std::vector<RectangleAxis>& axes,
                                                      double epsilon, Neighbors neighbors,
                                                      double beta) {
  return possible_rectangle_by_axes(axes, epsilon, neighbors, beta).or_refuse();
}

Possible<RectangleByAxesParameters> possible_rectangle_by_axes(
    const std::vector<RectangleAxis>& axes, double epsilon, Neighbors neighbors, double beta) {
  check_count("dimensions", axes.size(), 1, kMaxDimensions);
  check_epsilon("epsilon", epsilon);
  check_probability("beta", beta);
  for (const RectangleAxis& axis : axes) check_count("bits", axis.bits, 1, kMaxAxisBits);
  const auto d = static_cast<double>(axes.size());
  const StartShares shares = axes.size() == 1 ? kOneAxis : kMoreAxes;
  const double centre = divide_down(multiply_down(shares.centres, epsilon), d);
  if (centre < kMinPart) {
    return Obstacle{"epsilon", "large enough to be divided among axes", epsilon};
  }
  RectangleByAxesParameters parameters;
  parameters.centre = calibrate_exponential_median(centre, neighbors);
  if (axes.size() > 1) {
    // A point that is replaced may leave one side and join the other.
    const double all = divide_down(multiply_down(shares.sides, epsilon), d);
    const double sides = neighbors == Neighbors::replace ? all / 2 : all;
    parameters.side_epsilon =
        calibrate_exponential_quantile(side_of(axes.size()), sides, Neighbors::add_remove)
            .draw_epsilon;
  }
  const double left = multiply_down(1 - shares.centres - shares.sides, epsilon);
  parameters.step = calibrate_threshold_exponential(divide_down(left, d), neighbors);
  for (const RectangleAxis& axis : axes) {
    // (below + 1)(above + 1) pairs of ends, below + above keys: the most if both are alike.
    const Natural half = keys_of(axis).size() / 2 + 2;
    const double shortfall = exponential_choice_shortfall(half * half, parameters.step.draw_epsilon,
                                                          divide_down(beta, d));
    parameters.excess =
        std::max(parameters.excess, static_cast<std::int64_t>(std::ceil(shortfall)) - 1);
  }
  return parameters;
}

std::optional<RectangleHypothesis> learn_rectangle_by_axes(
    const LabelledPoints& points, const std::vector<RectangleAxis>& axes,
    const RectangleByAxesParameters& parameters, Randomness& randomness) {
  check_labelled(points, axes.size());
  std::vector<AxisRange> ranges = starts(points, axes, parameters, randomness);
  std::vector<std::uint8_t> outside(points.labels.size());  // of this many axes' ranges
  const auto count = [&](std::size_t axis, int step) {
    const auto& keys = points.axes[axis].words();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!ranges[axis].contains(keys[i]))
        outside[i] = static_cast<std::uint8_t>(outside[i] + step);
    }
  };
  for (std::size_t axis = 0; axis < axes.size(); ++axis) count(axis, 1);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    count(axis, -1);
    ranges[axis] = draw_interval(
        points.axes[axis], points.labels, [&](std::size_t i) { return outside[i] == 0; },
        axes[axis], ranges[axis].centre, parameters.step, randomness);
    count(axis, 1);
  }
  return box_of(ranges);
}

}  // namespace logstar
