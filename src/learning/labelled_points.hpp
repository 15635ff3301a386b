// Points in several dimensions with labels, one array of coordinates an axis.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

inline constexpr std::size_t kMaxDimensions = 64;

/// Place i of each array is about point i.
struct LabelledPoints {
  std::vector<KeyArray> axes;
  std::vector<bool> labels;
};

/// Throws OutOfRange unless there is a column for each axis, all of one length.
void check_points(const std::vector<KeyArray>& columns, std::size_t axes);

/// As check_points, with one label per point.
void check_labelled(const LabelledPoints& points, std::size_t axes);

/// The points of one label, in their order.
std::vector<KeyArray> with_label(const LabelledPoints& points, bool label);

/// public_facts for records that are points.
std::string public_points(Neighbors neighbors);

}  // namespace logstar
