#include "logstar/learning/rectangle_release.hpp"

#include <string>
#include <utility>

#include "logstar/support/checks.hpp"

namespace logstar {

RectangleDraw RectangleRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  RectangleTask learn = task.learn;
  learn.beta = 1 - task.confidence;
  return task.algorithm ? calibrate_rectangle(*task.algorithm, learn)
                        : calibrate_best_rectangle(learn);
}

Claim RectangleRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism =
      plan.algorithm == RectangleAlgorithm::outermost ? "the outermost points" : "slices";
  claim.loss = asked.learn.loss;
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
  check_labelled(points, task.learn.axes.size());
  return learn_rectangle(plan, task.learn, with_label(points, true), randomness);
}

}  // namespace logstar
