#include "logstar/learning/rectangle_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Boxes are listed axis by axis: for each interval of cells on one axis all boxes of the axes after
// it. A box of the list is known by its place alone.

namespace logstar {
namespace {

/// Keys at which a cell begins, without the domain's lowest one: there the first cell begins anyway.
KeyArray edges_within(const RectangleAxis& axis) {
  KeyArray edges(axis.bits);
  for (std::size_t i = 0; i < axis.edges->size(); ++i) {
    const auto edge = (*axis.edges)[i];
    if (i > 0 && order_of((*axis.edges)[i - 1], edge) >= 0) {
      reject("grid", "edges in increasing order within the domain",
             "an edge at or below the one before it");
    }
    if (order_of(edge, axis.domain.lowest) > 0) edges.append(edge);
  }
  return edges;
}

Natural keys_of(const WideInterval& domain) {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

Natural cells_of(const RectangleAxis& axis) {
  if (axis.edges) return Natural(edges_within(axis).size()) + 1;
  const Natural keys = keys_of(axis.domain);
  return axis.cells == 0 || keys < axis.cells ? keys : Natural(axis.cells);
}

/// The first key of every cell; their number is small enough.
KeyArray starts_of(const RectangleAxis& axis) {
  KeyArray starts(axis.bits);
  starts.append(axis.domain.lowest);
  if (axis.edges) {
    const KeyArray edges = edges_within(axis);
    for (std::size_t i = 0; i < edges.size(); ++i) starts.append(edges[i]);
    return starts;
  }
  const Natural keys = keys_of(axis.domain);
  const Natural cells = cells_of(axis);
  const Natural lowest = natural_of(axis.domain.lowest);
  for (Natural i = 1; i < cells; ++i) starts.append(key_of(lowest + i * keys / cells, axis.bits));
  return starts;
}

std::size_t cell_of(const KeyArray& starts, std::span<const std::uint64_t> key) {
  std::size_t low = 0;  // begins at or below the key
  std::size_t high = starts.size();
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (order_of(starts[middle], key) <= 0 ? low : high) = middle;
  }
  return low;
}

/// For every cell the points of label 1 minus those of label 0; cells of the last axis are adjacent.
std::vector<std::int64_t> weights_of(const LabelledPoints& points,
                                     const std::vector<KeyArray>& starts) {
  std::size_t cells = 1;
  for (const KeyArray& axis : starts) cells *= axis.size();
  std::vector<std::int64_t> weights(cells);
  for (std::size_t i = 0; i < points.labels.size(); ++i) {
    std::size_t cell = 0;
    for (std::size_t axis = 0; axis < starts.size(); ++axis) {
      cell = cell * starts[axis].size() + cell_of(starts[axis], points.axes[axis][i]);
    }
    weights[cell] += points.labels[i] ? 1 : -1;
  }
  return weights;
}

/// Appends the scores of all boxes of the axes from `axis` on; `weights`: of their cells.
void append_scores(const std::vector<KeyArray>& starts, std::size_t axis,
                   const std::vector<std::int64_t>& weights, std::int64_t of_none,
                   std::vector<std::int64_t>& scores) {
  const std::size_t cells = starts[axis].size();
  const std::size_t rest = weights.size() / cells;
  const bool last = axis + 1 == starts.size();
  std::vector<std::int64_t> sums(rest);
  for (std::size_t low = 0; low < cells; ++low) {
    std::ranges::fill(sums, 0);
    for (std::size_t high = low; high < cells; ++high) {
      for (std::size_t i = 0; i < rest; ++i) sums[i] += weights[high * rest + i];
      if (last) {
        scores.push_back(of_none + sums[0]);
      } else {
        append_scores(starts, axis + 1, sums, of_none, scores);
      }
    }
  }
}

RectangleHypothesis box_at(std::size_t place, const std::vector<RectangleAxis>& axes,
                           const std::vector<KeyArray>& starts) {
  RectangleHypothesis box;
  box.lowest.resize(axes.size());
  box.highest.resize(axes.size());
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    const std::size_t cells = starts[axis].size();
    const std::size_t intervals = cells * (cells + 1) / 2;
    std::size_t interval = place % intervals;
    place /= intervals;
    std::size_t low = 0;
    while (interval >= cells - low) interval -= cells - low++;
    const std::size_t behind = low + interval + 1;
    const auto first = starts[axis][low];
    box.lowest[axis].assign(first.begin(), first.end());
    box.highest[axis] = behind == cells
                            ? axes[axis].domain.highest
                            : key_of(natural_of(starts[axis][behind]) - 1, axes[axis].bits);
  }
  return box;
}

}  // namespace

std::optional<std::uint64_t> boxes_of_grid(const std::vector<RectangleAxis>& axes) {
  check_count("dimensions", axes.size(), 1, kMaxDimensions);
  Natural boxes = 1;
  for (const RectangleAxis& axis : axes) {
    const Natural cells = cells_of(axis);
    boxes *= cells * (cells + 1) / 2;
    if (boxes > kMaxGridBoxes) return std::nullopt;
  }
  return static_cast<std::uint64_t>(boxes);
}

RectangleGridParameters calibrate_rectangle_grid(const std::vector<RectangleAxis>& axes,
                                                 double epsilon, Neighbors neighbors, double beta) {
  const auto boxes = boxes_of_grid(axes);
  if (!boxes) {
    reject("grid", "a grid of at most " + std::to_string(kMaxGridBoxes) + " boxes", "more");
  }
  RectangleGridParameters parameters;
  for (const RectangleAxis& axis : axes) parameters.starts.push_back(starts_of(axis));
  parameters.boxes = *boxes + 1;
  parameters.draw_epsilon = calibrate_exponential_choice(epsilon, ScoreMoves::one_way, neighbors);
  parameters.excess = static_cast<std::int64_t>(std::ceil(exponential_choice_shortfall(
                          parameters.boxes, parameters.draw_epsilon, beta))) -
                      1;
  return parameters;
}

std::optional<RectangleHypothesis> learn_rectangle_grid(const LabelledPoints& points,
                                                        const std::vector<RectangleAxis>& axes,
                                                        const RectangleGridParameters& parameters,
                                                        Randomness& randomness) {
  check_labelled(points, axes.size());
  const auto zeros = std::count(points.labels.begin(), points.labels.end(), false);
  std::vector<std::int64_t> right;
  right.reserve(static_cast<std::size_t>(parameters.boxes));
  right.push_back(zeros);  // of "0 everywhere"
  append_scores(parameters.starts, 0, weights_of(points, parameters.starts), zeros, right);
  const std::size_t chosen = exponential_choice(right, parameters.draw_epsilon, randomness);
  if (chosen == 0) return std::nullopt;
  return box_at(chosen - 1, axes, parameters.starts);
}

}  // namespace logstar
