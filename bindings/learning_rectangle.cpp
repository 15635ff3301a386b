// Learned boxes for JavaScript. A request has `algorithm` ("auto" or a name), `domains`, one an
// axis, and `epsilon`, `delta`, `neighbors`, `confidence`.
#include <emscripten/bind.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/learning_plans.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

RectangleTask task_of(const val& request) {
  RectangleTask task;
  const val domains = request["domains"];
  for (std::size_t i = 0; i < domains["length"].as<std::size_t>(); ++i) {
    KeySpace space = key_space_of(domains[i]);
    task.axes.push_back({space.bits, std::move(space.keys)});
  }
  task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  task.neighbors = neighbors_of(request);
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  task.beta = 1 - confidence;
  return task;
}

RectangleDraw draw_of(const val& request, const RectangleTask& task) {
  const auto name = request["algorithm"].as<std::string>();
  if (name == "auto") return calibrate_best_rectangle(task);
  for (const auto algorithm : {RectangleAlgorithm::outermost, RectangleAlgorithm::slices}) {
    if (name == name_of(algorithm)) return calibrate_rectangle(algorithm, task);
  }
  throw OutOfRange("algorithm", "one that there is", name);
}

val rectangle_plan(val request) {
  const RectangleDraw draw = draw_of(request, task_of(request));
  return Object()
      .with("algorithm", std::string(name_of(draw.algorithm)))
      .with("errors", static_cast<double>(draw.errors))
      .with("leastOnes", static_cast<double>(draw.least_ones));
}

/// One for each algorithm, for an error rate of request.accuracy.
val rectangle_plans(val request) {
  const auto plans = plan_rectangle(task_of(request), request["accuracy"].as<double>());
  return entries_of(plans, [](Object& entry, const RectanglePlan& plan) {
    entry.with("algorithm", std::string(name_of(plan.algorithm)))
        .with("available", plan.available)
        .with("errors", static_cast<double>(plan.errors));
  });
}

/// { found, lowest, highest }, arrays of values. `columns`: [{ data, layout }], one an axis, of the
/// points of label 1.
val draw_rectangle(val columns, val request) {
  const RectangleTask task = task_of(request);
  const RectangleDraw draw = draw_of(request, task);
  check_as_many("columns", columns["length"].as<std::size_t>(), "domains", task.axes.size());
  std::vector<KeyArray> ones;
  for (std::size_t i = 0; i < task.axes.size(); ++i) {
    ones.push_back(keys_of_shared_column(columns[i]));
  }
  const auto box = learn_rectangle(draw, task, ones, randomness());
  if (!box) return Object().with("found", false);
  val lowest = val::array();
  val highest = val::array();
  for (std::size_t i = 0; i < task.axes.size(); ++i) {
    const val domain = request["domains"][i];
    lowest.call<void>("push", value_of(box->lowest[i], domain));
    highest.call<void>("push", value_of(box->highest[i], domain));
  }
  return Object().with("found", true).with("lowest", lowest).with("highest", highest);
}

EMSCRIPTEN_BINDINGS(learning_rectangle) {
  bind<&rectangle_plan>("rectanglePlan");
  bind<&rectangle_plans>("rectanglePlans");
  bind<&draw_rectangle>("drawRectangle");
}

}  // namespace
}  // namespace logstar::bindings
