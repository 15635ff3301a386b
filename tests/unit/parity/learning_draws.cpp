#include "domain/integers.hpp"
#include "draws.hpp"
#include "learning/point.hpp"
#include "learning/rectangle.hpp"
#include "learning/threshold.hpp"
#include "selection/exponential.hpp"

namespace logstar::testing {
namespace {

/// Items i with floor(60 / (i + 1)) records of label 1.
std::string point(std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto n = read<std::int64_t>(line);
  std::vector<std::int64_t> ones;
  for (std::int64_t i = 0; i < n; ++i) ones.push_back(60 / (i + 1));
  const auto parameters =
      calibrate_point(algorithm == "gap" ? PointAlgorithm::gap_test : PointAlgorithm::stable_choice,
                      total, declared, kBeta);
  const auto found = learn_point(ones, parameters, randomness);
  return found ? std::to_string(*found) : "null";
}

/// Whole numbers of 20 bits, label 1 up to 400,000; the first `wrong` labels are turned round.
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
    bool label = key <= 400000;
    if (wrong > 0) label = !label, --wrong;
    (label ? data.ones : data.zeros).append(WideKey{key});
  }
  const auto chosen = algorithm == "exponential"      ? ThresholdAlgorithm::exponential
                      : algorithm == "prefix"         ? ThresholdAlgorithm::prefix
                      : algorithm == "interior-point" ? ThresholdAlgorithm::interior_point
                                                      : ThresholdAlgorithm::rec_concave;
  const auto learned =
      learn_threshold(calibrate_threshold(chosen, task), task, std::move(data), randomness);
  if (!learned) return "null";
  return learned->last ? std::to_string(learned->last->front()) : "none";
}

/// Points whose coordinates are numbers 0..999, label 1 if all lie in 200..799.
std::string rectangle(std::istream& line, Randomness& randomness) {
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto dimensions = read<std::uint64_t>(line);
  const auto n = read<std::uint64_t>(line);
  RectangleTask task;
  task.axes.assign(dimensions, {10, {{0}, {999}}});
  task.loss = total;
  task.neighbors = declared;
  task.beta = kBeta;
  std::vector<KeyArray> ones(dimensions, KeyArray(10));
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<std::uint64_t> coordinates;
    bool inside = true;
    for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
      coordinates.push_back(i * (7919 + 2 * axis) % 1000);
      inside = inside && coordinates.back() >= 200 && coordinates.back() <= 799;
    }
    if (!inside) continue;
    for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
      ones[axis].append(WideKey{coordinates[axis]});
    }
  }
  const auto box = learn_rectangle(calibrate_best_rectangle(task), task, ones, randomness);
  if (!box) return "null";
  std::vector<std::uint64_t> sides;
  for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
    sides.push_back(box->lowest[axis].front());
    sides.push_back(box->highest[axis].front());
  }
  return joined(sides);
}

/// Of ten rules "at most 100,000 c" the one with most right labels; whole numbers, label 1 up to
/// 400,000. With private labels scores move both ways, with public rules one way.
std::string rule(std::istream& line, ScoreMoves moves, Neighbors declared, Randomness& randomness) {
  const auto epsilon = read<double>(line);
  std::vector<std::int64_t> right(10);
  for (const std::uint64_t key : whole_column(read<std::uint64_t>(line))) {
    for (std::uint64_t c = 0; c < 10; ++c) right[c] += (key <= 100000 * c) == (key <= 400000);
  }
  return std::to_string(exponential_choice(
      right, calibrate_exponential_choice(epsilon, moves, declared), randomness));
}

std::string label_private(std::istream& line, Randomness& randomness) {
  return rule(line, ScoreMoves::both_ways, Neighbors::replace, randomness);
}

std::string semi_private(std::istream& line, Randomness& randomness) {
  const Neighbors declared = neighbors(line);
  return rule(line, ScoreMoves::one_way, declared, randomness);
}

}  // namespace

Draws learning_draws() {
  return {{"learn-point", point},
          {"learn-threshold", threshold},
          {"learn-rectangle", rectangle},
          {"label-private", label_private},
          {"semi-private", semi_private}};
}

}  // namespace logstar::testing
