#include "logstar/learning/rectangle_release.hpp"

#include <string>

#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

std::string mechanism_of(RectangleAlgorithm algorithm) {
  switch (algorithm) {
    case RectangleAlgorithm::outermost:
      return "the outermost points";
    case RectangleAlgorithm::slices:
      return "slices";
    case RectangleAlgorithm::axis_by_axis:
      return "the exponential mechanism, axis by axis";
  }
  return "";
}

}  // namespace

RectangleDraw RectangleRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  RectangleTask learn = task.learn;
  learn.beta = 1 - task.confidence;
  return task.algorithm ? calibrate_rectangle(*task.algorithm, learn)
                        : calibrate_best_rectangle(learn);
}

Claim RectangleRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = mechanism_of(plan.algorithm);
  claim.loss = {asked.learn.loss.epsilon,
                plan.algorithm == RectangleAlgorithm::axis_by_axis ? 0 : asked.learn.loss.delta};
  claim.neighbors = asked.learn.neighbors;
  claim.reveals = public_points(asked.learn.neighbors);
  claim.proof = "docs/guarantees/rectangles.md";
  claim.accuracy = {ErrorKind::errors, static_cast<double>(plan.errors), asked.confidence};
  claim.parameters = Facts().with("algorithm", std::string(name_of(plan.algorithm)));
  claim.conditions = Facts().with("leastOnes", static_cast<double>(plan.least_ones));
  return claim;
}

RectangleRelease::Task RectangleRelease::within(const Task& task, const Plan& plan,
                                                const Loss& granted) {
  Task run = task;
  run.algorithm = plan.algorithm;
  run.learn.loss = granted;
  return run;
}

std::optional<RectangleHypothesis> RectangleRelease::draw(const Task& task, const Plan& plan,
                                                          LabelledPoints points,
                                                          Randomness& randomness) {
  return learn_rectangle(plan, task.learn, points, randomness);
}

}  // namespace logstar
