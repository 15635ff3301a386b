#include "logstar/interior_point/quasi_concave_release.hpp"

#include <string>

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
  QuasiConcaveRequest request = task.request;
  check_confidence(task.confidence);
  request.beta = 1 - task.confidence;
  check_delta_or_zero("delta", request.loss.delta);
  if (task.algorithm) return {*task.algorithm, calibrate_quasi_concave(*task.algorithm, request)};
  Plan best{QuasiConcaveAlgorithm::exponential,
            calibrate_quasi_concave(QuasiConcaveAlgorithm::exponential, request)};
  for (const QuasiConcaveAlgorithm algorithm : kAll) {
    if (is_pure(algorithm) || request.loss.delta == 0) continue;
    auto found = possible_quasi_concave(algorithm, request);
    if (found && found->error < best.draw.error) best = {algorithm, *std::move(found)};
  }
  return best;
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
  claim.accuracy = {ErrorKind::quality, static_cast<double>(plan.draw.error), asked.confidence};
  claim.parameters = Facts()
                         .with("algorithm", std::string(name_of(plan.algorithm)))
                         .with("monotone", request.moves == ScoreMoves::one_way);
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
  return run;
}

std::optional<Natural> QuasiConcaveRelease::draw(const Task&, const Plan& plan, Quality quality,
                                                 Randomness& randomness) {
  return quasi_concave_max(quality, plan.draw, randomness);
}

}  // namespace logstar
