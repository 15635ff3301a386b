// How many records the learners need, for JavaScript: an entry for each algorithm.
#include <string>
#include <vector>

#include "bindings/fields.hpp"
#include "logstar/learning/planned.hpp"
#include "logstar/learning/point_release.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/rule_sizes.hpp"
#include "logstar/learning/sanitizer_plans.hpp"
#include "logstar/learning/threshold.hpp"

namespace logstar::bindings {
namespace {

/// An array of { algorithm, records, freshRecords, chosen, reason }; `rest(entry, plan)` adds the fields of
/// this planner only.
template <typename Plan, typename Rest>
val entries_of(const std::vector<Plan>& plans, const Rest& rest) {
  val entries = val::array();
  for (const Plan& plan : plans) {
    Object entry;
    entry.with("algorithm", name_of(plan.algorithm))
        .with("records", static_cast<double>(plan.least_records))
        .with("freshRecords", static_cast<double>(plan.generalisation_records))
        .with("chosen", plan.chosen)
        .with("reason", plan.reason);
    rest(entry, plan);
    push(entries, entry.value());
  }
  return entries;
}

/// Only where there is a bound for all labels.
void with_agnostic(Object& entry, const auto& plan) {
  if (plan.agnostic_records > 0) {
    entry.with("agnosticRecords", static_cast<double>(plan.agnostic_records));
  }
}

val threshold_plans(const val& request) {
  const auto asked = read_task<Planned<ThresholdTask>>(request);
  return entries_of(plan_threshold(asked.task(), asked.accuracy),
                    [](Object& entry, const ThresholdPlan& plan) {
                      if (plan.usual) entry.with("usual", *plan.usual);
                      if (plan.search) entry.with("by", name_of(*plan.search));
                      entry.with("available", plan.available)
                          .with("levels", static_cast<double>(plan.levels))
                          .with("epsilon", plan.spent.epsilon)
                          .with("delta", plan.spent.delta)
                          .with("errors", static_cast<double>(plan.errors));
                      with_agnostic(entry, plan);
                    });
}

val rectangle_plans(const val& request) {
  const auto asked = read_task<Planned<RectangleTask>>(request);
  return entries_of(plan_rectangle(asked.task(), asked.accuracy),
                    [](Object& entry, const RectanglePlan& plan) {
                      if (plan.usual) entry.with("usual", *plan.usual);
                      entry.with("available", plan.available)
                          .with("promises", plan.promises)
                          .with("epsilon", plan.spent.epsilon)
                          .with("delta", plan.spent.delta)
                          .with("errors", static_cast<double>(plan.errors));
                      with_agnostic(entry, plan);
                    });
}

/// An array of { by, available, obstacle, points, records, freshRecords, agnosticRecords, errors, share, epsilon,
/// delta, leastRecords, errorBelowMin }, the last two by slices.
val sanitizer_entries(const std::vector<SanitizerPlan>& plans) {
  val entries = val::array();
  for (const SanitizerPlan& plan : plans) {
    Object entry;
    entry.with("by", name_of(plan.by))
        .with("available", plan.obstacle.empty())
        .with("obstacle", plan.obstacle)
        .with("points", static_cast<double>(plan.points))
        .with("records", static_cast<double>(plan.least_records))
        .with("freshRecords", static_cast<double>(plan.generalisation_records))
        .with("errors", static_cast<double>(plan.errors.records))
        .with("share", plan.errors.share)
        .with("epsilon", plan.spent.epsilon)
        .with("delta", plan.spent.delta);
    with_agnostic(entry, plan);
    if (plan.sliced_from > 0) {
      entry.with("leastRecords", static_cast<double>(plan.sliced_from))
          .with("errorBelowMin", static_cast<double>(plan.fewer.records));
    }
    push(entries, entry.value());
  }
  return entries;
}

val threshold_sanitizer_plans(const val& request) {
  const auto asked = read_task<Planned<ThresholdTask>>(request);
  return sanitizer_entries(plan_threshold_by_sanitizer(asked.task(), asked.accuracy));
}

val rectangle_sanitizer_plans(const val& request) {
  const auto asked = read_task<Planned<RectangleTask>>(request);
  return sanitizer_entries(plan_rectangle_by_sanitizer(asked.task(), asked.accuracy));
}

val point_plans(const val& request) {
  const auto asked = read_task<Planned<PointTask>>(request);
  return entries_of(plan_point(asked.task(), asked.accuracy),
                    [](Object& entry, const PointPlan& plan) {
                      entry.with("errors", static_cast<double>(plan.errors));
                    });
}

val rule_plans(const val& request) {
  const auto asked = read_task<Planned<RuleTask>>(request);
  return entries_of(plan_rules(asked.task(), asked.accuracy), [](Object& entry,
                                                                 const RulePlan& plan) {
    entry.with("available", plan.available).with("building", static_cast<double>(plan.building));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(learning_planning) {
  bind<&threshold_plans>("thresholdPlans");
  bind<&rectangle_plans>("rectanglePlans");
  bind<&threshold_sanitizer_plans>("thresholdSanitizerPlans");
  bind<&rectangle_sanitizer_plans>("rectangleSanitizerPlans");
  bind<&point_plans>("pointPlans");
  bind<&rule_plans>("rulePlans");
}

}  // namespace logstar::bindings
