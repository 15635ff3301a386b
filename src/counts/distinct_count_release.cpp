#include "logstar/counts/distinct_count_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/columns.hpp"

// Let U be the number of distinct items that all users but one keep. With that user's items, at most D, it is U to
//   U + D, whatever they are. So a user added moves it by at most D, and a user changed too: both numbers lie
//   in U..U + D.

namespace logstar {

std::uint64_t distinct_items(const ItemRows& data, std::uint64_t per_user, Randomness& randomness) {
  const auto counts = group_weights(data.rows, data.item_count, PerUser{per_user}, randomness);
  return static_cast<std::uint64_t>(
      std::ranges::count_if(counts, [](std::uint64_t users) { return users != 0; }));
}

DistinctCount::Plan DistinctCount::plan(const Task& task) {
  const std::uint64_t moved = PerUser{task.per_user}.share().total;
  return plan_user_noise(task.epsilon, moved, 1, task.confidence);
}

Claim DistinctCount::claim(const Task& asked, const Plan& plan) {
  Claim claim = user_claim("discrete Laplace noise", {asked.epsilon, 0}, asked.neighbors);
  claim.protects = asked.protects;
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error), asked.confidence};
  claim.parameters =
      per_user_facts(PerUser{asked.per_user}).with(noise_facts(plan, asked.epsilon, 1));
  return claim;
}

DistinctCountTask DistinctCount::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::int64_t DistinctCount::draw(const Task& task, const Plan& plan, Data data,
                                 Randomness& randomness) {
  return draw_from_sums(task, plan, {distinct_items(data, task.per_user, randomness)}, randomness);
}

std::int64_t DistinctCount::draw_from_sums(const Task&, const Plan& plan,
                                           const std::vector<Sum>& sums, Randomness& randomness) {
  check_same_length("sums", sums.size(), "numbers of distinct items", 1);
  return add_user_noise({clamp_sum(sums.front())}, plan, randomness).front();
}

}  // namespace logstar
