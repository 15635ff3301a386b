#include "draws.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/support/named.hpp"

namespace logstar::testing {
namespace {

PointParameters point_parameters(std::istream& line) {
  const bool gap = read<std::string>(line) == "gap";
  const Loss total = loss(line);
  return calibrate_point(gap ? PointAlgorithm::gap_test : PointAlgorithm::stable_choice, total,
                         neighbors(line), kBeta);
}

std::string point(std::istream& line, Randomness& randomness) {
  const auto parameters = point_parameters(line);
  const auto found = learn_point(decreasing(read<std::int64_t>(line)), parameters, randomness);
  return found ? std::to_string(*found) : "null";
}

std::string proper_point(std::istream& line, Randomness& randomness) {
  const auto parameters = point_parameters(line);
  const auto ones = decreasing(read<std::int64_t>(line));
  const auto found = learn_proper_point(ones, parameters, {{0}, {999999}}, randomness);
  if (const auto* index = std::get_if<std::size_t>(&found)) return std::to_string(*index);
  return std::to_string(std::get<WideKey>(found).front());
}

/// Whole numbers of 20 bits, label 1 up to 400,000; the first `wrong` labels are inverted.
std::string threshold(std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  ThresholdTask task;
  task.bits = 20;
  task.domain = {{0}, {999999}};
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  task.beta = kBeta;
  task.tolerance = read<std::uint64_t>(line);
  const auto n = read<std::uint64_t>(line);
  LabelledKeys data{KeyArray(20), KeyArray(20)};
  std::uint64_t wrong = task.tolerance;
  for (const std::uint64_t key : whole_column(n)) {
    bool label = label_of(key);
    if (wrong > 0) label = !label, --wrong;
    (label ? data.ones : data.zeros).append(WideKey{key});
  }
  const auto chosen = algorithm == "exponential"      ? ThresholdAlgorithm::exponential
                      : algorithm == "cut"            ? ThresholdAlgorithm::cut
                      : algorithm == "interior-point" ? ThresholdAlgorithm::interior_point
                                                      : ThresholdAlgorithm::rec_concave;
  const auto learned =
      learn_threshold(calibrate_threshold(chosen, task), task, std::move(data), randomness);
  return learned ? last_of(*learned) : "null";
}

/// The same data without wrong labels, by an interior point.
std::string threshold_by(std::istream& line, Randomness& randomness) {
  ThresholdTask task;
  task.bits = 20;
  task.domain = {{0}, {999999}};
  task.search = named<InteriorAlgorithm>(read<std::string>(line));
  task.levels = read<std::uint32_t>(line);
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  task.beta = kBeta;
  LabelledKeys data{KeyArray(20), KeyArray(20)};
  for (const std::uint64_t key : whole_column(read<std::uint64_t>(line))) {
    (label_of(key) ? data.ones : data.zeros).append(WideKey{key});
  }
  const auto learned =
      learn_threshold(calibrate_threshold(ThresholdAlgorithm::interior_point, task), task,
                      std::move(data), randomness);
  return learned ? last_of(*learned) : "null";
}

/// Points with coordinates 0..999, label 1 if all coordinates lie in 200..799.
LabelledPoints boxed_points(std::uint64_t dimensions, std::istream& line) {
  LabelledPoints points{std::vector<KeyArray>(dimensions, KeyArray(10)), {}};
  for (std::uint64_t i = 0, n = read<std::uint64_t>(line); i < n; ++i) {
    points.labels.push_back(in_box(i, dimensions));
    for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
      points.axes[axis].append(WideKey{coordinate(i, axis)});
    }
  }
  return points;
}

std::string drawn_box(const RectangleDraw& draw, const RectangleTask& task, std::istream& line,
                      Randomness& randomness) {
  const auto box = learn_rectangle(draw, task, boxed_points(task.axes.size(), line), randomness);
  return box ? sides(*box) : "null";
}

std::string rectangle(std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  RectangleTask task;
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  task.axes.assign(read<std::uint64_t>(line), {10, {{0}, {999}}});
  task.beta = kBeta;
  const RectangleDraw draw =
      algorithm == "outermost"      ? calibrate_rectangle(RectangleAlgorithm::outermost, task)
      : algorithm == "slices"       ? calibrate_rectangle(RectangleAlgorithm::slices, task)
      : algorithm == "axis-by-axis" ? calibrate_rectangle(RectangleAlgorithm::axis_by_axis, task)
      : algorithm == "exponential"  ? calibrate_rectangle(RectangleAlgorithm::exponential, task)
                                    : calibrate_best_rectangle(task);
  return drawn_box(draw, task, line, randomness);
}

std::string rectangle_grid(std::istream& line, Randomness& randomness) {
  const auto cells = read<std::uint64_t>(line);
  RectangleTask task;
  task.loss = {read<double>(line), 0};
  task.neighbors = neighbors(line);
  task.axes.assign(read<std::uint64_t>(line), {10, {{0}, {999}}, cells, {}});
  task.beta = kBeta;
  return drawn_box(calibrate_best_rectangle(task), task, line, randomness);
}

const AddDraws learning_draws(Draws{{"learn-point", point},
                                    {"learn-proper-point", proper_point},
                                    {"learn-threshold-by", threshold_by},
                                    {"learn-threshold", threshold},
                                    {"learn-rectangle", rectangle},
                                    {"learn-rectangle-grid", rectangle_grid}});

}  // namespace
}  // namespace logstar::testing
