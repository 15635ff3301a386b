#include "logstar/privacy/declared_steps.hpp"

#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_steps(const DeclaredSteps& steps) { check_count("steps", steps.steps, 1, kMaxSteps); }

PerStep best_for(const StepBudget& task) {
  const auto& [steps, kind, adaptive] = task.steps;
  if (kind == StepKind::bounded_range) {
    return best_bounded_range_per_step(
        task.total, steps, StepDelta::none,
        adaptive ? Interaction::adaptive : Interaction::fixed_in_advance);
  }
  return best_per_step(task.total, steps,
                       kind == StepKind::approximate ? StepDelta::needed : StepDelta::none);
}

void check_each(const StepSequence& task) {
  check_steps(task.steps);
  check_epsilon("epsilon", task.each.epsilon);
  check_delta_or_zero("delta", task.each.delta);
  check_delta_or_zero("totalDelta", task.total_delta);
  const StepKind kind = task.steps.kind;
  if (kind != StepKind::approximate && task.each.delta != 0) {
    reject("delta", std::string("0 for steps of kind \"") + name_of(kind) + "\"", task.each.delta);
  }
}

}  // namespace

const char* name_of(StepKind kind) {
  switch (kind) {
    case StepKind::pure:
      return "pure";
    case StepKind::approximate:
      return "approximate";
    case StepKind::bounded_range:
      return "bounded-range";
  }
  return "";
}

StepLoss loss_per_step(const StepBudget& task) {
  check_steps(task.steps);
  const PerStep found = best_for(task);
  const double delta =
      found.delta_for_steps > 0
          ? divide_down(found.delta_for_steps, static_cast<double>(task.steps.steps))
          : 0;
  return {{found.epsilon, delta}, found.bound};
}

std::vector<StepsCost> cost_of_steps(const StepSequence& task) {
  check_each(task);
  const auto& [count, kind, adaptive] = task.steps;
  const Loss& each = task.each;
  const Loss sums = basic_composition(each, count);
  if (sums.delta > task.total_delta) {
    reject("totalDelta", "at least the deltas of all steps, " + to_text(sums.delta),
           task.total_delta);
  }
  std::vector<StepsCost> costs{{"basic", sums.epsilon}};
  const double tail = subtract_down(task.total_delta, sums.delta);
  if (tail > 0 && kind == StepKind::bounded_range) {
    costs.push_back({"bounded-range", range_composition(each.epsilon, count, tail).epsilon});
    costs.push_back({"concentrated", range_as_concentrated(each.epsilon, count, tail).epsilon});
    if (!adaptive && count <= kMaxFixedSteps) {
      costs.push_back({"fixed-in-advance", fixed_range_epsilon(each.epsilon, count, tail)});
    }
  } else if (tail > 0) {
    costs.push_back({"advanced", advanced_composition(each, count, tail).epsilon});
    costs.push_back({"drift", drift_composition(each, count, tail).epsilon});
  }
  costs.push_back({"optimal", optimal_epsilon(each, count, task.total_delta)});
  return costs;
}

}  // namespace logstar
