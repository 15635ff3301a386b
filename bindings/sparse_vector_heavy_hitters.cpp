// HeavyHitterMonitor for JavaScript, which numbers users and items and orders what is reported.
#include <emscripten/bind.h>

#include <string>

#include "bindings/entropy.hpp"
#include "bindings/sparse_vector.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {
namespace {

KeptObjects<HeavyHitterMonitor>& kept() {
  static KeptObjects<HeavyHitterMonitor> all("HeavyHitterMonitor");
  return all;
}

HeavyHitterPlan plan_of(const val& request) {
  HeavyHitterOptions options;
  options.epsilon = number(request, "epsilon");
  options.delta = number(request, "delta");
  options.per_user = whole(request, "perUser");
  options.steps = whole(request, "steps");
  if (!request["threshold"].isUndefined()) options.threshold = number(request, "threshold");
  options.neighbors = neighbors_of(request);
  options.method = method_of(request);
  options.expected_steps = whole(request, "expectedSteps");
  options.expected_users = whole(request, "expectedUsers");
  options.confidence = number(request, "confidence");
  return calibrate_heavy_hitters(options);
}

/// What is public about it.
val plan_heavy(val request) {
  const HeavyHitterPlan plan = plan_of(request);
  const MonitorParameters& test = plan.parameters.test;
  return Facts()
      .with("method", describe(test.method))
      .with("rate", test.rate)
      .with("noiseScale", 1 / (test.rate * kept_share(test)))
      .with("keptShare", kept_share(test))
      .with("threshold", plan.threshold)
      .with("surelyFound", plan.surely_found);
}

val create_heavy(val request) {
  return Facts().with("id", kept().keep(HeavyHitterMonitor(plan_of(request).parameters)));
}

val resume_heavy(val request, val state) {
  const HeavyHitterState saved{amounts_of(state["left"]), whole(state, "stepsDone")};
  return Facts().with("id", kept().keep(HeavyHitterMonitor(plan_of(request).parameters, saved)));
}

/// Refuses if there is no step left.
val check_step_heavy(val id) {
  kept().at(id).refuse_if_over();
  return val::undefined();
}

/// users: a Uint32Array of user numbers; items: a Float64Array, what each holds.
val step_heavy(val id, val users, val items) {
  const std::vector<std::uint32_t> who = elements_of<std::uint32_t>(users);
  const std::vector<std::uint64_t> what = amounts_of(items);
  check_as_many("items", what.size(), "users", who.size());
  std::vector<Holding> holdings(who.size());
  for (std::size_t i = 0; i < who.size(); ++i) holdings[i] = {who[i], what[i]};
  return Facts().with("items", numbers_of(kept().at(id).step(holdings, randomness())));
}

val heavy_state(val id) {
  const HeavyHitterState state = kept().at(id).state();
  return Facts()
      .with("left", numbers_of(state.left))
      .with("stepsDone", static_cast<double>(state.steps_done));
}

val dispose_heavy(val id) {
  kept().dispose(id);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(heavy_hitters) {
  bind<&plan_heavy>("planHeavyHitterMonitor");
  bind<&create_heavy>("createHeavyHitterMonitor");
  bind<&resume_heavy>("resumeHeavyHitterMonitor");
  bind<&check_step_heavy>("checkStepHeavyHitterMonitor");
  bind<&step_heavy>("stepHeavyHitterMonitor");
  bind<&heavy_state>("stateOfHeavyHitterMonitor");
  bind<&dispose_heavy>("disposeHeavyHitterMonitor");
}

}  // namespace
}  // namespace logstar::bindings
