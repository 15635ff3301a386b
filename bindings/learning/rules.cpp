// A rule chosen among public ones for JavaScript.
//
// A request for rules that public values build has their `domain` or `domains` and, once it is read,
// `building`: a column, or one an axis.
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/rule_release.hpp"

namespace logstar::bindings {
namespace {

template <typename Rules>
typename RuleRelease<Rules>::Task rule_task_of(Rules rules, const val& request) {
  typename RuleRelease<Rules>::Task task{.rules = std::move(rules)};
  FieldReader reader(request);
  task.describe(reader);
  return task;
}

struct ListedRuleBinding {
  using Mechanism = RuleRelease<ListedRules>;

  /// A Float64Array: how many labels each rule predicts rightly.
  static std::vector<std::int64_t> data_of(const val& right, const val&) {
    return wholes_of<std::int64_t>(right);
  }

  static val value_of(std::size_t index, const val&) { return val(static_cast<double>(index)); }
};

struct PublicThresholdBinding {
  using Mechanism = RuleRelease<ThresholdRules>;

  static Mechanism::Task task_of(const val& request) {
    const val building = property(request, "building");
    return rule_task_of(
        ThresholdRules(
            building.isUndefined()
                ? KeyArray(key_space_of(property(request, "domain")).bits)
                : keys_of_column(property(building, "data"), property(building, "layout"))),
        request);
  }

  static LabelledKeys data_of(const val& data, const val&) { return labelled_keys_of(data); }

  /// { last }: undefined if no value has label 1.
  static val value_of(const ThresholdHypothesis& rule, const val& request) {
    Object answer;
    if (rule.last) answer.with("last", bindings::value_of(*rule.last, property(request, "domain")));
    return answer;
  }
};

struct PublicBoxBinding {
  using Mechanism = RuleRelease<BoxRules>;

  static Mechanism::Task task_of(const val& request) {
    BoxRules rules;
    const val domains = property(request, "domains");
    const val building = property(request, "building");
    const auto axes = length_of(domains);
    for (std::size_t i = 0; i < axes; ++i) {
      KeySpace space = key_space_of(domains[i]);
      rules.domains.push_back(std::move(space.keys));
      if (building.isUndefined()) rules.building.emplace_back(space.bits);
    }
    if (!building.isUndefined()) rules.building = columns_of(building, request);
    return rule_task_of(std::move(rules), request);
  }

  static LabelledPoints data_of(const val& data, const val& request) {
    return labelled_points_of(data, request);
  }

  static val value_of(const RectangleHypothesis& box, const val& request) {
    return value_of_box(box, request);
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(learning_rules) {
  bind_release<ListedRuleBinding>("ListedRule");
  bind_release<PublicThresholdBinding>("PublicThreshold");
  bind_release<PublicBoxBinding>("PublicBox");
}

}  // namespace logstar::bindings
