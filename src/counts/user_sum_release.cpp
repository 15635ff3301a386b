#include "logstar/counts/user_sum_release.hpp"

#include "logstar/counts/user_claim.hpp"
#include "logstar/selection/laplace_count.hpp"

namespace logstar {

UserSum::Plan UserSum::plan(const Task& task) {
  Plan plan;
  plan.moved = most_moved(task.domain, task.groups, task.neighbors);
  plan.rate = calibrate_user_noise(task.epsilon, plan.moved);
  plan.error = user_noise_error(plan.rate, task.groups, task.confidence);
  return plan;
}

Claim UserSum::claim(const Task& asked, const Plan& plan) {
  Claim claim = user_claim("discrete Laplace noise", {asked.epsilon, 0}, asked.neighbors);
  claim.reveals = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::units, static_cast<double>(plan.error), asked.confidence};
  claim.parameters = Facts()
                         .with("lowest", static_cast<double>(asked.domain.lowest))
                         .with("highest", static_cast<double>(asked.domain.highest))
                         .with("groups", static_cast<double>(asked.groups))
                         .with("scale", static_cast<double>(plan.moved) / asked.epsilon);
  return claim;
}

UserSumTask UserSum::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<std::int64_t> UserSum::draw(const Task& task, const Plan& plan, Data data,
                                        Randomness& randomness) {
  std::vector<std::int64_t> noisy;
  for (const std::int64_t sum : sums_of_totals(data, task.groups, task.domain)) {
    noisy.push_back(laplace_count(sum, plan.rate, randomness));
  }
  return noisy;
}

}  // namespace logstar
