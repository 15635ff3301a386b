// How many records the learners need, for JavaScript: an entry for each algorithm, for an error rate of
// request.accuracy.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/fields.hpp"
#include "logstar/learning/point_release.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/rule_sizes.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

double accuracy_of(const val& request) { return request["accuracy"].as<double>(); }

double beta_of(const val& request) {
  const double confidence = request["confidence"].as<double>();
  check_confidence(confidence);
  return 1 - confidence;
}

/// An array of { algorithm, records, freshRecords, chosen, reason }; `rest(entry, plan)` adds what only
/// this planner says.
template <typename Plan, typename Rest>
val entries_of(const std::vector<Plan>& plans, const Rest& rest) {
  val entries = val::array();
  for (const Plan& plan : plans) {
    Object entry;
    entry.with("algorithm", std::string(name_of(plan.algorithm)))
        .with("records", static_cast<double>(plan.least_records))
        .with("freshRecords", static_cast<double>(plan.generalisation_records))
        .with("chosen", plan.chosen)
        .with("reason", plan.reason);
    rest(entry, plan);
    entries.call<void>("push", entry.value());
  }
  return entries;
}

val threshold_plans(val request) {
  auto task = read_task<ThresholdTask>(request);
  task.beta = beta_of(request);
  return entries_of(plan_threshold(task, accuracy_of(request)),
                    [](Object& entry, const ThresholdPlan& plan) {
                      entry.with("available", plan.available)
                          .with("epsilon", plan.spent.epsilon)
                          .with("delta", plan.spent.delta)
                          .with("errors", static_cast<double>(plan.errors));
                    });
}

val rectangle_plans(val request) {
  auto task = read_task<RectangleTask>(request);
  task.beta = beta_of(request);
  return entries_of(
      plan_rectangle(task, accuracy_of(request)), [](Object& entry, const RectanglePlan& plan) {
        entry.with("available", plan.available).with("errors", static_cast<double>(plan.errors));
      });
}

val point_plans(val request) {
  return entries_of(
      plan_point(loss_of(request), neighbors_of(request), beta_of(request), accuracy_of(request)),
      [](Object& entry, const PointPlan& plan) {
        entry.with("errors", static_cast<double>(plan.errors));
      });
}

/// request.rules: { kind, dimensions, vcDimension }.
val rule_plans(val request) {
  const val rules = request["rules"];
  const auto kind = rules["kind"].as<std::string>();
  RuleTask task;
  task.rules.kind = kind == "thresholds" ? RuleClass::Kind::thresholds
                    : kind == "boxes"    ? RuleClass::Kind::boxes
                                         : RuleClass::Kind::finite_dimension;
  task.rules.dimensions = rules["dimensions"].as<std::size_t>();
  task.rules.vc_dimension = whole(rules["vcDimension"]);
  FieldReader{request}("protects", task.protects);
  task.epsilon = request["epsilon"].as<double>();
  task.neighbors = neighbors_of(request);
  task.beta = beta_of(request);
  return entries_of(plan_rules(task, accuracy_of(request)), [](Object& entry,
                                                               const RulePlan& plan) {
    entry.with("available", plan.available).with("building", static_cast<double>(plan.building));
  });
}

EMSCRIPTEN_BINDINGS(learning_planning) {
  bind<&threshold_plans>("thresholdPlans");
  bind<&rectangle_plans>("rectanglePlans");
  bind<&point_plans>("pointPlans");
  bind<&rule_plans>("rulePlans");
}

}  // namespace
}  // namespace logstar::bindings
