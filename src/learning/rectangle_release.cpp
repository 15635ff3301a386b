#include "logstar/learning/rectangle_release.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

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
    case RectangleAlgorithm::exponential:
      return "the exponential mechanism";
  }
  return "";
}

}  // namespace

RectangleDraw RectangleRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  if (task.algorithm.value_or(RectangleAlgorithm::exponential) != RectangleAlgorithm::exponential &&
      has_grid(task.learn)) {
    reject("grid", R"(left out unless algorithm is "exponential" or "auto")", "one");
  }
  RectangleTask learn = task.learn;
  learn.beta = 1 - task.confidence;
  return task.algorithm ? calibrate_rectangle(*task.algorithm, learn)
                        : calibrate_best_rectangle(learn);
}

Claim RectangleRelease::claim(const Task& asked, const Plan& plan) {
  const bool is_pure = plan.algorithm == RectangleAlgorithm::axis_by_axis ||
                       plan.algorithm == RectangleAlgorithm::exponential;
  const auto tolerance = static_cast<double>(asked.learn.tolerance);
  Claim claim;
  claim.mechanism = mechanism_of(plan.algorithm);
  claim.loss = {asked.learn.loss.epsilon, is_pure ? 0 : asked.learn.loss.delta};
  claim.neighbors = asked.learn.neighbors;
  claim.bounded_range = plan.algorithm == RectangleAlgorithm::exponential;
  claim.also_public = public_points(asked.learn.neighbors);
  claim.proof = "docs/guarantees/rectangles.md";
  // For any best box of the grid: the additional errors over its own.
  const auto errors = static_cast<double>(plan.errors) - (plan.agnostic ? tolerance : 0);
  claim.accuracy = {ErrorKind::errors, errors, asked.confidence};
  claim.usual = plan.usual;
  claim.parameters =
      Facts().with("algorithm", std::string(name_of(plan.algorithm))).with("tolerance", tolerance);
  if (const auto* grid = std::get_if<RectangleGridParameters>(&plan.parameters)) {
    std::vector<std::string> cells;
    cells.reserve(grid->starts.size());
    for (const KeyArray& axis : grid->starts) cells.push_back(std::to_string(axis.size()));
    claim.parameters.with("cells", std::move(cells));
  }
  claim.conditions = Facts()
                         .with("leastOnes", static_cast<double>(plan.least_ones))
                         .with("agnostic", plan.agnostic);
  return claim;
}

RectangleRelease::Task RectangleRelease::with_loss(const Task& task, const Plan& plan,
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
