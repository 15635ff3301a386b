#include "logstar/learning/labelled_points.hpp"

#include <algorithm>

#include "logstar/support/columns.hpp"

namespace logstar {

void check_points(const std::vector<KeyArray>& columns, std::size_t axes) {
  check_same_length("columns", columns.size(), "axes", axes);
  for (const KeyArray& column : columns) {
    check_same_length("an axis' coordinates", column.size(), "the first one's",
                      columns.front().size());
  }
}

void check_labelled(const LabelledPoints& points, std::size_t axes) {
  check_points(points.axes, axes);
  check_same_length("labels", points.labels.size(), "records", points.axes.front().size());
}

std::vector<KeyArray> with_label(const LabelledPoints& points, bool label) {
  const auto size = std::count(points.labels.begin(), points.labels.end(), label);
  std::vector<KeyArray> part;
  for (const KeyArray& column : points.axes) {
    KeyArray& kept = part.emplace_back(column.bits());
    kept.reserve(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (points.labels[i] == label) kept.append(column[i]);
    }
  }
  return part;
}

std::string public_points(Neighbors neighbors) {
  return neighbors == Neighbors::replace ? "the parameters and the number of points"
                                         : "the parameters";
}

}  // namespace logstar
