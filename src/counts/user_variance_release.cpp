#include "logstar/counts/user_variance_release.hpp"

#include "logstar/support/columns.hpp"

namespace logstar {

UserVariance::Plan UserVariance::plan(const Task& task) { return plan_weights(task, 3); }

Claim UserVariance::claim(const Task& asked, const Plan& plan) {
  Claim claim = claim_weights("discrete Laplace noise on both ends and the middle of the domain",
                              asked, plan, variance_rounding(asked.domain, least_weight(asked)));
  claim.proof = "docs/guarantees/variance.md";
  return claim;
}

UserMeanTask UserVariance::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  return UserMean::with_loss(task, plan, granted);
}

std::vector<NoisyMoments> UserVariance::draw(const Task& task, const Plan& plan, Data data,
                                             Randomness& randomness) {
  const auto moments = domain_moments(data, task.groups.value(), task.domain, task.user_weight);
  return draw_from_sums(task, plan, moments, randomness);
}

std::vector<NoisyMoments> UserVariance::draw_from_sums(const Task& task, const Plan& plan,
                                                       const std::vector<Sum>& sums,
                                                       Randomness& randomness) {
  if (task.groups) check_same_length("sums", sums.size(), "groups", *task.groups);
  std::vector<NoisyMoments> noisy;
  for (const DomainMoments& one : sums) {
    const auto all = add_user_noise({one.high, one.middle, one.low}, plan, randomness);
    noisy.push_back({{all[0], all[1], all[2]}, plan.error});
  }
  return noisy;
}

}  // namespace logstar
