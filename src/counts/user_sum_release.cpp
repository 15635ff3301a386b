#include "logstar/counts/user_sum_release.hpp"

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {

UserSum::Plan UserSum::plan(const Task& task) {
  const std::uint64_t moved =
      most_moved(task.domain, task.per_user, most_groups(task.groups), task.neighbors);
  return plan_user_noise(task.epsilon, moved, task.groups.value_or(1), task.confidence);
}

Claim UserSum::claim(const Task& asked, const Plan& plan) {
  Claim claim = user_claim("discrete Laplace noise", {asked.epsilon, 0}, asked.neighbors);
  claim.reveals = public_groups(asked.groups);
  const auto number = [&](std::int64_t units) { return in_ones(units, asked.domain.parts); };
  claim.accuracy = {ErrorKind::units, number(plan.error), asked.confidence};
  claim.parameters =
      Facts()
          .with("lowest", number(asked.domain.lowest))
          .with("highest", number(asked.domain.highest))
          .with(group_facts(asked.groups))
          .with("scale", number(static_cast<std::int64_t>(plan.moved)) / asked.epsilon);
  if (asked.per_user) claim.parameters.with("perUser", static_cast<double>(*asked.per_user));
  return claim;
}

UserSumTask UserSum::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<std::int64_t> UserSum::draw(const Task& task, const Plan& plan, Data data,
                                        Randomness& randomness) {
  const auto sums =
      sums_of_totals(data, task.groups.value(), task.domain, task.per_user, randomness);
  return draw_of_sums(task, plan, sums, randomness);
}

std::vector<std::int64_t> UserSum::draw_of_sums(const Task& task, const Plan& plan,
                                                const std::vector<Sum>& sums,
                                                Randomness& randomness) {
  if (task.groups) check_as_many("sums", sums.size(), "groups", *task.groups);
  return with_user_noise(sums, plan, randomness);
}

}  // namespace logstar
