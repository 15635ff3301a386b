#include "logstar/interior_point/quasi_concave_release.hpp"

#include <cmath>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/score_steps.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr QuasiConcaveAlgorithm kAll[] = {QuasiConcaveAlgorithm::exponential,
                                          QuasiConcaveAlgorithm::rec_concave,
                                          QuasiConcaveAlgorithm::tree_log};

bool is_pure(QuasiConcaveAlgorithm algorithm) {
  return algorithm == QuasiConcaveAlgorithm::exponential;
}

const char* words_of(QuasiConcaveAlgorithm algorithm) {
  switch (algorithm) {
    case QuasiConcaveAlgorithm::exponential:
      return "the exponential mechanism";
    case QuasiConcaveAlgorithm::rec_concave:
      return "RecConcave";
    case QuasiConcaveAlgorithm::tree_log:
      return "Cumulative TreeLog (CLNSS22 Algorithm 8)";
  }
  return "";
}

/// The request in steps. For an approximation without a promise it has any: the error does not depend on which.
QuasiConcaveRequest request_of(const QuasiConcaveTask& task) {
  check_confidence(task.confidence);
  check_delta_or_zero("delta", task.request.loss.delta);
  check_sensitivity(task.sensitivity);
  QuasiConcaveRequest request = task.request;
  request.beta = 1 - task.confidence;
  if (task.approximation) {
    if (!(*task.approximation > 0 && *task.approximation <= 1)) {
      reject("approximation", "a number above 0 and at most 1", *task.approximation);
    }
    request.promise = 0;
  }
  if (task.promise) request.promise = public_step_of("promise", *task.promise, task.sensitivity);
  return request;
}

QuasiConcaveRelease::Plan best_plan(const std::optional<QuasiConcaveAlgorithm>& asked,
                                    const QuasiConcaveRequest& request) {
  if (asked) return {*asked, calibrate_quasi_concave(*asked, request)};
  QuasiConcaveRelease::Plan best{
      QuasiConcaveAlgorithm::exponential,
      calibrate_quasi_concave(QuasiConcaveAlgorithm::exponential, request)};
  for (const QuasiConcaveAlgorithm algorithm : kAll) {
    if (is_pure(algorithm) || request.loss.delta == 0) continue;
    auto found = possible_quasi_concave(algorithm, request);
    if (found && found->error < best.draw.error) best = {algorithm, *std::move(found)};
  }
  return best;
}

/// The least promise of which the error is at most the share: so many whole steps.
double least_promise(const QuasiConcaveTask& task, std::int64_t error) {
  const double steps = std::ceil(divide_up(static_cast<double>(error), *task.approximation));
  return multiply_up(steps, task.sensitivity);
}

}  // namespace

const char* name_of(QuasiConcaveAlgorithm algorithm) {
  switch (algorithm) {
    case QuasiConcaveAlgorithm::exponential:
      return "exponential";
    case QuasiConcaveAlgorithm::rec_concave:
      return "rec-concave";
    case QuasiConcaveAlgorithm::tree_log:
      return "cumulative-tree-log";
  }
  return "";
}

QuasiConcaveRelease::Plan QuasiConcaveRelease::plan(const Task& task) {
  const QuasiConcaveRequest request = request_of(task);
  Plan plan = best_plan(task.algorithm, request);
  plan.promise = task.promise;
  if (task.approximation) {
    const double least = least_promise(task, plan.draw.error);
    plan.promise = task.promise.value_or(least);
    if (*plan.promise < least) {
      reject("promise", "at least " + to_text(least) + " for this approximation", *plan.promise);
    }
    plan.draw.promise = public_step_of("promise", *plan.promise, task.sensitivity);
  }
  return plan;
}

Claim QuasiConcaveRelease::claim(const Task& asked, const Plan& plan) {
  const QuasiConcaveRequest& request = asked.request;
  Claim claim;
  claim.mechanism = words_of(plan.algorithm);
  claim.loss = {request.loss.epsilon, is_pure(plan.algorithm) ? 0 : request.loss.delta};
  claim.neighbors = request.neighbors;
  claim.bounded_range = is_pure(plan.algorithm);
  claim.also_public = "the parameters and the points";
  claim.proof = "docs/guarantees/quasi-concave.md";
  const double error = multiply_up(static_cast<double>(plan.draw.error), asked.sensitivity);
  claim.accuracy = {ErrorKind::quality, error, asked.confidence};
  claim.parameters = Facts()
                         .with("algorithm", std::string(name_of(plan.algorithm)))
                         .with("monotone", request.moves == ScoreMoves::one_way);
  if (asked.sensitivity != 1) claim.parameters.with("sensitivity", asked.sensitivity);
  if (asked.approximation) claim.parameters.with("approximation", *asked.approximation);
  if (plan.promise) claim.parameters.with("promise", *plan.promise);
  if (!is_pure(plan.algorithm)) {
    claim.parameters.with("levels", static_cast<double>(levels_of(plan.draw)));
  }
  return claim;
}

QuasiConcaveTask QuasiConcaveRelease::with_loss(const Task& task, const Plan& plan,
                                                const Loss& granted) {
  Task run = task;
  run.algorithm = plan.algorithm;
  run.request.loss = granted;
  // Checked before the charge: the slightly smaller loss must not refuse it now.
  run.promise = plan.promise;
  run.approximation.reset();
  return run;
}

std::optional<Natural> QuasiConcaveRelease::draw(const Task&, const Plan& plan, Quality quality,
                                                 Randomness& randomness) {
  return quasi_concave_max(quality, plan.draw, randomness);
}

}  // namespace logstar
