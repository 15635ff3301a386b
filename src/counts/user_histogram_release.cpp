#include "logstar/counts/user_histogram_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kMostNumbers = kNoGroup - 1;

}  // namespace

UserHistogram::Plan UserHistogram::plan(const Task& task) {
  check_count("bins", task.bins, 1, kMostNumbers);
  check_count("groups", task.groups.value_or(1), 1, kMostNumbers / task.bins);
  const std::uint64_t numbers = task.groups.value_or(1) * std::uint64_t(task.bins);
  NoiseTask noise;
  noise.loss = {task.epsilon, task.delta};
  noise.moved =
      most_moved(task.per_user.share(), task.groups ? numbers : kManyGroups, task.neighbors);
  if (task.per_user.groups) noise.shifts = Shifts{noise.moved, 1};
  noise.numbers = numbers;
  noise.confidence = task.confidence;
  noise.noise = task.noise;
  return plan_user_noise(noise);
}

Claim UserHistogram::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  Claim claim = user_claim(words_of(plan), {asked.epsilon, plan.delta}, asked.neighbors);
  claim.rho = plan.rho;
  claim.reveals = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / unit, asked.confidence};
  claim.parameters = per_user_facts(asked.per_user)
                         .with(group_facts(asked.groups))
                         .with(noise_facts(plan, asked.epsilon, unit));
  if (asked.bins != 1) claim.parameters.with("bins", static_cast<double>(asked.bins));
  return claim;
}

UserHistogramTask UserHistogram::within(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.noise = kind_of(plan);
  return run;
}

std::vector<std::int64_t> UserHistogram::draw(const Task& task, const Plan& plan, Data rows,
                                              Randomness& randomness) {
  const std::uint32_t numbers = task.groups.value() * task.bins;
  const auto weights = group_weights(rows, numbers, task.per_user, randomness);
  return draw_of_sums(task, plan, weights, randomness);
}

std::vector<std::int64_t> UserHistogram::draw_of_sums(const Task& task, const Plan& plan,
                                                      const std::vector<Sum>& sums,
                                                      Randomness& randomness) {
  if (task.groups) {
    check_as_many("sums", sums.size(), "groups", std::uint64_t(*task.groups) * task.bins);
  }
  std::vector<std::int64_t> numbers;
  numbers.reserve(sums.size());
  for (const std::uint64_t sum : sums) numbers.push_back(cut_sum(sum));
  return with_user_noise(numbers, plan, randomness);
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

CountedRows rows_in_bins(const ValuedRows& rows, std::uint32_t bins) {
  if (!rows.rows.groups.empty()) {
    check_as_many("groups", rows.rows.groups.size(), "values", rows.values.size());
  }
  CountedRows in_bins{rows.rows.users, {}};
  in_bins.groups.reserve(rows.values.size());
  for (std::size_t row = 0; row < rows.values.size(); ++row) {
    const auto bin = static_cast<std::uint64_t>(rows.values[row]);
    check_count("bin", bin, 0, bins - 1);
    const std::uint32_t group = group_of(rows.rows, row);
    in_bins.groups.push_back(group == kNoGroup ? kNoGroup
                                               : group * bins + static_cast<std::uint32_t>(bin));
  }
  return in_bins;
}

}  // namespace logstar
