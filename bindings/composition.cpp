// Composition bounds and their inverses for JavaScript.
#include "logstar/privacy/composition.hpp"

#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

std::uint64_t steps_of(const val& request) { return whole(request["steps"]); }

bool is_bounded_range(const val& request) {
  return request["kind"].as<std::string>() == "bounded-range";
}

bool is_fixed(const val& request) { return !request["adaptive"].as<bool>(); }

/// How much each of k steps may spend of a total.
val per_step(val request) {
  const Loss total = loss_of(request);
  const std::uint64_t steps = steps_of(request);
  PerStep found;
  if (is_bounded_range(request)) {
    found = best_bounded_range_per_step(
        total, steps, StepDelta::none,
        is_fixed(request) ? Interaction::fixed_in_advance : Interaction::adaptive);
  } else {
    found = best_per_step(
        total, steps,
        request["kind"].as<std::string>() == "approximate" ? StepDelta::needed : StepDelta::none);
  }
  const double each = found.delta_for_steps > 0
                          ? divide_down(found.delta_for_steps, static_cast<double>(steps))
                          : 0;
  return Object()
      .with("epsilon", found.epsilon)
      .with("delta", each)
      .with("bound", std::string(name_of(found.bound)));
}

/// The bounds that apply to k steps of a loss at a total delta, each with the epsilon it gives.
val totals(val request) {
  const Loss step = loss_of(request);
  const std::uint64_t steps = steps_of(request);
  const double total_delta = request["totalDelta"].as<double>();
  check_epsilon("epsilon", step.epsilon);
  check_delta_or_zero("delta", step.delta);
  check_delta_or_zero("totalDelta", total_delta);
  const Loss sums = basic_composition(step, steps);
  if (sums.delta > total_delta) {
    throw OutOfRange("totalDelta", "at least the deltas of all steps, " + show(sums.delta),
                     show(total_delta));
  }
  val bounds = val::array();
  const auto add = [&bounds](const char* name, double epsilon) {
    bounds.call<void>("push", Object().with("name", name).with("epsilon", epsilon).value());
  };
  add("basic", sums.epsilon);
  const double tail = subtract_down(total_delta, sums.delta);
  if (tail > 0) {
    if (is_bounded_range(request)) {
      add("bounded-range", range_composition(step.epsilon, steps, tail).epsilon);
      add("concentrated", range_as_concentrated(step.epsilon, steps, tail).epsilon);
      if (is_fixed(request) && steps <= kMostFixedSteps) {
        add("fixed-in-advance", fixed_range_epsilon(step.epsilon, steps, tail));
      }
    } else {
      add("advanced", advanced_composition(step, steps, tail).epsilon);
      add("drift", drift_composition(step, steps, tail).epsilon);
    }
  }
  if (steps <= kMostSteps) add("optimal", optimal_epsilon(step, steps, total_delta));
  return bounds;
}

EMSCRIPTEN_BINDINGS(composition) {
  bind<&per_step>("compositionPerStep");
  bind<&totals>("compositionTotals");
}

}  // namespace
}  // namespace logstar::bindings
