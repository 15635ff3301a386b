// Learned thresholds for JavaScript.
//
// A request has `algorithm` ("auto" or a name), `domain`, `epsilon`, `delta`, `neighbors`,
// `confidence` and `tolerance`. Records come as two columns, one for each label.
#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/learning_plans.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

ThresholdTask task_of(const val& request) {
  ThresholdTask task;
  KeySpace space = key_space_of(request["domain"]);
  task.bits = space.bits;
  task.domain = std::move(space.keys);
  task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  task.neighbors = neighbors_of(request);
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  task.beta = 1 - confidence;
  task.tolerance = static_cast<std::uint64_t>(request["tolerance"].as<double>());
  return task;
}

ThresholdAlgorithm algorithm_of(const val& request, const ThresholdTask& task) {
  const auto name = request["algorithm"].as<std::string>();
  if (name == "auto") return best_threshold_algorithm(task);
  for (const auto algorithm :
       {ThresholdAlgorithm::exponential, ThresholdAlgorithm::prefix,
        ThresholdAlgorithm::interior_point, ThresholdAlgorithm::rec_concave}) {
    if (name == name_of(algorithm)) return algorithm;
  }
  throw OutOfRange("algorithm", "one that there is", name);
}

/// What is public about a draw.
val facts_of(const ThresholdDraw& draw) {
  val facts = Object()
                  .with("algorithm", std::string(name_of(draw.algorithm)))
                  .with("delta", draw.loss.delta)
                  .with("errors", static_cast<double>(draw.errors))
                  .with("agnostic", draw.agnostic)
                  .with("leastRecords", static_cast<double>(draw.least_records));
  if (draw.most_records) facts.set("mostRecords", static_cast<double>(*draw.most_records));
  return facts;
}

val threshold_plan(val request) {
  const ThresholdTask task = task_of(request);
  return facts_of(calibrate_threshold(algorithm_of(request, task), task));
}

/// One for each algorithm, for an error rate of request.accuracy.
val threshold_plans(val request) {
  const auto plans = plan_threshold(task_of(request), request["accuracy"].as<double>());
  return entries_of(plans, [](Object& entry, const ThresholdPlan& plan) {
    entry.with("algorithm", std::string(name_of(plan.algorithm)))
        .with("available", plan.available)
        .with("epsilon", plan.spent.epsilon)
        .with("delta", plan.spent.delta)
        .with("errors", static_cast<double>(plan.errors));
  });
}

/// { found, none, all, last }: the last value of label 1 unless none or all have it.
val draw_threshold(val ones, val ones_layout, val zeros, val zeros_layout, val request) {
  const ThresholdTask task = task_of(request);
  const ThresholdDraw draw = calibrate_threshold(algorithm_of(request, task), task);
  LabelledKeys data{keys_of_column(ones, ones_layout), keys_of_column(zeros, zeros_layout)};
  const auto learned = learn_threshold(draw, task, std::move(data), randomness());
  if (!learned) return Object().with("found", false);
  const bool none = !learned->last;
  const bool all = learned->last && *learned->last == task.domain.highest;
  val result = Object().with("found", true).with("none", none).with("all", all);
  if (!none && !all) result.set("last", value_of(*learned->last, request["domain"]));
  return result;
}

EMSCRIPTEN_BINDINGS(learning) {
  bind<&threshold_plan>("thresholdPlan");
  bind<&threshold_plans>("thresholdPlans");
  bind<&draw_threshold>("drawThreshold");
}

}  // namespace
}  // namespace logstar::bindings
