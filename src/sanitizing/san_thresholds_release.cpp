#include "logstar/sanitizing/san_thresholds_release.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

std::optional<std::uint64_t> SanThresholdsRelease::least_size(const Task& task) {
  check_confidence(task.confidence);
  const auto size = possible_san_thresholds_size(task.request, 1 - task.confidence);
  if (!size) return std::nullopt;
  return *size;
}

SanThresholdsRelease::Plan SanThresholdsRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  Plan plan;
  plan.draw = calibrate_san_thresholds(task.request);
  plan.kept = san_thresholds_failure(plan.draw) <= 1 - task.confidence;
  if (!plan.kept) plan.least_size = least_size(task);
  return plan;
}

Claim SanThresholdsRelease::claim(const Task& asked, const Plan& plan) {
  const SanThresholdsRequest& request = asked.request;
  const auto size = static_cast<double>(request.size);
  Claim claim;
  claim.mechanism = "intervals (SanThresholds)";
  claim.loss = request.loss;
  claim.neighbors = request.neighbors;
  claim.also_public = public_facts(request.neighbors);
  claim.proof = "docs/guarantees/san-thresholds.md";
  claim.accuracy = {ErrorKind::rank, plan.kept ? static_cast<double>(17 * plan.draw.unit) : size,
                    asked.confidence};
  claim.parameters = Facts()
                         .with("accuracy", request.accuracy)
                         .with("size", size)
                         .with("calls", static_cast<double>(plan.draw.calls));
  claim.conditions = Facts().with("mostRecords", size).with("kept", plan.kept);
  if (plan.least_size) {
    claim.conditions.with("leastSize", static_cast<double>(*plan.least_size));
  }
  return claim;
}

SanThresholdsTask SanThresholdsRelease::with_loss(const Task& task, const Plan&,
                                                  const Loss& granted) {
  Task run = task;
  run.request.loss = granted;
  return run;
}

SanitizedThresholds SanThresholdsRelease::draw(const Task& task, const Plan& plan, Data data,
                                               Randomness& randomness) {
  return san_thresholds(data, task.domain, plan.draw, randomness);
}

}  // namespace logstar
