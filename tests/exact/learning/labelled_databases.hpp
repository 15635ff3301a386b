// Tiny databases of labelled records for the learners' tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"

namespace logstar::testing {

using Database = std::vector<std::size_t>;

/// Record r has key r / 2 and label r % 2.
inline LabelledKeys labelled(std::uint32_t bits, const Database& database) {
  LabelledKeys data{KeyArray(bits), KeyArray(bits)};
  for (const std::size_t record : database) {
    const WideKey key{record / 2};
    (record % 2 == 1 ? data.ones : data.zeros).append(key);
  }
  return data;
}

/// Record r has label r % 2 and the coordinates of r / 2, one after the other.
inline LabelledPoints points_of(const Database& database, const std::vector<RectangleAxis>& axes) {
  LabelledPoints points;
  std::uint32_t shift = 1;
  for (const RectangleAxis& one : axes) {
    KeyArray& keys = points.axes.emplace_back(one.bits);
    for (const std::size_t record : database) {
      keys.append(WideKey{record >> shift & ((std::size_t(1) << one.bits) - 1)});
    }
    shift += one.bits;
  }
  for (const std::size_t record : database) points.labels.push_back(record % 2 == 1);
  return points;
}

/// Lowest and highest key of each axis; empty without a box.
inline std::vector<std::uint64_t> sides_of(const std::optional<RectangleHypothesis>& box) {
  std::vector<std::uint64_t> sides;
  for (std::size_t i = 0; box && i < box->lowest.size(); ++i) {
    sides.push_back(box->lowest[i].front());
    sides.push_back(box->highest[i].front());
  }
  return sides;
}

inline constexpr std::int64_t kNothing = -2;

/// The last key of label 1, -1 if no key has label 1, kNothing without a hypothesis.
inline std::int64_t number(const std::optional<ThresholdHypothesis>& hypothesis) {
  if (!hypothesis) return kNothing;
  return hypothesis->last ? static_cast<std::int64_t>(hypothesis->last->front()) : -1;
}

inline std::int64_t errors_of(std::int64_t last, const Database& database) {
  std::int64_t errors = 0;
  for (const std::size_t record : database) {
    const bool says_one = static_cast<std::int64_t>(record / 2) <= last;
    errors += says_one != (record % 2 == 1);
  }
  return errors;
}

}  // namespace logstar::testing
