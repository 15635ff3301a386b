#include "logstar/counts/user_histogram_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

UserHistogram::Plan UserHistogram::plan(const Task& task) {
  Plan plan;
  plan.moved = most_moved(task.per_user.share(), task.groups, task.neighbors);
  plan.rate = calibrate_user_noise(task.epsilon, plan.moved);
  plan.error = user_noise_error(plan.rate, task.groups, task.confidence);
  return plan;
}

Claim UserHistogram::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  Claim claim = user_claim("discrete Laplace noise", {asked.epsilon, 0}, asked.neighbors);
  claim.reveals = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / unit, asked.confidence};
  claim.parameters = per_user_facts(asked.per_user)
                         .with("groups", static_cast<double>(asked.groups))
                         .with("scale", static_cast<double>(plan.moved) / asked.epsilon / unit);
  return claim;
}

UserHistogramTask UserHistogram::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<std::int64_t> UserHistogram::draw(const Task& task, const Plan& plan, Data rows,
                                              Randomness& randomness) {
  const auto weights = group_weights(rows, task.groups, task.per_user, randomness);
  std::vector<std::int64_t> noisy;
  noisy.reserve(weights.size());
  for (const std::uint64_t weight : weights) {
    noisy.push_back(laplace_count(static_cast<std::int64_t>(weight), plan.rate, randomness));
  }
  return noisy;
}

std::vector<std::uint32_t> bins_of(const std::vector<std::int64_t>& values,
                                   const std::vector<std::int64_t>& edges) {
  if (std::ranges::adjacent_find(edges, std::ranges::greater_equal()) != edges.end()) {
    throw OutOfRange("edges", "increasing", "others");
  }
  std::vector<std::uint32_t> bins;
  bins.reserve(values.size());
  for (const std::int64_t value : values) {
    bins.push_back(
        static_cast<std::uint32_t>(std::ranges::upper_bound(edges, value) - edges.begin()));
  }
  return bins;
}

}  // namespace logstar
