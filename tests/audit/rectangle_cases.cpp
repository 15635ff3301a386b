// Learners of boxes with two axes of 32 bits: enough points of label 1 at one place that all sides are found
// sometimes, and one more.
#include "audit.hpp"
#include "labelled_records.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "neighbors.hpp"
#include "quantile_sanitizer.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kPlace = 3'000'000'000;

/// The number of the four sides at kPlace, -1 without a box.
std::int64_t place(const std::optional<RectangleHypothesis>& box) {
  if (!box) return -1;
  std::int64_t sides = 0;
  for (const auto& ends : {box->lowest, box->highest}) {
    for (const WideKey& end : ends) sides += end.front() == kPlace;
  }
  return sides;
}

LabelledPoints all_ones(std::vector<KeyArray> axes) {
  const std::vector<bool> labels(axes.front().size(), true);
  return {std::move(axes), labels};
}

RectangleDraw draw_for(RectangleAlgorithm algorithm, Neighbors neighbors, RectangleTask& task) {
  const RectangleAxis axis{32, WideInterval::all(32)};
  task.axes = {axis, axis};
  task.neighbors = neighbors;
  task.loss = {4, 1e-6};
  return calibrate_rectangle(algorithm, task);
}

/// Points at one place, and one more; a replaced point had label 0.
AuditCase outermost_case(Neighbors neighbors, std::size_t points) {
  RectangleTask task;
  const auto draw = draw_for(RectangleAlgorithm::outermost, neighbors, task);
  const auto axis = [=](bool second) {
    return std::vector<std::uint64_t>(points + second, kPlace);
  };
  // The learner ignores points of label 0.
  require_neighbors(axis(false), axis(true), Neighbors::add_remove);
  return {"learnRectangle", "outermost", text_of(neighbors), task.loss,
          [=](bool second, Randomness& r) {
            const KeyArray keys(32, axis(second));
            return place(learn_rectangle(draw, task, all_ones({keys, keys}), r));
          }};
}

/// Points of label 1 at one place and equally many of label 0 at the next. The neighbour has one more of label
/// 1, or one of label 0 with label 1 instead. The answer: which of both places the box contains.
AuditCase contained_case(RectangleAlgorithm algorithm, const RectangleAxis& axis,
                         Neighbors neighbors, std::size_t points) {
  RectangleTask task;
  task.axes = {axis};
  task.neighbors = neighbors;
  task.loss = {4, 0};
  const auto draw = calibrate_rectangle(algorithm, task);
  const auto data_of = [=](bool second) {
    const bool changed = second && neighbors == Neighbors::replace;
    LabelledPoints data{{KeyArray(32)}, {}};
    for (std::size_t i = 0; i < 2 * points + (second && !changed); ++i) {
      const bool label = i >= points || (changed && i == 0);
      data.axes[0].append(WideKey{label ? kPlace : kPlace + 1});
      data.labels.push_back(label);
    }
    return data;
  };
  return {"learnRectangle", std::string(name_of(algorithm)), text_of(neighbors), task.loss,
          [=](bool second, Randomness& r) {
            const auto box = learn_rectangle(draw, task, data_of(second), r);
            if (!box) return std::int64_t(-1);
            const auto has = [&](std::uint64_t key) {
              return box->lowest[0].front() <= key && key <= box->highest[0].front();
            };
            return std::int64_t(has(kPlace)) + 2 * std::int64_t(has(kPlace + 1));
          }};
}

AuditCase axis_by_axis_case(Neighbors neighbors, std::size_t points) {
  return contained_case(RectangleAlgorithm::axis_by_axis, {32, WideInterval::all(32)}, neighbors,
                        points);
}

/// On a grid of four cells, with an edge between both places.
AuditCase exponential_case(Neighbors neighbors, std::size_t points) {
  RectangleAxis axis{32, WideInterval::all(32)};
  axis.edges = KeyArray(32, {kPlace - 1000, kPlace + 1, kPlace + 1000});
  return contained_case(RectangleAlgorithm::exponential, axis, neighbors, points);
}

/// A thousand points at two places. The slice for the lowest side of the first axis has 169 points (365 under
/// replace) and, by noise, some more, most of them at the upper place unless few are added. The neighbour has
/// one more point at the lower place; a replaced point comes from the upper one. The answer: the place of that
/// side.
AuditCase slices_case(Neighbors neighbors, std::size_t lower) {
  RectangleTask task;
  const auto draw = draw_for(RectangleAlgorithm::slices, neighbors, task);
  const auto first_axis = [=](bool second) {
    std::vector<std::uint64_t> keys(lower + second, 1000);
    keys.resize(1000u + (second && neighbors == Neighbors::add_remove), kPlace);
    return keys;
  };
  require_neighbors(first_axis(false), first_axis(true), task.neighbors);
  return {"learnRectangle", "slices", text_of(neighbors), task.loss,
          [=](bool second, Randomness& r) {
            const std::vector<std::uint64_t> keys = first_axis(second);
            const KeyArray other(32, std::vector<std::uint64_t>(keys.size(), kPlace));
            const auto box = learn_rectangle(draw, task, all_ones({KeyArray(32, keys), other}), r);
            if (!box) return std::int64_t(-1);
            return std::int64_t(box->lowest[0].front() < kPlace ? 0 : 1);
          }};
}

/// Through three quantiles of each axis: points of label 1 at one place, and one more; a replaced point had
/// label 0 and lay at the lower end of either axis.
AuditCase sanitizers_case(Neighbors neighbors, std::uint64_t points) {
  const Loss loss{4, 0};
  const KeyInterval domain{0, UINT32_MAX};
  const auto parameters = calibrate_rectangle_by_sanitizer(2, 5, loss, neighbors, 0.05);
  const auto axis_of = [=](bool second) {
    LabelledAxis axis{domain, {{kPlace}, {points + second}}, {}};
    if (!second && neighbors == Neighbors::replace) axis.zeros = {{0}, {1}};
    return axis;
  };
  const LabelledAxis first_axis = axis_of(false);
  const LabelledAxis second_axis = axis_of(true);
  require_neighbors(labelled_records(first_axis.ones, first_axis.zeros),
                    labelled_records(second_axis.ones, second_axis.zeros), neighbors);
  const auto sanitize = quantile_sanitizer(3, domain, parameters.sanitizer.epsilon, neighbors);
  return {"learnRectangle", "sanitizers", text_of(neighbors), loss,
          [=](bool second, Randomness& r) {
            const LabelledAxis axis = axis_of(second);
            return place(
                learn_rectangle_by_sanitizer({axis, axis}, parameters, {sanitize, sanitize}, r));
          }};
}

}  // namespace

AuditCases rectangle_cases() {
  using enum Neighbors;
  return {
      exponential_case(add_remove, 0),  exponential_case(replace, 1),
      axis_by_axis_case(add_remove, 5), axis_by_axis_case(replace, 10),
      outermost_case(add_remove, 76),   outermost_case(replace, 160),
      slices_case(add_remove, 82),      slices_case(replace, 180),
      sanitizers_case(add_remove, 6),   sanitizers_case(replace, 12),
  };
}

}  // namespace logstar::testing
