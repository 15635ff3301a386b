#include "bindings/learning/learning_request.hpp"

#include <cstdint>

namespace logstar::bindings {

LabelledKeys labelled_keys_of(const val& data) {
  const auto keys = [&](const char* label) {
    return keys_of_column(data[label]["data"], data[label]["layout"]);
  };
  return {keys("ones"), keys("zeros")};
}

std::vector<KeyArray> columns_of(const val& columns, const val& request) {
  std::vector<KeyArray> axes;
  const auto size = length_of(columns);
  axes.reserve(size);
  for (std::size_t i = 0; i < size; ++i) axes.push_back(keys_of_shared_column(columns[i]));
  check_points(axes, property(request, "domains")["length"].as<std::size_t>());
  return axes;
}

LabelledPoints labelled_points_of(const val& data, const val& request) {
  LabelledPoints points{columns_of(property(data, "columns"), request), {}};
  const val labels = property(data, "labels");
  const auto flags = elements_of<std::uint8_t>(labels);
  points.labels.assign(flags.begin(), flags.end());
  check_labelled(points, points.axes.size());
  return points;
}

val value_of_threshold(const ThresholdHypothesis& rule, const val& request) {
  const val domain = property(request, "domain");
  const bool all = rule.last && *rule.last == key_space_of(domain).keys.highest;
  Object answer;
  answer.with("all", all);
  if (rule.last && !all) answer.with("last", value_of(*rule.last, domain));
  return answer;
}

val value_of_box(const RectangleHypothesis& box, const val& request) {
  val lowest = val::array();
  val highest = val::array();
  for (std::size_t i = 0; i < box.lowest.size(); ++i) {
    const val domain = property(request, "domains")[i];
    push(lowest, value_of(box.lowest[i], domain));
    push(highest, value_of(box.highest[i], domain));
  }
  return Object().with("lowest", lowest).with("highest", highest);
}

}  // namespace logstar::bindings
