#include "logstar/counts/user_sum_release.hpp"

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {

UserSum::Plan UserSum::plan(const Task& task) {
  const std::uint64_t groups = max_groups(task.groups);
  NoiseTask noise;
  noise.loss = {task.epsilon, task.delta};
  noise.sensitivity = sensitivity(task.domain, task.per_user, groups, task.neighbors);
  if (task.per_user) {
    noise.shifts = shifts_of(task.domain, *task.per_user, groups, task.neighbors);
  }
  noise.numbers = task.groups.value_or(1);
  noise.confidence = task.confidence;
  noise.noise = task.noise;
  return plan_user_noise(noise);
}

Claim UserSum::claim(const Task& asked, const Plan& plan) {
  // The plan may have slightly less delta, as a ledger grants it.
  const Loss loss{asked.epsilon, plan.delta > 0 ? asked.delta : 0};
  Claim claim = user_claim(words_of(plan), loss, asked.neighbors);
  claim.rho = plan.rho;
  claim.also_public = public_groups(asked.groups);
  const auto number = [&](std::int64_t units) { return to_value(units, asked.domain.parts); };
  claim.accuracy = {ErrorKind::units, number(plan.error), asked.confidence};
  claim.usual = usual_error(plan) / static_cast<double>(asked.domain.parts);
  claim.parameters =
      Facts()
          .with("lowest", number(asked.domain.lowest))
          .with("highest", number(asked.domain.highest))
          .with(group_facts(asked.groups))
          .with(noise_facts(plan, asked.epsilon, static_cast<double>(asked.domain.parts)));
  if (asked.per_user) claim.parameters.with("perUser", static_cast<double>(*asked.per_user));
  return claim;
}

UserSumTask UserSum::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.noise = kind_of(plan);
  return run;
}

std::vector<std::int64_t> UserSum::draw(const Task& task, const Plan& plan, Data data,
                                        Randomness& randomness) {
  const auto sums =
      sums_of_totals(data, task.groups.value(), task.domain, task.per_user, randomness);
  return draw_from_sums(task, plan, sums, randomness);
}

std::vector<std::int64_t> UserSum::draw_from_sums(const Task& task, const Plan& plan,
                                                  const std::vector<Sum>& sums,
                                                  Randomness& randomness) {
  if (task.groups) check_same_length("sums", sums.size(), "groups", *task.groups);
  return add_user_noise(sums, plan, randomness);
}

}  // namespace logstar
