#include "logstar/learning/rectangle_by_sanitizer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/learning/labelled_points.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"

// Privacy. Given an axis' synthetic records its cells are public and disjoint: one point more adds
// 1 to one count or changes nothing, one changed moves at most two counts by 1. So an axis' counts
// together cost their rate (twice it under replace): 2 d mechanisms, composed.
//
// Utility. Let all noises stay below `significant` = k. A cell of noisy count k or more has a point of label 1,
// which lies in the good box. The cell's last key is not before that box, its first not after it, so the good
// box contains the result. A cell below k holds at most 2 (k - 1) points of label 1. A point of label 1 is lost
// in such a cell, or in the gap whose inner end is a side. A gap has no synthetic records, so it holds at most
// twice the error of the synthetic numbers. Without a cell of count k on some axis all points of label 1 are in
// cells below it.

namespace logstar {
namespace {

/// The keys of the synthetic records, and the intervals before, between and after them.
std::vector<KeyInterval> cells_of(const std::vector<std::uint64_t>& keys,
                                  const KeyInterval& domain) {
  std::vector<KeyInterval> cells;
  std::uint64_t next = domain.lowest;
  for (const std::uint64_t key : keys) {
    if (key > next) cells.push_back({next, key - 1});
    cells.push_back({key, key});
    if (key == domain.highest) return cells;
    next = key + 1;
  }
  cells.push_back({next, domain.highest});
  return cells;
}

GroupedKeys together(const LabelledAxis& axis) {
  std::vector<std::uint64_t> keys = axis.ones.keys;
  std::vector<std::uint64_t> counts = axis.ones.counts;
  keys.insert(keys.end(), axis.zeros.keys.begin(), axis.zeros.keys.end());
  counts.insert(counts.end(), axis.zeros.counts.begin(), axis.zeros.counts.end());
  return grouped(keys, counts);
}

/// The lowest and the highest side.
std::optional<KeyInterval> sides_of(const LabelledAxis& axis,
                                    const RectangleBySanitizerParameters& parameters,
                                    const ThresholdSanitizer& sanitize, Randomness& randomness) {
  const Rational rate = Rational::of(parameters.count_epsilon);
  const GroupedKeys synthetic = sanitize(together(axis), randomness);
  const auto before = records_before(axis.ones);
  std::optional<KeyInterval> sides;
  std::size_t place = 0;
  for (const KeyInterval& cell : cells_of(synthetic.keys, axis.domain)) {
    const auto& keys = axis.ones.keys;
    const std::size_t first = place;
    while (place < keys.size() && keys[place] <= cell.highest) ++place;
    const std::int64_t noise = randomness.discrete_laplace(rate);
    const auto count = static_cast<std::int64_t>(before[place] - before[first]);
    if (count + noise < parameters.significant) continue;
    if (!sides) sides = KeyInterval{cell.highest, cell.lowest};
    sides->highest = cell.lowest;
  }
  return sides;
}

/// A point has a coordinate on every axis, so all axes have the same number of points of either label.
void check_axes(const std::vector<LabelledAxis>& axes, std::uint64_t calibrated) {
  check_same_length("axes", axes.size(), "calibrated for", calibrated);
  for (const LabelledAxis& axis : axes) {
    check_grouped(axis.ones);
    check_grouped(axis.zeros);
    for (const auto part : {&LabelledAxis::ones, &LabelledAxis::zeros}) {
      check_same_length("an axis' coordinates", (axis.*part).total(), "the first one's",
                        (axes.front().*part).total());
    }
  }
}

Loss per_step(const Loss& total, std::uint64_t steps) {
  const Loss basic = basic_per_step(total, steps);
  if (total.delta == 0) return basic;
  const Loss drift = drift_per_step(total, steps, total.delta / 2);
  return drift.epsilon > basic.epsilon ? drift : basic;
}

}  // namespace

RectangleBySanitizerParameters calibrate_rectangle_by_sanitizer(std::size_t axes,
                                                                std::uint64_t most_keys,
                                                                const Loss& loss,
                                                                Neighbors neighbors, double beta) {
  check_count("dimensions", axes, 1, kMaxDimensions);
  check_count("points", most_keys, 1, 1'000'000);
  check_epsilon("epsilon", loss.epsilon);
  check_delta_or_zero("delta", loss.delta);
  check_probability("beta", beta);
  RectangleBySanitizerParameters parameters;
  parameters.loss = loss;
  parameters.axes = axes;
  parameters.cells = 2 * most_keys + 1;
  parameters.sanitizer = per_step(loss, 2 * parameters.axes);
  parameters.count_epsilon = parameters.sanitizer.epsilon;
  if (neighbors == Neighbors::replace) parameters.count_epsilon /= 2;
  const double tails = 2 * count_up(parameters.axes * parameters.cells);
  parameters.significant = laplace_tail_start(parameters.count_epsilon, divide_down(beta, tails));
  return parameters;
}

ExcessErrors rectangle_by_sanitizer_errors(const RectangleBySanitizerParameters& parameters,
                                           double records, double share) {
  const double axes = count_up(parameters.axes);
  const auto below = static_cast<double>(2 * (parameters.significant - 1));
  const double of_axis =
      add_up(multiply_up(count_up(parameters.cells), below), multiply_up(4, records));
  // At a tiny epsilon the number would overflow; no data set has 2^62 records.
  const double errors = std::min(std::ceil(multiply_up(axes, of_axis)), 0x1p62);
  return {static_cast<std::int64_t>(errors), multiply_up(4 * axes, share)};
}

std::optional<RectangleHypothesis> learn_rectangle_by_sanitizer(
    const std::vector<LabelledAxis>& axes, const RectangleBySanitizerParameters& parameters,
    const std::vector<ThresholdSanitizer>& sanitizers, Randomness& randomness) {
  check_axes(axes, parameters.axes);
  check_same_length("sanitizers", sanitizers.size(), "axes", axes.size());
  RectangleHypothesis box;
  bool found = true;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    // Draws all axes, found or not: all of them are charged.
    const auto sides = sides_of(axes[i], parameters, sanitizers[i], randomness);
    found &= sides.has_value();
    if (!sides) continue;
    box.lowest.push_back({sides->lowest});
    box.highest.push_back({sides->highest});
  }
  if (!found) return std::nullopt;
  return box;
}

}  // namespace logstar
