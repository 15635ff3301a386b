#include "logstar/learning/point_release.hpp"

#include <string>

#include "logstar/support/checks.hpp"

namespace logstar {

const char* name_of(PointAlgorithm algorithm) {
  return algorithm == PointAlgorithm::stable_choice ? "stable" : "gap";
}

PointRelease::Plan PointRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  // The random item takes half of a proper learner's failure probability.
  const double beta = 1 - (task.proper ? (1 + task.confidence) / 2 : task.confidence);
  if (task.proper) check_proper_point(task.proper->domain, task.proper->accuracy, beta);
  const PointAlgorithm algorithm = task.algorithm.value_or(PointAlgorithm::stable_choice);
  return {algorithm, calibrate_point(algorithm, task.loss, task.neighbors, beta)};
}

Claim PointRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism =
      plan.algorithm == PointAlgorithm::stable_choice ? "stable choice" : "the gap test";
  claim.loss = asked.loss;
  claim.neighbors = asked.neighbors;
  claim.also_public = public_facts(asked.neighbors);
  claim.proof = "docs/guarantees/points.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.draw.errors), asked.confidence};
  claim.parameters = Facts().with("algorithm", std::string(name_of(plan.algorithm)));
  if (asked.proper) claim.parameters.with("accuracy", asked.proper->accuracy);
  return claim;
}

PointRelease::Task PointRelease::with_loss(const Task& task, const Plan& plan,
                                           const Loss& granted) {
  Task run = task;
  run.algorithm = plan.algorithm;
  run.loss = granted;
  return run;
}

std::optional<ProperPoint> PointRelease::draw(const Task& task, const Plan& plan, Data ones,
                                              Randomness& randomness) {
  if (task.proper) return learn_proper_point(ones, plan.draw, task.proper->domain, randomness);
  return learn_point(ones, plan.draw, randomness);
}

}  // namespace logstar
