#include "logstar/sparse_vector/above_threshold_release.hpp"

#include <algorithm>
#include <string>

namespace logstar {

AboveThresholdPlan AboveThresholdRelease::plan(const Task& task) {
  threshold_in_steps(task.threshold, task.grid);  // rejects an invalid threshold
  return calibrate_above_threshold(task);
}

Claim AboveThresholdRelease::claim(const Task& asked, const Plan& plan) {
  const AboveThresholdParameters& noise = plan.parameters;
  const double yes_above = plan.accuracy.sure_yes_above;
  const double no_below = plan.accuracy.sure_no_below;
  Claim claim;
  claim.mechanism = "AboveThreshold";
  claim.loss = {asked.epsilon, plan.loss.delta > 0 ? asked.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.also_public = "the parameters, the answers and how many yeses are left";
  claim.proof = "docs/guarantees/above-threshold.md";
  claim.accuracy = {ErrorKind::count, std::max(yes_above, no_below), asked.confidence};
  const bool one_sided = noise.shape == NoiseShape::one_sided;
  claim.parameters = Facts()
                         .with("threshold", asked.threshold)
                         .with("maxAnswers", static_cast<double>(asked.max_answers))
                         .with("monotone", asked.queries == QueryKind::monotone)
                         .with("weighted", asked.grid == QueryGrid::fractions)
                         .with("numericShare", asked.numeric_share)
                         .with("centred", asked.centred)
                         .with("form", std::string(name_of(plan.form)))
                         .with("noise", std::string(one_sided ? "geometric" : "Laplace"))
                         .with("thresholdScale", 1 / noise.threshold_rate)
                         .with("questionScale", 1 / noise.query_rate)
                         .with("sureYesAbove", yes_above)
                         .with("sureNoBelow", no_below);
  claim.conditions = Facts()
                         .with("expectedQuestions", static_cast<double>(asked.expected_questions))
                         .with("thresholdMovedBy", records_of_steps(noise.shift, noise.grid))
                         .with("thresholdRate", noise.threshold_rate)
                         .with("questionRate", noise.query_rate);
  if (noise.answer_rate != 0) {
    const double error = above_threshold_answer_error(noise, asked.confidence);
    claim.conditions.with("numberRate", noise.answer_rate);
    claim.conditions.with("numberError", error);
  }
  return claim;
}

AboveThresholdTask AboveThresholdRelease::with_loss(const Task& task, const Plan&,
                                                    const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  return run;
}

AboveThresholdRelease::Answer AboveThresholdRelease::draw(const Task& task, const Plan& plan, Data,
                                                          Randomness& randomness) {
  const std::int64_t threshold = threshold_in_steps(task.threshold, task.grid);
  AboveThreshold mechanism(plan.parameters, threshold, randomness);
  return Answer(new Conversation<Task, AboveThreshold>{task, std::move(mechanism), randomness});
}

AboveThresholdRelease::Answer AboveThresholdRelease::resume(const Task& task, const Plan& plan,
                                                            const State& saved,
                                                            Randomness& randomness) {
  const std::int64_t threshold = threshold_in_steps(task.threshold, task.grid);
  AboveThreshold mechanism(plan.parameters, threshold, saved);
  return Answer(new Conversation<Task, AboveThreshold>{task, std::move(mechanism), randomness});
}

}  // namespace logstar
