// The space of a learner of boxes, and its result.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

/// One dimension: its keys, their width, and the cells that a public grid divides them into.
struct RectangleAxis {
  std::uint32_t bits = 64;
  WideInterval domain = WideInterval::all(64);
  /// The number of cells, of equally many keys each; 0, or more than the number of keys: one per key.
  std::uint64_t cells = 0;
  /// Or the first key of each cell after the first one, increasing.
  std::optional<KeyArray> edges = std::nullopt;

  bool has_grid() const { return edges || cells > 0; }
};

/// Checks the public parameters of learners of boxes that draw their sides.
inline void check_rectangle(const std::vector<RectangleAxis>& axes, const Loss& loss, double beta) {
  check_count("dimensions", axes.size(), 1, kMaxDimensions);
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_probability("beta", beta);
}

/// Keys lowest..highest (both included) in every dimension; with a lowest key above the highest one
/// the box is empty.
struct RectangleHypothesis {
  std::vector<WideKey> lowest;
  std::vector<WideKey> highest;

  friend bool operator==(const RectangleHypothesis&, const RectangleHypothesis&) = default;
};

/// The sides as they were found or not: lowest and highest of the first axis, of the second one...
using RectangleSides = std::vector<std::optional<WideKey>>;

/// The box with these sides, empty unless all were found.
inline std::optional<RectangleHypothesis> box_of(RectangleSides sides) {
  RectangleHypothesis box;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (!sides[i]) return std::nullopt;
    (i % 2 == 0 ? box.lowest : box.highest).push_back(std::move(*sides[i]));
  }
  return box;
}

}  // namespace logstar
