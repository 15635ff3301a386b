// Composition bounds and their inverses for JavaScript.
#include <string>

#include "bindings/fields.hpp"
#include "logstar/privacy/declared_steps.hpp"

namespace logstar::bindings {
namespace {

/// { epsilon, delta, bound }: how much each of some steps may spend of a total.
val per_step(const val& request) {
  const StepLoss each = loss_per_step(read_task<StepBudget>(request));
  val found = value_of_fields(each.loss);
  set_property(found, "bound", value_of_text(std::string(name_of(each.bound))));
  return found;
}

/// [{ name, epsilon }]: the bounds that apply to some steps of a loss at a total delta.
val totals(const val& request) {
  val bounds = val::array();
  for (const StepsCost& cost : cost_of_steps(read_task<StepSequence>(request))) {
    push(bounds, Object().with("name", cost.bound).with("epsilon", cost.epsilon).value());
  }
  return bounds;
}

EMSCRIPTEN_BINDINGS(composition) {
  bind<&per_step>("compositionPerStep");
  bind<&totals>("compositionTotals");
}

}  // namespace
}  // namespace logstar::bindings
