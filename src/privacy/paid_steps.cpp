#include "logstar/privacy/paid_steps.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

std::optional<StepRefusal> refusal_of(const PaidSteps& paid, const CostRequest& asked) {
  const Loss& loss = asked.cost.loss;
  if (paid.remaining() == 0) return StepRefusal::used_up;
  if (loss.epsilon > paid.each.epsilon || loss.delta > paid.each.delta) {
    return StepRefusal::too_large;
  }
  if (paid.kind == StepKind::bounded_range && !asked.cost.bounded_range) {
    return StepRefusal::not_bounded_range;
  }
  if (asked.neighbors != paid.neighbors) return StepRefusal::other_neighbors;
  return std::nullopt;
}

}  // namespace

const char* name_of(StepRefusal refusal) {
  switch (refusal) {
    case StepRefusal::used_up:
      return "used-up";
    case StepRefusal::too_large:
      return "too-large";
    case StepRefusal::not_bounded_range:
      return "not-bounded-range";
    case StepRefusal::other_neighbors:
      return "other-neighbors";
  }
  return "";
}

std::variant<UsedStep, RefusedStep> use_step(const PaidSteps& paid, const CostRequest& asked) {
  check_count("used", paid.used, 0, paid.steps);
  asked.charged();  // rejects an invalid charge
  if (asked.protects) check_unit(paid.unit, asked.mechanism, *asked.protects);
  if (const auto why = refusal_of(paid, asked)) {
    return RefusedStep{*why, paid.remaining() == 0 ? Loss{0, 0} : paid.each};
  }
  return UsedStep{asked.cost.loss, paid.used + 1};
}

}  // namespace logstar
