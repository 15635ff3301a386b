#include "logstar/selection/count_release.hpp"

#include "logstar/selection/laplace_count.hpp"

namespace logstar {

CountRelease::Plan CountRelease::plan(const Task& task) {
  Plan plan;
  plan.rate = calibrate_laplace_count(task.epsilon, task.per_user);
  plan.error = laplace_count_error(plan.rate, task.confidence);
  return plan;
}

Claim CountRelease::claim(const Task& asked, const Plan& plan) {
  const auto per_user = static_cast<double>(asked.per_user);
  Claim claim;
  claim.mechanism = "discrete Laplace noise";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = asked.neighbors;
  claim.protects = asked.per_user > 1 ? Protects::users : Protects::records;
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/selection.md";
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error), asked.confidence};
  claim.parameters = Facts().with("perUser", per_user).with("scale", per_user / asked.epsilon);
  return claim;
}

CountTask CountRelease::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::int64_t CountRelease::draw(const Task&, const Plan& plan, Data count, Randomness& randomness) {
  return laplace_count(count, plan.rate, randomness);
}

}  // namespace logstar
