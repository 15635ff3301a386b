#include "logstar/counts/user_count_release.hpp"

#include <utility>

namespace logstar {

UserHistogramTask UserCountTask::histogram() const {
  return {epsilon, groups, {per_user}, neighbors, confidence, 1, delta, noise};
}

UserCount::Plan UserCount::plan(const Task& task) { return UserHistogram::plan(task.histogram()); }

Claim UserCount::claim(const Task& asked, const Plan& plan) {
  return UserHistogram::claim(asked.histogram(), plan);
}

UserCountTask UserCount::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.noise = kind_of(plan);
  return run;
}

std::vector<std::int64_t> UserCount::draw(const Task& task, const Plan& plan, Data rows,
                                          Randomness& randomness) {
  return UserHistogram::draw(task.histogram(), plan, std::move(rows), randomness);
}

std::vector<std::int64_t> UserCount::draw_from_sums(const Task& task, const Plan& plan,
                                                    const std::vector<Sum>& sums,
                                                    Randomness& randomness) {
  return UserHistogram::draw_from_sums(task.histogram(), plan, sums, randomness);
}

}  // namespace logstar
