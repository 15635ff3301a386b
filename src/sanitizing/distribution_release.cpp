#include "logstar/sanitizing/distribution_release.hpp"

#include <utility>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

std::uint64_t points_of(const DistributionTask& task) {
  if (task.quantiles && task.records) {
    reject("records", "left out where points are given", std::to_string(*task.records));
  }
  if (task.records) return spread_quantiles_for(*task.records, task.epsilon, task.neighbors);
  return task.quantiles.value_or(kUsualSpreadQuantiles);
}

}  // namespace

DistributionParameters DistributionRelease::plan(const Task& task) {
  return calibrate_distribution_of(points_of(task), task.domain, {task.epsilon, task.delta},
                                   task.neighbors, task.confidence, task.method);
}

Claim DistributionRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = "recursive quantiles";
  claim.loss = {asked.epsilon, plan.slices ? asked.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.also_public = public_facts(asked.neighbors);
  claim.proof = "docs/guarantees/sanitizers.md";
  claim.accuracy = {ErrorKind::rank, plan.rank_error, asked.confidence};
  const auto points = static_cast<double>(plan.points);
  claim.parameters = Facts().with("points", points);
  if (plan.slices) {
    claim.mechanism = "noisy slices";
    claim.usual = plan.slices->promise.usual;
    claim.parameters.with("method", "slices");
  } else {
    claim.usual = usual_recursion_error(plan.quantiles);
    claim.parameters.with("levels", static_cast<double>(plan.quantiles.levels));
  }
  // Between two quantiles the share is taken to be half way, which adds half a step to the error.
  const double half_step = 0.5 / (points + 1);
  claim.conditions = Facts().with("halfStep", half_step);
  if (plan.most_equal > 0) claim.conditions.with("maxTies", static_cast<double>(plan.most_equal));
  if (plan.least_records > 0) {
    claim.conditions.with("leastRecords", static_cast<double>(plan.least_records))
        .with("errorBelowMin", plan.fewer_error)
        .with("promisesFrom",
              *least_promised(plan.rank_error, plan.fewer_error, half_step, plan.least_records));
  }
  if (asked.records) claim.parameters.with("records", static_cast<double>(*asked.records));
  return claim;
}

DistributionTask DistributionRelease::with_loss(const Task& task, const Plan& plan,
                                                const Loss& granted) {
  Task run = task;
  // As many as the plan has, for any loss.
  run.quantiles = plan.points;
  run.records.reset();
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.method = plan.slices ? DistributionMethod::slices : DistributionMethod::quantiles;
  return run;
}

std::vector<std::uint64_t> DistributionRelease::draw(const Task& task, const Plan& plan, Data keys,
                                                     Randomness& randomness) {
  return sanitize_distribution(std::move(keys), task.domain, plan, randomness);
}

}  // namespace logstar
