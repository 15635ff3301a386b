#include "logstar/privacy/best_per_step.hpp"

#include <cmath>
#include <string>

#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_arguments(const Loss& total, std::uint64_t count) {
  check_epsilon("epsilon", total.epsilon);
  check_delta_or_zero("delta", total.delta);
  if (count == 0) reject("count", "at least 1", "0");
}

// The split of the total delta if a part of it is for unlikely large losses.
PerStep with_tail(const Loss& total, StepDelta step_delta) {
  PerStep split;
  split.tail = step_delta == StepDelta::needed ? total.delta / 2 : total.delta;
  split.delta_for_steps = subtract_down(total.delta, split.tail);
  return split;
}

// Is `a` the better choice? For pure steps the larger epsilon is better; for the others the lower threshold.
bool better(const PerStep& a, const PerStep& b, StepDelta step_delta) {
  if (step_delta == StepDelta::none || b.delta_for_steps == 0) return a.epsilon > b.epsilon;
  return a.epsilon * std::log(b.delta_for_steps) < b.epsilon * std::log(a.delta_for_steps);
}

class Choice {
 public:
  Choice(const Loss& total, std::uint64_t count, StepDelta step_delta,
         std::optional<CompositionBound> only)
      : step_delta_(step_delta), only_(only) {
    PerStep sum;
    sum.delta_for_steps = step_delta == StepDelta::needed ? total.delta : 0;
    consider(sum, basic_per_step(total, count).epsilon, CompositionBound::basic);
  }

  void consider(PerStep candidate, double epsilon, CompositionBound bound) {
    if (only_ && *only_ != bound) return;
    candidate.epsilon = epsilon;
    candidate.bound = bound;
    if (!best_ || better(candidate, *best_, step_delta_)) best_ = candidate;
  }

  PerStep best() const {
    if (best_) return *best_;
    reject("composition", "a bound for these steps", std::string(name_of(*only_)));
  }

 private:
  StepDelta step_delta_;
  std::optional<CompositionBound> only_;
  std::optional<PerStep> best_;
};

}  // namespace

std::string_view name_of(CompositionBound bound) {
  switch (bound) {
    case CompositionBound::basic:
      return "sum of the steps";
    case CompositionBound::optimal:
      return "optimal composition of equal steps";
    case CompositionBound::concentrated:
      return "concentrated composition of bounded-range steps";
    case CompositionBound::fixed_in_advance:
      return "optimal composition of bounded-range steps fixed in advance";
  }
  return "";
}

PerStep best_bounded_range_per_step(const Loss& total, std::uint64_t count, StepDelta step_delta,
                                    Interaction interaction, std::optional<CompositionBound> only) {
  check_arguments(total, count);
  Choice choice(total, count, step_delta, only);
  const PerStep split = with_tail(total, step_delta);
  if (split.tail == 0) return choice.best();
  const Loss for_losses{total.epsilon, split.tail};
  choice.consider(split, range_as_concentrated_per_step(for_losses, count),
                  CompositionBound::concentrated);
  // A bounded-range step is a pure step too, so the bound for those holds as well; it is the
  // smaller one for a few large steps.
  if (count <= kMaxSteps) {
    choice.consider(split, optimal_per_step(for_losses, count, 0), CompositionBound::optimal);
  }
  if (interaction == Interaction::fixed_in_advance && count <= kMaxFixedSteps) {
    choice.consider(split, fixed_range_per_step(for_losses, count),
                    CompositionBound::fixed_in_advance);
  }
  return choice.best();
}

PerStep best_per_step(const Loss& total, std::uint64_t count, StepDelta step_delta,
                      std::optional<CompositionBound> only) {
  check_arguments(total, count);
  Choice choice(total, count, step_delta, only);
  const PerStep split = with_tail(total, step_delta);
  if (split.tail == 0 || count > kMaxSteps) return choice.best();
  const double each = divide_down(split.delta_for_steps, count_up(count));
  choice.consider(split, optimal_per_step(total, count, each), CompositionBound::optimal);
  return choice.best();
}

}  // namespace logstar
