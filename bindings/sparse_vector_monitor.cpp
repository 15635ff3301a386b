// ThresholdMonitor for JavaScript.
#include <emscripten/bind.h>

#include <algorithm>
#include <string>

#include "bindings/entropy.hpp"
#include "bindings/sparse_vector.hpp"
#include "logstar/sparse_vector/planner.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"

namespace logstar::bindings {
namespace {

KeptObjects<ThresholdMonitor>& kept() {
  static KeptObjects<ThresholdMonitor> all("ThresholdMonitor");
  return all;
}

MonitorOptions options_of(const val& request) {
  MonitorOptions options;
  options.epsilon = number(request, "epsilon");
  options.delta = number(request, "delta");
  options.per_record = whole(request, "perRecord");
  options.neighbors = neighbors_of(request);
  options.grid = grid_of(request);
  options.method = method_of(request);
  options.threshold = number(request, "threshold");
  options.expected_questions = whole(request, "expectedQuestions");
  options.confidence = number(request, "confidence");
  return options;
}

std::int64_t threshold_of(const val& request) {
  return threshold_in_steps(number(request, "threshold"), grid_of(request));
}

/// What is public about it.
val plan_one(val request) {
  const MonitorPlan plan = calibrate_monitor(options_of(request));
  const MonitorParameters& p = plan.parameters;
  return Facts()
      .with(plan.accuracy)
      .with("method", describe(p.method))
      .with("why", when_to_use(p.method))
      .with("delta", plan.loss.delta)
      .with("rate", p.rate)
      .with("noiseScale", plan.noise_scale)
      .with("keptShare", kept_share(p));
}

val create_monitor(val request, val records) {
  return Facts().with("id", kept().keep(ThresholdMonitor(
                                calibrate_monitor(options_of(request)).parameters,
                                threshold_of(request), records.as<std::size_t>(), randomness())));
}

val resume_monitor(val request, val left) {
  return Facts().with("id", kept().keep(ThresholdMonitor(
                                calibrate_monitor(options_of(request)).parameters,
                                threshold_of(request), ThresholdMonitorState{amounts_of(left)})));
}

/// flags: a Uint8Array, one byte a record.
val ask_flags(val id, val flags) {
  const std::vector<std::uint8_t> bytes = elements_of<std::uint8_t>(flags);
  return Facts().with("yes", val(kept().at(id).ask(bytes, randomness())));
}

/// contributions: a Float64Array, one number a record.
val ask_sum(val id, val contributions) {
  const std::vector<double> numbers = elements_of<double>(contributions);
  std::vector<std::uint32_t> steps(numbers.size());
  std::transform(numbers.begin(), numbers.end(), steps.begin(),
                 [](double x) { return contribution_in_steps(x, QueryGrid::fractions); });
  return Facts().with("yes", val(kept().at(id).ask(steps, randomness())));
}

val monitor_state(val id) { return Facts().with("left", numbers_of(kept().at(id).state().left)); }

val dispose_monitor(val id) {
  kept().dispose(id);
  return val::undefined();
}

/// Every way to ask, AboveThreshold for request.answers yeses first.
val plan_questions(val request) {
  val choices = val::array();
  for (const ThresholdChoice& choice :
       plan_threshold_questions({options_of(request), whole(request, "answers")})) {
    const val facts = Facts()
                          .with(choice.accuracy)
                          .with("name", choice.name)
                          .with("why", choice.why)
                          .with("epsilon", choice.loss.epsilon)
                          .with("delta", choice.loss.delta)
                          .with("noiseScale", choice.noise_scale)
                          .with("chosen", val(choice.chosen));
    choices.call<void>("push", facts);
  }
  return Facts().with("choices", choices);
}

EMSCRIPTEN_BINDINGS(threshold_monitor) {
  bind<&plan_one>("planThresholdMonitor");
  bind<&create_monitor>("createThresholdMonitor");
  bind<&resume_monitor>("resumeThresholdMonitor");
  bind<&ask_flags>("askThresholdMonitor");
  bind<&ask_sum>("askSumThresholdMonitor");
  bind<&monitor_state>("stateOfThresholdMonitor");
  bind<&dispose_monitor>("disposeThresholdMonitor");
  bind<&plan_questions>("planThresholdQuestions");
}

}  // namespace
}  // namespace logstar::bindings
