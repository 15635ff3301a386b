#include "logstar/counts/user_mean_release.hpp"

#include "logstar/counts/user_claim.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

UserMean::Plan UserMean::plan(const Task& task) {
  check_values(task.domain);
  check_count("groups", task.groups, 1, std::uint64_t(1) << 32);
  const std::uint64_t ends = 2 * std::uint64_t(task.groups);
  Plan plan;
  plan.moved = most_moved(PerUser{std::nullopt, task.whole}.share(), ends, task.neighbors);
  plan.rate = calibrate_user_noise(task.epsilon, plan.moved);
  plan.error = user_noise_error(plan.rate, ends, task.confidence);
  return plan;
}

Claim UserMean::claim(const Task& asked, const Plan& plan) {
  const auto whole = static_cast<double>(asked.whole);
  Claim claim = user_claim("discrete Laplace noise on both ends of the domain", {asked.epsilon, 0},
                           asked.neighbors);
  claim.reveals = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / whole, asked.confidence};
  claim.parameters = per_user_facts({std::nullopt, asked.whole})
                         .with("lowest", static_cast<double>(asked.domain.lowest))
                         .with("highest", static_cast<double>(asked.domain.highest))
                         .with("groups", static_cast<double>(asked.groups))
                         .with("scale", static_cast<double>(plan.moved) / asked.epsilon / whole);
  return claim;
}

UserMeanTask UserMean::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<DomainEnds> UserMean::draw(const Task& task, const Plan& plan, Data data,
                                       Randomness& randomness) {
  std::vector<DomainEnds> noisy;
  for (const DomainEnds& ends : domain_ends(data, task.groups, task.domain, task.whole)) {
    const std::int64_t high = laplace_count(ends.high, plan.rate, randomness);
    const std::int64_t low = laplace_count(ends.low, plan.rate, randomness);
    noisy.push_back({high, low});
  }
  return noisy;
}

}  // namespace logstar
