#include "logstar/counts/user_mean_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {

std::uint32_t least_weight(const UserMeanTask& task) {
  return task.groups == 1u ? task.user_weight : std::max<std::uint32_t>(task.user_weight / 100, 1);
}

UserNoise plan_weights(const UserMeanTask& task, std::uint64_t each) {
  check_values(task.domain);
  check_count("groups", task.groups.value_or(1), 1, kAnyGroupCount);
  const std::uint64_t numbers = each * max_groups(task.groups);
  const std::uint64_t sensitivity = logstar::sensitivity(
      PerUser{std::nullopt, task.user_weight}.share(), numbers, task.neighbors);
  return plan_user_noise(task.epsilon, sensitivity, task.groups ? numbers : each, task.confidence);
}

Claim claim_weights(const char* mechanism, const UserMeanTask& asked, const UserNoise& plan,
                    double rounding) {
  const auto user_weight = static_cast<double>(asked.user_weight);
  Claim claim = user_claim(mechanism, {asked.epsilon, 0}, asked.neighbors);
  claim.also_public = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / user_weight,
                    asked.confidence};
  claim.parameters =
      per_user_facts({std::nullopt, asked.user_weight})
          .with("lowest", to_value(asked.domain.lowest, asked.domain.parts))
          .with("highest", to_value(asked.domain.highest, asked.domain.parts))
          .with(group_facts(asked.groups))
          .with("scale", static_cast<double>(plan.sensitivity) / asked.epsilon / user_weight)
          .with("rounding", rounding);
  return claim;
}

UserMean::Plan UserMean::plan(const Task& task) { return plan_weights(task, 2); }

Claim UserMean::claim(const Task& asked, const Plan& plan) {
  return claim_weights("discrete Laplace noise on both ends of the domain", asked, plan,
                       0.5 / least_weight(asked));
}

UserMeanTask UserMean::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<NoisyEnds> UserMean::draw(const Task& task, const Plan& plan, Data data,
                                      Randomness& randomness) {
  const auto ends = domain_ends(data, task.groups.value(), task.domain, task.user_weight);
  return draw_from_sums(task, plan, ends, randomness);
}

std::vector<NoisyEnds> UserMean::draw_from_sums(const Task& task, const Plan& plan,
                                                const std::vector<Sum>& sums,
                                                Randomness& randomness) {
  if (task.groups) check_same_length("sums", sums.size(), "groups", *task.groups);
  std::vector<NoisyEnds> noisy;
  for (const DomainEnds& ends : sums) {
    const auto both = add_user_noise({ends.high, ends.low}, plan, randomness);
    noisy.push_back({{both[0], both[1]}, plan.error});
  }
  return noisy;
}

GroupNaming UserMean::naming(const Task& task, const Plan& plan, double delta) {
  return name_by_pairs(plan.rate, task.user_weight, delta, task.confidence);
}

UserMean::Named UserMean::draw_named(const Task& task, const Plan& plan, const GroupNaming& naming,
                                     Data data, std::uint32_t group_count, Randomness& randomness) {
  const auto ends = domain_ends(data, group_count, task.domain, task.user_weight);
  return draw_named_of_sums(task, plan, naming, ends, randomness);
}

UserMean::Named UserMean::draw_named_of_sums(const Task&, const Plan& plan,
                                             const GroupNaming& naming,
                                             const std::vector<Sum>& sums, Randomness& randomness) {
  Named result;
  for (std::size_t group = 0; group < sums.size(); ++group) {
    const auto noisy = named_pair(sums[group].high, sums[group].low, plan.rate, naming, randomness);
    if (!noisy) continue;
    result.first.push_back({static_cast<std::uint32_t>(group), noisy->first + noisy->second});
    result.second.push_back({{noisy->first, noisy->second}, plan.error});
  }
  return result;
}

}  // namespace logstar
