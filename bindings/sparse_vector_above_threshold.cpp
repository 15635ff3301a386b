// AboveThreshold for JavaScript.
#include <emscripten/bind.h>

#include <string>

#include "bindings/entropy.hpp"
#include "bindings/sparse_vector.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"

namespace logstar::bindings {
namespace {

struct Asked {
  AboveThreshold mechanism;
  QueryGrid grid;
};

KeptObjects<Asked>& kept() {
  static KeptObjects<Asked> all("AboveThreshold");
  return all;
}

AboveThresholdPlan plan_of(const val& request) {
  AboveThresholdOptions options;
  options.epsilon = number(request, "epsilon");
  options.delta = number(request, "delta");
  options.max_answers = whole(request, "maxAnswers");
  options.queries = request["monotone"].as<bool>() ? QueryKind::monotone : QueryKind::general;
  options.neighbors = neighbors_of(request);
  options.grid = grid_of(request);
  options.numeric_share = number(request, "numericShare");
  options.expected_questions = whole(request, "expectedQuestions");
  options.confidence = number(request, "confidence");
  return calibrate_above_threshold(options);
}

std::int64_t threshold_of(const val& request) {
  return threshold_in_steps(number(request, "threshold"), grid_of(request));
}

/// What is public about it.
val plan_above(val request) {
  threshold_of(request);
  const AboveThresholdPlan plan = plan_of(request);
  const AboveThresholdParameters& p = plan.parameters;
  Facts result = Facts().with(plan.accuracy);
  result.with("form", describe(plan.form))
      .with("noise", p.shape == NoiseShape::one_sided ? "geometric" : "Laplace")
      .with("delta", plan.loss.delta)
      .with("thresholdRate", p.threshold_rate)
      .with("questionRate", p.query_rate);
  if (p.answer_rate != 0) {
    const double confidence = number(request, "confidence");
    result.with("numberRate", p.answer_rate)
        .with("numberError", above_threshold_answer_error(p, confidence));
  }
  return result;
}

val create_above(val request) {
  AboveThreshold mechanism(plan_of(request).parameters, threshold_of(request), randomness());
  return Facts().with("id", kept().keep({std::move(mechanism), grid_of(request)}));
}

/// state: { noisyThreshold: a BigInt, answersLeft }.
val resume_above(val request, val state) {
  const AboveThresholdState saved{state["noisyThreshold"].as<std::int64_t>(),
                                  whole(state, "answersLeft")};
  AboveThreshold mechanism(plan_of(request).parameters, threshold_of(request), saved);
  return Facts().with("id", kept().keep({std::move(mechanism), grid_of(request)}));
}

val ask_above(val id, val count) {
  auto& [mechanism, grid] = kept().at(id);
  const auto answer = mechanism.ask(count_in_steps(count.as<double>(), grid), randomness());
  Facts result = Facts().with("yes", val(answer.yes));
  if (answer.value) result.with("number", records_of_steps(*answer.value, grid));
  return result;
}

val above_state(val id) {
  const AboveThresholdState& state = kept().at(id).mechanism.state();
  return Facts()
      .with("noisyThreshold", val(state.noisy_threshold))
      .with("answersLeft", static_cast<double>(state.answers_left));
}

val dispose_above(val id) {
  kept().dispose(id);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(above_threshold) {
  bind<&plan_above>("planAboveThreshold");
  bind<&create_above>("createAboveThreshold");
  bind<&resume_above>("resumeAboveThreshold");
  bind<&ask_above>("askAboveThreshold");
  bind<&above_state>("stateOfAboveThreshold");
  bind<&dispose_above>("disposeAboveThreshold");
}

}  // namespace
}  // namespace logstar::bindings
