#include "logstar/learning/threshold_release.hpp"

#include <string>
#include <utility>

#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

const char* words_of(ThresholdAlgorithm algorithm) {
  switch (algorithm) {
    case ThresholdAlgorithm::exponential:
      return "the exponential mechanism";
    case ThresholdAlgorithm::cut:
      return "cut choice";
    case ThresholdAlgorithm::interior_point:
      return "an interior point";
    case ThresholdAlgorithm::rec_concave:
      return "RecConcave";
  }
  return "";
}

}  // namespace

ThresholdRelease::Plan ThresholdRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  Plan plan{task.learn, {}};
  plan.learn.beta = 1 - task.confidence;
  plan.draw = calibrate_threshold(
      task.algorithm ? *task.algorithm : best_threshold_algorithm(plan.learn), plan.learn);
  return plan;
}

Claim ThresholdRelease::claim(const Task& asked, const Plan& plan) {
  const ThresholdDraw& draw = plan.draw;
  const bool is_pure = draw.algorithm == ThresholdAlgorithm::exponential;
  const auto tolerance = static_cast<double>(asked.learn.tolerance);
  Claim claim;
  claim.mechanism = words_of(draw.algorithm);
  claim.loss = {asked.learn.loss.epsilon, is_pure ? 0 : asked.learn.loss.delta};
  claim.neighbors = asked.learn.neighbors;
  claim.bounded_range = is_pure;
  claim.protects = asked.protects;
  claim.also_public = public_facts(asked.learn.neighbors, asked.protects);
  claim.proof = "docs/guarantees/thresholds.md";
  // For any best threshold: the additional errors over its own.
  const auto errors = static_cast<double>(draw.errors) - (draw.agnostic ? tolerance : 0);
  claim.accuracy = {ErrorKind::errors, errors, asked.confidence};
  claim.usual = draw.usual;
  claim.parameters =
      Facts().with("algorithm", std::string(name_of(draw.algorithm))).with("tolerance", tolerance);
  if (const auto* reduced = std::get_if<ThresholdReductionParameters>(&draw.parameters)) {
    const auto by = asked.learn.search.value_or(InteriorAlgorithm::cut);
    claim.mechanism += std::string(" by ") + mechanism_of(by);
    claim.parameters.with("by", std::string(name_of(by)))
        .with("levels", static_cast<double>(levels_of(*reduced)));
  }
  claim.conditions = Facts().with("agnostic", draw.agnostic);
  return claim;
}

ThresholdRelease::Task ThresholdRelease::with_loss(const Task& task, const Plan& plan,
                                                   const Loss& granted) {
  Task run = task;
  run.algorithm = plan.draw.algorithm;
  run.learn.loss = granted;
  return run;
}

std::optional<ThresholdHypothesis> ThresholdRelease::draw(const Task&, const Plan& plan,
                                                          LabelledKeys records,
                                                          Randomness& randomness) {
  return learn_threshold(plan.draw, plan.learn, std::move(records), randomness);
}

}  // namespace logstar
