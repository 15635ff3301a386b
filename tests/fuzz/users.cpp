// Tables of users with any number of rows, under arbitrary outcomes of all draws: medians, quantiles and
// interior points by group, counts, sums, means, and private groups.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "any_data.hpp"
#include "fuzz_randomness.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/counts/user_variance_release.hpp"
#include "logstar/interior_point/user_rank_release.hpp"

namespace logstar::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// The user weight: often so small that users have more rows.
std::uint32_t any_whole(FuzzInput& input) {
  return input.coin() ? kUserWeight : 1 + input.choice(30);
}

/// One of a few users for each row, or no column, which makes each row a user.
Numbers any_users(FuzzInput& input, std::size_t rows) {
  Numbers users(input.choice(4) == 0 ? 0 : rows);
  for (auto& user : users) user = input.choice(input.coin() ? 3 : 40);
  return users;
}

/// A group in 0..groups - 1 for each row, or no group.
Numbers any_groups(FuzzInput& input, std::size_t rows, std::uint32_t groups) {
  Numbers numbers(rows);
  for (auto& group : numbers) group = input.choice(9) == 0 ? kNoGroup : input.byte() % groups;
  return numbers;
}

void check_user_rank(FuzzInput& input) {
  const Space space = any_space(input);
  UserRankTask task;
  task.bits = space.bits;
  task.domain = space.domain;
  if (input.coin()) {
    task.quantile = QuantileFraction{1, 2 + input.choice(50)};
    task.quantile->numerator += input.choice(task.quantile->denominator - 1);
  }
  task.algorithm = input.coin() ? UserAlgorithm::cut : UserAlgorithm::exponential;
  task.loss = any_loss(input);
  if (input.coin()) task.loss.delta = 0;
  task.neighbors = any_neighbors(input);
  task.list = static_cast<GroupList>(input.choice(3));
  task.groups = 1 + input.choice(12);
  task.abstain = input.coin();
  task.user_weight = any_whole(input);
  UserRows rows{{}, {}, any_keys(input, space)};
  const std::size_t size = rows.keys.size();
  rows.users = any_users(input, size);
  if (input.choice(9) == 0) rows.users.push_back(0);
  // With declared groups, rows may be in a group beyond the list.
  if (task.list != GroupList::none) rows.groups = any_groups(input, size, task.groups + 2);
  const std::set<std::uint32_t> occurring(rows.groups.begin(), rows.groups.end());
  AnyRandomness randomness(input);
  accepts([&] {
    const auto plan = UserRankRelease::plan(task);
    const auto answers = UserRankRelease::draw(task, plan, std::move(rows), *randomness);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto& [group, value] = answers[i];
      require(i == 0 || answers[i - 1].group < group, "groups come in order");
      if (value) require(inside(*value, space.domain), "an answer is a key of the domain");
      const bool may_be_none = task.algorithm == UserAlgorithm::cut || task.abstain;
      require(value || may_be_none, "the exponential mechanism answers, unless it may abstain");
      if (task.list != GroupList::occurring) continue;
      require(value && occurring.contains(group), "of groups nobody declared those that answer");
    }
    if (task.list == GroupList::none) require(answers.size() == 1, "one answer");
    if (task.list == GroupList::declared) require(answers.size() == task.groups, "one a group");
  });
}

/// A draw of a release; the release may refuse its task.
template <typename Release>
void draw(const typename Release::Task& task, typename Release::Data data, FuzzInput& input,
          std::size_t numbers) {
  AnyRandomness randomness(input);
  accepts([&] {
    const auto plan = Release::plan(task);
    const auto answer = Release::draw(task, plan, std::move(data), *randomness);
    require(answer.size() == numbers, "one answer a group");
  });
}

PerUser any_share(FuzzInput& input) {
  PerUser share;
  if (input.coin()) share.groups = input.choice(6);
  share.user_weight = any_whole(input);
  return share;
}

std::optional<NoiseKind> any_noise(FuzzInput& input) {
  if (input.coin()) return std::nullopt;
  return input.coin() ? NoiseKind::gaussian : NoiseKind::laplace;
}

void check_histogram(FuzzInput& input) {
  UserHistogramTask task;
  task.epsilon = any_loss(input).epsilon;
  const std::uint32_t groups = 1 + input.choice(12);
  task.groups = groups;
  task.per_user = any_share(input);
  task.neighbors = any_neighbors(input);
  task.delta = any_loss(input).delta;
  task.noise = any_noise(input);
  const std::size_t size = input.choice(100);
  CountedRows rows{any_users(input, size), any_groups(input, size, groups)};
  draw<UserHistogram>(task, std::move(rows), input, groups);
}

/// Values of all sizes, with the limits of 64 bits.
ValuedRows any_values(FuzzInput& input, std::uint32_t groups) {
  ValuedRows rows;
  rows.values.resize(input.choice(100));
  for (auto& value : rows.values) {
    value = static_cast<std::int64_t>(input.coin() ? input.count() : ~input.count());
  }
  const std::size_t size = rows.values.size();
  rows.rows = {any_users(input, size), {}};
  if (groups > 1) rows.rows.groups = any_groups(input, size, groups);
  return rows;
}

std::int64_t any_end(FuzzInput& input) {
  const auto end = static_cast<std::int64_t>(input.count());
  return input.coin() ? end : -1 - end;
}

void check_sum(FuzzInput& input) {
  UserSumTask task;
  task.epsilon = any_loss(input).epsilon;
  task.domain = {any_end(input), any_end(input)};
  const std::uint32_t groups = 1 + input.choice(12);
  task.groups = groups;
  task.neighbors = any_neighbors(input);
  if (input.coin()) task.per_user = 1 + input.choice(6);
  task.delta = any_loss(input).delta;
  task.noise = any_noise(input);
  draw<UserSum>(task, any_values(input, groups), input, groups);
}

void check_mean(FuzzInput& input) {
  UserMeanTask task;
  task.epsilon = any_loss(input).epsilon;
  task.domain = {any_end(input), any_end(input)};
  const std::uint32_t groups = 1 + input.choice(12);
  task.groups = groups;
  task.user_weight = any_whole(input);
  task.neighbors = any_neighbors(input);
  ValuedRows rows = any_values(input, groups);
  AnyRandomness randomness(input);
  accepts([&] {
    const auto plan = UserMean::plan(task);
    const auto ends = UserMean::draw(task, plan, std::move(rows), *randomness);
    require(ends.size() == groups, "two ends a group");
    for (const DomainEnds& noisy : ends) {
      const auto mean = mean_of(noisy, plan.error);
      if (!mean) continue;
      require(mean->numerator >= 0 && mean->numerator <= mean->denominator, "a mean is between");
    }
  });
}

void check_variance(FuzzInput& input) {
  UserMeanTask task;
  task.epsilon = any_loss(input).epsilon;
  task.domain = {any_end(input), any_end(input)};
  const std::uint32_t groups = 1 + input.choice(12);
  task.groups = groups;
  task.user_weight = any_whole(input);
  task.neighbors = any_neighbors(input);
  ValuedRows rows = any_values(input, groups);
  AnyRandomness randomness(input);
  accepts([&] {
    const auto plan = UserVariance::plan(task);
    for (const DomainMoments& exact : domain_moments(rows, groups, task.domain, task.user_weight)) {
      require(std::min({exact.high, exact.middle, exact.low}) >= 0, "no weight is below 0");
    }
    const auto moments = UserVariance::draw(task, plan, std::move(rows), *randomness);
    require(moments.size() == groups, "three weights a group");
    for (const NoisyMoments& noisy : moments) {
      const auto variance = variance_of(noisy, noisy.error);
      if (!variance) continue;
      require(variance->numerator <= variance->denominator / 4, "a variance is a quarter at most");
      const MeanEstimate root = told_deviation(*variance, task.domain, least_weight(task));
      require(root.value >= 0 && root.error >= 0, "a deviation and its error are not below 0");
    }
  });
}

void check_discovery(FuzzInput& input) {
  GroupDiscoveryTask task;
  task.loss = any_loss(input);
  task.per_user = any_share(input);
  task.neighbors = any_neighbors(input);
  GroupDiscovery::Data data;
  data.group_count = 1 + input.choice(30);
  const std::size_t size = input.choice(100);
  data.rows = {any_users(input, size), any_groups(input, size, data.group_count)};
  const std::set<std::uint32_t> occurring(data.rows.groups.begin(), data.rows.groups.end());
  AnyRandomness randomness(input);
  accepts([&] {
    const auto plan = GroupDiscovery::plan(task);
    const auto named = GroupDiscovery::draw(task, plan, std::move(data), *randomness);
    for (std::size_t i = 0; i < named.size(); ++i) {
      require(occurring.contains(named[i].group), "a group that is named occurs");
      require(i == 0 || named[i - 1].group < named[i].group, "groups come in order");
      require(named[i].weight > plan.parameters.threshold, "and passed the threshold");
    }
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of(
      {check_user_rank, check_histogram, check_sum, check_mean, check_discovery, check_variance},
      data, size);
}
