#include "logstar/sanitizing/points_release.hpp"

#include <algorithm>
#include <string>

#include "logstar/selection/laplace_count.hpp"

namespace logstar {
namespace {

constexpr PointsMethod kAll[] = {PointsMethod::stable, PointsMethod::rounds, PointsMethod::paper};

const char* words_of(PointsMethod method) {
  switch (method) {
    case PointsMethod::stable:
      return "a stable histogram";
    case PointsMethod::rounds:
      return "rounds (SanPoints)";
    case PointsMethod::paper:
      return "rounds (SanPoints as printed)";
  }
  return "";
}

}  // namespace

const char* name_of(PointsMethod method) {
  switch (method) {
    case PointsMethod::stable:
      return "stable";
    case PointsMethod::rounds:
      return "rounds";
    case PointsMethod::paper:
      return "paper";
  }
  return "";
}

PointsRelease::Plan PointsRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  check_count("items", task.items, 1, kMaxItems);  // whatever the method
  const double beta = 1 - task.confidence;
  const PointsMethod method = task.method.value_or(PointsMethod::stable);
  if (method == PointsMethod::stable) {
    const auto draw = calibrate_stable_histogram(task.loss, task.neighbors);
    return {method, draw, stable_histogram_error(draw, beta, task.items)};
  }
  const auto calibration =
      method == PointsMethod::paper ? SanPointsCalibration::paper : SanPointsCalibration::tight;
  const auto draw =
      calibrate_san_points(calibration, task.accuracy, task.loss, task.neighbors, beta);
  // For a returned item: the noise of its count. For all others as well: from some number of records on.
  const Rational rate = calibrate_laplace_count(draw.noise_epsilon, 1);
  return {method, draw, laplace_count_error(rate, task.confidence),
          san_points_least_records(draw, task.accuracy, beta)};
}

Claim PointsRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = words_of(plan.method);
  claim.loss = asked.loss;
  claim.neighbors = asked.neighbors;
  claim.also_public = public_facts(asked.neighbors);
  claim.proof = "docs/guarantees/points.md";
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error), asked.confidence};
  claim.parameters = Facts().with("method", std::string(name_of(plan.method)));
  const auto say = [&](const char* name, double value) { claim.parameters.with(name, value); };
  if (const auto* stable = std::get_if<StableHistogramParameters>(&plan.draw)) {
    say("noiseEpsilon", stable->noise_epsilon);
    say("threshold", static_cast<double>(stable->threshold));
    say("items", static_cast<double>(asked.items));
  } else {
    const auto& rounds = std::get<SanPointsParameters>(plan.draw);
    say("noiseEpsilon", rounds.noise_epsilon);
    say("accuracy", asked.accuracy);
    say("rounds", static_cast<double>(rounds.rounds));
  }
  claim.conditions = Facts().with("namedOnly", plan.method != PointsMethod::stable);
  if (plan.least_records) {
    claim.conditions.with("leastRecords", static_cast<double>(*plan.least_records));
  }
  return claim;
}

PointsTask PointsRelease::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.method = plan.method;
  run.loss = granted;
  return run;
}

std::vector<NoisyPoint> PointsRelease::draw(const Task&, const Plan& plan, Data counts,
                                            Randomness& randomness) {
  const auto* stable = std::get_if<StableHistogramParameters>(&plan.draw);
  auto points = stable ? stable_histogram(counts, *stable, randomness)
                       : san_points(counts, std::get<SanPointsParameters>(plan.draw), randomness);
  for (NoisyPoint& point : points) point.count = std::max<std::int64_t>(0, point.count);
  return points;
}

}  // namespace logstar
