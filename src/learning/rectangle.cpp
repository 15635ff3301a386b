#include "logstar/learning/rectangle.hpp"

#include <utility>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr RectangleAlgorithm kRectangleAlgorithms[] = {RectangleAlgorithm::outermost,
                                                       RectangleAlgorithm::slices};

/// Nothing if epsilon is too small to be divided, which the slices' noise makes of some 0.001.
std::optional<RectangleDraw> draw_if_possible(RectangleAlgorithm algorithm,
                                              const RectangleTask& task) {
  if (algorithm == RectangleAlgorithm::outermost) return calibrate_rectangle(algorithm, task);
  try {
    return calibrate_rectangle(algorithm, task);
  } catch (const OutOfRange&) {
    return std::nullopt;
  }
}

}  // namespace

std::string_view name_of(RectangleAlgorithm algorithm) {
  return algorithm == RectangleAlgorithm::outermost ? "outermost" : "slices";
}

RectangleDraw calibrate_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task) {
  RectangleDraw draw;
  draw.algorithm = algorithm;
  if (algorithm == RectangleAlgorithm::outermost) {
    const auto parameters =
        calibrate_rectangle_outermost(task.axes, task.loss, task.neighbors, task.beta);
    draw.errors = parameters.errors;
    draw.parameters = parameters;
  } else {
    const auto parameters =
        calibrate_rectangle_slices(task.axes, task.loss, task.neighbors, task.beta);
    draw.errors = parameters.errors;
    draw.least_ones = static_cast<std::uint64_t>(parameters.errors);
    draw.parameters = parameters;
  }
  return draw;
}

RectangleDraw calibrate_best_rectangle(const RectangleTask& task) {
  const auto outermost = calibrate_rectangle(RectangleAlgorithm::outermost, task);
  const auto slices = draw_if_possible(RectangleAlgorithm::slices, task);
  return slices && slices->errors < outermost.errors ? *slices : outermost;
}

std::optional<RectangleHypothesis> learn_rectangle(const RectangleDraw& draw,
                                                   const RectangleTask& task,
                                                   const std::vector<KeyArray>& ones,
                                                   Randomness& randomness) {
  if (const auto* slices = std::get_if<RectangleSlicesParameters>(&draw.parameters)) {
    return box_of(rectangle_sides_slices(ones, task.axes, *slices, randomness));
  }
  return box_of(rectangle_sides_outermost(
      ones, task.axes, std::get<RectangleOutermostParameters>(draw.parameters), randomness));
}

std::vector<RectanglePlan> plan_rectangle(const RectangleTask& task, double accuracy) {
  std::vector<RectanglePlan> plans;
  for (const RectangleAlgorithm algorithm : kRectangleAlgorithms) {
    RectanglePlan plan;
    plan.algorithm = algorithm;
    plan.reason = "needs a larger epsilon";
    if (const auto draw = draw_if_possible(algorithm, task)) {
      plan.available = true;
      plan.errors = draw->errors;
      plan.least_records = records_for_empirical_error(draw->errors, accuracy);
      plan.generalisation_records =
          records_for_box(draw->errors, task.axes.size(), accuracy, task.beta);
      plan.reason = "at most " + std::to_string(draw->errors) + " errors";
    }
    plans.push_back(std::move(plan));
  }
  const bool by_slices = plans[1].available && plans[1].errors < plans[0].errors;
  plans[by_slices ? 1 : 0].chosen = true;
  return plans;
}

}  // namespace logstar
