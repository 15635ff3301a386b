// Rules from public values for JavaScript. A request has `protects` ("labels" or "records"),
// `epsilon`, `neighbors` and `confidence`.
#include <emscripten/bind.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/learning_plans.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "logstar/learning/rule_sizes.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

Protects protects_of(const val& request) {
  return request["protects"].as<std::string>() == "labels" ? Protects::labels : Protects::records;
}

double draw_epsilon_of(const val& request) {
  return calibrate_rule_choice(protects_of(request), request["epsilon"].as<double>(),
                               neighbors_of(request));
}

double beta_of(const val& request) {
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  return 1 - confidence;
}

/// { errors }: by how many more than the best one of request.rules rules.
val rule_plan(val request) {
  const Natural rules = static_cast<std::uint64_t>(request["rules"].as<double>());
  const auto excess = rule_choice_excess(rules, draw_epsilon_of(request), beta_of(request));
  return Object().with("errors", static_cast<double>(excess));
}

/// { index }. `right`: a Float64Array, the right labels of each rule.
val draw_rule(val right, val request) {
  std::vector<double> numbers(right["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", right);
  const std::vector<std::int64_t> whole(numbers.begin(), numbers.end());
  return Object().with(
      "index", static_cast<double>(choose_rule(whole, draw_epsilon_of(request), randomness())));
}

KeyArray keys_of(const val& column) { return keys_of_column(column["data"], column["layout"]); }

/// { rules, none, last }: the last value of label 1 unless none has it. Columns: { data, layout }.
val draw_public_threshold(val building, val ones, val zeros, val request) {
  const auto learned = learn_public_threshold(keys_of(building), {keys_of(ones), keys_of(zeros)},
                                              draw_epsilon_of(request), randomness());
  val result =
      Object().with("rules", static_cast<double>(learned.rules)).with("none", !learned.rule.last);
  if (learned.rule.last) {
    result.set("last", value_of(*learned.rule.last, building["layout"]["domain"]));
  }
  return result;
}

std::vector<KeyArray> axes_of(const val& columns) {
  std::vector<KeyArray> axes;
  for (std::size_t i = 0; i < columns["length"].as<std::size_t>(); ++i) {
    axes.push_back(keys_of_shared_column(columns[i]));
  }
  return axes;
}

/// { rules, lowest, highest }, an empty box being the highest value up to the lowest. Arrays of
/// columns, one an axis; `labels`: a Uint8Array.
val draw_public_box(val building, val points, val labels, val request) {
  LabelledPoints records;
  records.axes = axes_of(points);
  check_as_many("columns", building["length"].as<std::size_t>(), "axes", records.axes.size());
  const auto size = labels["length"].as<std::size_t>();
  for (std::size_t i = 0; i < size; ++i) records.labels.push_back(labels[i].as<int>() == 1);
  bool empty_can_be_said = false;
  for (std::size_t i = 0; i < records.axes.size(); ++i) {
    empty_can_be_said |= key_space_of(building[i]["layout"]["domain"]).size() > 1;
  }
  if (!empty_can_be_said) throw OutOfRange("domain", "of two values or more", "one");
  const PublicBoxes boxes(axes_of(building), records);
  const auto box = boxes.draw(draw_epsilon_of(request), randomness());
  val lowest = val::array();
  val highest = val::array();
  for (std::size_t i = 0; i < records.axes.size(); ++i) {
    const val domain = building[i]["layout"]["domain"];
    const WideInterval keys = key_space_of(domain).keys;
    lowest.call<void>("push", value_of(box ? box->lowest[i] : keys.highest, domain));
    highest.call<void>("push", value_of(box ? box->highest[i] : keys.lowest, domain));
  }
  return Object()
      .with("rules", static_cast<double>(boxes.rules()))
      .with("lowest", lowest)
      .with("highest", highest);
}

/// request.rules: { kind, dimensions, vcDimension }; an entry for each algorithm, for an error rate
/// of request.accuracy.
val rule_plans(val request) {
  const val rules = request["rules"];
  const auto kind = rules["kind"].as<std::string>();
  RuleTask task;
  task.rules.kind = kind == "thresholds" ? RuleClass::Kind::thresholds
                    : kind == "boxes"    ? RuleClass::Kind::boxes
                                         : RuleClass::Kind::finite_dimension;
  task.rules.dimensions = rules["dimensions"].as<std::size_t>();
  task.rules.vc_dimension = static_cast<std::uint64_t>(rules["vcDimension"].as<double>());
  task.protects = protects_of(request);
  task.epsilon = request["epsilon"].as<double>();
  task.neighbors = neighbors_of(request);
  task.beta = beta_of(request);
  const auto plans = plan_rules(task, request["accuracy"].as<double>());
  return entries_of(plans, [](Object& entry, const RulePlan& plan) {
    entry.with("algorithm", std::string(name_of(plan.algorithm)))
        .with("available", plan.available)
        .with("building", static_cast<double>(plan.building));
  });
}

EMSCRIPTEN_BINDINGS(learning_rules) {
  bind<&rule_plan>("rulePlan");
  bind<&draw_rule>("drawRule");
  bind<&draw_public_threshold>("drawPublicThreshold");
  bind<&draw_public_box>("drawPublicBox");
  bind<&rule_plans>("rulePlans");
}

}  // namespace
}  // namespace logstar::bindings
