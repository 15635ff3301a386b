#include "logstar/learning/rectangle.hpp"

#include <algorithm>
#include <utility>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr RectangleAlgorithm kRectangleAlgorithms[] = {
    RectangleAlgorithm::exponential, RectangleAlgorithm::axis_by_axis,
    RectangleAlgorithm::outermost, RectangleAlgorithm::slices};

void check_task(const RectangleTask& task) {
  check_count("dimensions", task.axes.size(), 1, kMaxDimensions);
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta_or_zero("delta", task.loss.delta);
  check_probability("beta", task.beta);
  check_tolerance(task.tolerance);
}

bool too_wide(const RectangleTask& task) {
  return std::ranges::any_of(task.axes,
                             [](const RectangleAxis& axis) { return axis.bits > kMaxAxisBits; });
}

/// The reason why an algorithm cannot do a task, or an empty text. An epsilon that is too small is found by the
/// calibration only.
std::string obstacle(RectangleAlgorithm algorithm, const RectangleTask& task) {
  if (algorithm == RectangleAlgorithm::exponential) {
    return boxes_of_grid(task.axes) ? "" : "needs a grid of fewer boxes";
  }
  if (algorithm == RectangleAlgorithm::axis_by_axis) {
    return too_wide(task) ? "needs axes of at most 64 bits" : "";
  }
  return task.loss.delta == 0 ? "needs a delta above 0" : "";
}

/// On points spread evenly each of 2 d ends misses its best place by about an exponential variable of
/// the draw's rate, so all together by a gamma variable: its median. Cells with more points than an end
/// misses make it less.
double usual_of_sides(const std::vector<RectangleAxis>& axes, double draw_epsilon) {
  return (2.0 * static_cast<double>(axes.size()) - 1.0 / 3) / draw_epsilon;
}

/// Empty if every algorithm fails.
std::optional<RectangleAlgorithm> best_if_any(const RectangleTask& task) {
  const auto can = [&](RectangleAlgorithm one) { return obstacle(one, task).empty(); };
  if (has_grid(task) && !can(RectangleAlgorithm::exponential)) return std::nullopt;
  if (std::ranges::none_of(kRectangleAlgorithms, can)) return std::nullopt;
  const auto best = possible_best_rectangle(task);
  return best ? std::optional(best->algorithm) : std::nullopt;
}

std::uint64_t fresh_records(const RectangleDraw& draw, const RectangleTask& task, double accuracy) {
  if (const auto* grid = std::get_if<RectangleGridParameters>(&draw.parameters)) {
    return records_for_listed(grid->boxes, draw.errors, accuracy, task.beta);
  }
  if (task.tolerance > 0) return 0;
  return records_for_box(draw.errors, task.axes.size(), accuracy, task.beta);
}

}  // namespace

bool has_grid(const RectangleTask& task) {
  return std::ranges::any_of(task.axes, &RectangleAxis::has_grid);
}

std::string_view name_of(RectangleAlgorithm algorithm) {
  switch (algorithm) {
    case RectangleAlgorithm::outermost:
      return "outermost";
    case RectangleAlgorithm::slices:
      return "slices";
    case RectangleAlgorithm::axis_by_axis:
      return "axis-by-axis";
    case RectangleAlgorithm::exponential:
      return "exponential";
  }
  return "";
}

RectangleDraw calibrate_rectangle(RectangleAlgorithm algorithm, const RectangleTask& task) {
  return possible_rectangle(algorithm, task).or_refuse();
}

Possible<RectangleDraw> possible_rectangle(RectangleAlgorithm algorithm,
                                           const RectangleTask& task) {
  check_task(task);
  RectangleDraw draw;
  draw.algorithm = algorithm;
  draw.loss = task.loss;
  switch (algorithm) {
    case RectangleAlgorithm::outermost: {
      const auto parameters = possible_rectangle_outermost(task.axes, task.loss, task.neighbors,
                                                           task.beta, task.tolerance);
      if (!parameters) return parameters.obstacle();
      draw.errors = parameters->errors;
      draw.parameters = *parameters;
      break;
    }
    case RectangleAlgorithm::slices: {
      const auto parameters = possible_rectangle_slices(task.axes, task.loss, task.neighbors,
                                                        task.beta, task.tolerance);
      if (!parameters) return parameters.obstacle();
      draw.errors = parameters->errors;
      draw.least_ones = parameters->least_ones;
      draw.parameters = *parameters;
      break;
    }
    case RectangleAlgorithm::axis_by_axis: {
      const auto parameters =
          possible_rectangle_by_axes(task.axes, task.loss.epsilon, task.neighbors, task.beta);
      if (!parameters) return parameters.obstacle();
      draw.loss.delta = 0;
      draw.errors = parameters->excess;
      // With more axes, first ranges cost more than a formula can state.
      if (task.axes.size() == 1) {
        draw.usual = usual_of_sides(task.axes, parameters->step.draw_epsilon);
      }
      draw.parameters = *parameters;
      break;
    }
    case RectangleAlgorithm::exponential: {
      auto parameters =
          calibrate_rectangle_grid(task.axes, task.loss.epsilon, task.neighbors, task.beta);
      draw.loss.delta = 0;
      draw.agnostic = true;
      draw.errors = static_cast<std::int64_t>(task.tolerance) + parameters.excess;
      draw.usual = usual_of_sides(task.axes, parameters.draw_epsilon);
      draw.parameters = std::move(parameters);
      break;
    }
  }
  return draw;
}

RectangleDraw calibrate_best_rectangle(const RectangleTask& task) {
  return possible_best_rectangle(task).or_refuse();
}

Possible<RectangleDraw> possible_best_rectangle(const RectangleTask& task) {
  if (has_grid(task) || boxes_of_grid(task.axes)) {
    return possible_rectangle(RectangleAlgorithm::exponential, task);
  }
  if (!too_wide(task)) return possible_rectangle(RectangleAlgorithm::axis_by_axis, task);
  auto outermost = possible_rectangle(RectangleAlgorithm::outermost, task);
  auto slices = possible_rectangle(RectangleAlgorithm::slices, task);
  const bool sliced = slices && (!outermost || slices->errors < outermost->errors);
  return sliced ? slices : outermost;
}

std::optional<RectangleHypothesis> learn_rectangle(const RectangleDraw& draw,
                                                   const RectangleTask& task,
                                                   const LabelledPoints& points,
                                                   Randomness& randomness) {
  check_labelled(points, task.axes.size());
  if (const auto* by_axes = std::get_if<RectangleByAxesParameters>(&draw.parameters)) {
    return learn_rectangle_by_axes(points, task.axes, *by_axes, randomness);
  }
  if (const auto* grid = std::get_if<RectangleGridParameters>(&draw.parameters)) {
    return learn_rectangle_grid(points, task.axes, *grid, randomness);
  }
  const std::vector<KeyArray> ones = with_label(points, true);
  if (const auto* slices = std::get_if<RectangleSlicesParameters>(&draw.parameters)) {
    return box_of(rectangle_sides_slices(ones, task.axes, *slices, randomness));
  }
  return box_of(rectangle_sides_outermost(
      ones, task.axes, std::get<RectangleOutermostParameters>(draw.parameters), randomness));
}

std::vector<RectanglePlan> plan_rectangle(const RectangleTask& task, double accuracy) {
  check_task(task);
  check_accuracy(accuracy);
  const auto best = best_if_any(task);
  std::vector<RectanglePlan> plans;
  for (const RectangleAlgorithm algorithm : kRectangleAlgorithms) {
    RectanglePlan plan;
    plan.algorithm = algorithm;
    plan.chosen = algorithm == best;
    plan.reason = obstacle(algorithm, task);
    if (plan.reason.empty()) {
      plan.reason = "needs a larger epsilon";
      if (const auto draw = possible_rectangle(algorithm, task)) {
        plan.available = true;
        plan.spent = draw->loss;
        plan.usual = draw->usual;
        if (algorithm == RectangleAlgorithm::axis_by_axis) {
          plan.reason = "on each axis at most " + std::to_string(draw->errors) +
                        " errors more than the best interval, without a promise about the box";
        } else {
          plan.promises = true;
          plan.errors = draw->errors;
          plan.least_records = records_for_empirical_error(draw->errors, accuracy);
          plan.generalisation_records = fresh_records(*draw, task, accuracy);
          if (const auto* grid = std::get_if<RectangleGridParameters>(&draw->parameters)) {
            plan.agnostic_records =
                records_for_best_listed(grid->boxes, grid->excess, accuracy, task.beta);
          }
          plan.reason = draw->agnostic
                            ? "at most " +
                                  std::to_string(draw->errors - std::int64_t(task.tolerance)) +
                                  " errors more than the best box of the grid"
                            : "at most " + std::to_string(draw->errors) + " errors";
        }
      }
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace logstar
