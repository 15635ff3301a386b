#include "logstar/learning/rectangle_slices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/sizes.hpp"

// Privacy. One labelled point more is one point more in the engine's list, or none (label 0). Each
// order is total on points: by the axis of the slice, then by all coordinates. So it depends on the multiset
// only, and one more point has some place in it. A slice without its first T points differs by one point at
// most where the slice does. Each draw is (c, delta_c)-DP under add-remove on every list. The engine's theorem
// gives the total.
//
// Utility. Let a box make at most T errors, s = 2 d slices, m + T the length of one. At most T points of label
//   1 lie beyond a side of the box. So the points of a slice after the first T lie inside that side, and so
//   does an interior point of their coordinates. If all sides are such, the box contains the result, which
//   makes at most the box's errors on label 0. Points that were never sliced off lie inside every side. So at
//   most all sliced points are lost: the sum of all m + T and of the noise, which is at most least_ones with
//   probability 1 - beta/2. Then, with least_ones points or more, no slice is shorter than its m + T, and each
//   finds an interior point with probability 1 - beta/(2 s). With fewer points there are no more to lose. All
//   slices of m + T points or more are as before. For a shorter or empty slice the draw abstains: a found key
//   lies outside the remaining points with probability at most beta/(2 s) too.

namespace logstar {
namespace {

/// The noise's rate over that of a computation: between 1/8 and 1/4 the errors hardly change.
constexpr double kNoiseShare = 0.1875;
constexpr double kMaxNoise = 1;
/// A draw at more than this would not be shorter by a record.
constexpr double kMaxCompute = 10;
constexpr double kMinCompute = 1e-4;

SliceBudget budget_at(double compute_epsilon, unsigned slices, double delta) {
  SliceBudget budget;
  budget.slices = slices;
  budget.slice_epsilon = std::min(kNoiseShare * compute_epsilon, kMaxNoise);
  const double changed =
      std::min<double>(slices, divide_up(1, synchronising_probability(budget.slice_epsilon)));
  const double each = multiply_up(changed, add_up(1, exp_up(compute_epsilon)));
  budget.compute = {compute_epsilon, divide_down(delta / 2, each)};
  return budget;
}

/// The budget of a whole loss, half of delta for the computations' own.
Possible<SliceBudget> budget_of(const Loss& target, unsigned slices) {
  const auto costs = [&](double compute) {
    return slice_epsilon_of(budget_at(compute, slices, target.delta), target.delta);
  };
  double low = kMinCompute;
  double high = std::min(target.epsilon, kMaxCompute);
  if (!(low < high) || costs(low) > target.epsilon) {
    return Obstacle{"epsilon", "large enough to be divided among slices", target.epsilon};
  }
  for (int i = 0; i < 16; ++i) {
    const double half = low + (high - low) / 2;
    (costs(half) <= target.epsilon ? low : high) = half;
  }
  return budget_at(low, slices, target.delta);
}

/// The least Q with P[sum of `slices` geometric noises > Q] <= beta. The sum exceeds Q if Q +
/// slices coins, each a success with probability 1 - e^-rate, show fewer than `slices` successes.
std::uint64_t most_noise(double rate, unsigned slices, double beta) {
  const auto exceeds = [&](std::uint64_t q) {
    const BinomialBounds coins(q + slices, expm1_down(rate), expm1_up(rate));
    return coins.sum_below(slices, [](std::uint64_t) { return 1.0; });
  };
  std::uint64_t low = 0;  // taken to be too few
  std::uint64_t high = 1;
  while (exceeds(high) > beta) low = std::exchange(high, 2 * high);
  while (high - low > 1) {
    const std::uint64_t half = low + (high - low) / 2;
    (exceeds(half) <= beta ? high : low) = half;
  }
  return high;
}

bool before(const std::vector<KeyArray>& axes, std::size_t first, std::size_t a, std::size_t b) {
  const auto order = [&](std::size_t axis) {
    const auto left = axes[axis][a];
    const auto right = axes[axis][b];
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(),
                                                  right.end());
  };
  if (const auto compared = order(first); compared != 0) return compared < 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (const auto compared = order(axis); compared != 0) return compared < 0;
  }
  return false;
}

/// Removes the first `count` in this order, or all of them if there are fewer.
void leave_out_first(std::vector<std::uint32_t>& points, std::uint64_t count, const auto& before) {
  const auto end =
      points.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, points.size()));
  if (end != points.begin() && end != points.end()) {
    std::nth_element(points.begin(), end, points.end(), before);
  }
  points.erase(points.begin(), end);
}

}  // namespace

RectangleSlicesParameters calibrate_rectangle_slices(const std::vector<RectangleAxis>& axes,
                                                     const Loss& loss, Neighbors neighbors,
                                                     double beta, std::uint64_t tolerance) {
  return possible_rectangle_slices(axes, loss, neighbors, beta, tolerance).or_refuse();
}

Possible<RectangleSlicesParameters> possible_rectangle_slices(
    const std::vector<RectangleAxis>& axes, const Loss& loss, Neighbors neighbors, double beta,
    std::uint64_t tolerance) {
  check_rectangle(axes, loss, beta);
  check_tolerance(tolerance);
  const auto slices = static_cast<unsigned>(2 * axes.size());
  RectangleSlicesParameters parameters;
  parameters.tolerance = tolerance;
  const auto budget =
      budget_of(neighbors == Neighbors::replace ? loss_for_group(loss, 2) : loss, slices);
  if (!budget) return budget.obstacle();
  parameters.budget = *budget;
  if (const auto obstacle = delta_obstacle("delta", budget->compute.delta)) return *obstacle;
  std::uint64_t sliced = 0;
  for (const RectangleAxis& axis : axes) {
    CutChoiceRequest request;
    request.bits = axis.bits;
    request.loss = parameters.budget.compute;
    request.beta = beta / (2.0 * slices);
    request.abstain = true;
    const auto search = calibrate_cut_choice(request);
    parameters.search.push_back(search);
    parameters.lengths.push_back(search.least_records + tolerance);
    sliced += 2 * parameters.lengths.back();
  }
  parameters.least_ones = sliced + most_noise(parameters.budget.slice_epsilon, slices, beta / 2);
  parameters.errors = static_cast<std::int64_t>(parameters.least_ones + tolerance);
  return parameters;
}

RectangleSides rectangle_sides_slices(const std::vector<KeyArray>& ones,
                                      const std::vector<RectangleAxis>& axes,
                                      const RectangleSlicesParameters& parameters,
                                      Randomness& randomness) {
  check_points(ones, axes.size());
  using Point = std::uint32_t;  // its place in the arrays
  std::vector<Point> points(ones.front().size());
  std::iota(points.begin(), points.end(), Point(0));
  SliceSession<Point> session(std::move(points), parameters.budget, randomness);
  RectangleSides sides;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    for (const bool smallest : {true, false}) {
      const auto farther_out = [&](Point a, Point b) {
        return smallest ? before(ones, axis, a, b) : before(ones, axis, b, a);
      };
      const auto outermost_first = [&](std::vector<Point> left, std::size_t taken) {
        std::nth_element(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(taken),
                         left.end(), farther_out);
        return left;
      };
      const auto slice = session.slice(saturated_size(parameters.lengths[axis]), outermost_first);
      sides.push_back(session.compute(slice, parameters.budget.compute,
                                      [&](std::span<const Point> records, Randomness& random) {
                                        std::vector<Point> kept(records.begin(), records.end());
                                        leave_out_first(kept, parameters.tolerance, farther_out);
                                        KeyArray keys(ones[axis].bits());
                                        keys.reserve(kept.size());
                                        for (const Point point : kept)
                                          keys.append(ones[axis][point]);
                                        return draw_cut_choice(std::move(keys), axes[axis].domain,
                                                               parameters.search[axis], random);
                                      }));
    }
  }
  return sides;
}

}  // namespace logstar
