#include "logstar/counts/user_histogram_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kMaxNumbers = kNoGroup - 1;

/// The number of a row's bin, as in BinWeight; empty for a row of kNoGroup.
std::optional<std::uint64_t> bin_of(const ValuedRows& rows, std::size_t row, std::uint32_t bins) {
  const auto bin = static_cast<std::uint64_t>(rows.values[row]);
  check_count("bin", bin, 0, bins - 1);
  const std::uint32_t group = group_of(rows.rows, row);
  if (group == kNoGroup) return std::nullopt;
  return std::uint64_t(group) * bins + bin;
}

/// The bins with rows, in the order of their numbers.
std::vector<std::uint64_t> bins_that_occur(const ValuedRows& rows, std::uint32_t bins) {
  std::vector<std::uint64_t> occurring;
  for (std::size_t row = 0; row < rows.values.size(); ++row) {
    const auto bin = bin_of(rows, row, bins);
    if (bin) occurring.push_back(*bin);
  }
  std::sort(occurring.begin(), occurring.end());
  occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
  return occurring;
}

/// Where a number is in a list in order that holds it.
std::uint32_t place_of(std::uint64_t number, const std::vector<std::uint64_t>& list) {
  return static_cast<std::uint32_t>(std::lower_bound(list.begin(), list.end(), number) -
                                    list.begin());
}

}  // namespace

UserHistogram::Plan UserHistogram::plan(const Task& task) {
  check_count("bins", task.bins, 1, kMaxNumbers);
  check_count("groups", task.groups.value_or(1), 1, kMaxNumbers / task.bins);
  const std::uint64_t numbers = task.groups.value_or(1) * std::uint64_t(task.bins);
  NoiseTask noise;
  noise.loss = {task.epsilon, task.delta};
  noise.sensitivity =
      sensitivity(task.per_user.share(), task.groups ? numbers : kAnyGroupCount, task.neighbors);
  if (task.per_user.groups) noise.shifts = Shifts{noise.sensitivity, 1};
  noise.numbers = numbers;
  noise.confidence = task.confidence;
  noise.noise = task.noise;
  return plan_user_noise(noise);
}

Claim UserHistogram::claim(const Task& asked, const Plan& plan) {
  const auto unit = static_cast<double>(asked.per_user.unit());
  // The plan may have slightly less delta, as a ledger grants it.
  const Loss loss{asked.epsilon, plan.delta > 0 ? asked.delta : 0};
  Claim claim = user_claim(words_of(plan), loss, asked.neighbors);
  claim.rho = plan.rho;
  claim.also_public = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / unit, asked.confidence};
  claim.usual = usual_error(plan) / unit;
  claim.parameters = per_user_facts(asked.per_user)
                         .with(group_facts(asked.groups))
                         .with(noise_facts(plan, asked.epsilon, unit));
  if (asked.bins != 1) claim.parameters.with("bins", static_cast<double>(asked.bins));
  return claim;
}

UserHistogramTask UserHistogram::with_loss(const Task& task, const Plan& plan,
                                           const Loss& granted) {
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
  return draw_from_sums(task, plan, weights, randomness);
}

std::vector<std::int64_t> UserHistogram::draw_from_sums(const Task& task, const Plan& plan,
                                                        const std::vector<Sum>& sums,
                                                        Randomness& randomness) {
  if (task.groups) {
    check_same_length("sums", sums.size(), "groups", std::uint64_t(*task.groups) * task.bins);
  }
  std::vector<std::int64_t> numbers;
  numbers.reserve(sums.size());
  for (const std::uint64_t sum : sums) numbers.push_back(clamp_sum(sum));
  return add_user_noise(numbers, plan, randomness);
}

GroupNaming UserHistogram::naming(const Task& task, const Plan& plan, double delta) {
  const Loss loss{task.epsilon, delta};
  const auto by_laplace = [&] {
    const auto parameters = calibrate_group_discovery(loss, task.per_user.share(), task.neighbors);
    return name_by_bins(parameters, plan.error, task.confidence);
  };
  const std::optional<std::uint64_t>& groups = task.per_user.groups;
  if (task.noise == NoiseKind::gaussian && !groups) {
    reject("noise", "laplace where users are not counted in a number of groups each", "gaussian");
  }
  if (task.noise == NoiseKind::laplace || !groups) return by_laplace();
  const GroupNaming gaussian =
      name_by_bins(calibrate_gaussian_discovery(loss, *groups, task.neighbors, task.bins), delta,
                   task.confidence);
  if (task.noise) return gaussian;
  const GroupNaming laplace = by_laplace();
  const bool is_better =
      gaussian.named_from < laplace.named_from && gaussian.error <= laplace.error;
  return is_better ? gaussian : laplace;
}

UserHistogram::Named UserHistogram::draw_named(const Task& task, const Plan& plan,
                                               const GroupNaming& naming, ValuedRows rows,
                                               std::uint32_t group_count, Randomness& randomness) {
  check_groups(rows.rows, group_count);
  if (task.bins == 1) rows.values.assign(rows.rows.columns().rows(), 0);
  check_same_length("rows", rows.rows.columns().rows(), "values", rows.values.size());
  const std::vector<std::uint64_t> occurring = bins_that_occur(rows, task.bins);
  // Only bins with users are numbered: of many groups, most bins may have none.
  CountedRows counted{std::move(rows.rows.users), {}};
  counted.groups.reserve(rows.values.size());
  for (std::size_t row = 0; row < rows.values.size(); ++row) {
    const auto bin = bin_of(rows, row, task.bins);
    counted.groups.push_back(bin ? place_of(*bin, occurring) : kNoGroup);
  }
  const auto count = static_cast<std::uint32_t>(occurring.size());
  const auto weights = group_weights(counted, count, task.per_user, randomness);
  std::vector<BinWeight> numbered;
  for (std::size_t place = 0; place < occurring.size(); ++place) {
    if (weights[place] != 0) numbered.push_back({occurring[place], weights[place]});
  }
  auto [named, counts] = named_bins(numbered, task.bins, plan.rate, naming, randomness);
  return {std::move(named), std::move(counts)};
}

UserHistogram::Named UserHistogram::draw_named_of_sums(const Task& task, const Plan& plan,
                                                       const GroupNaming& naming,
                                                       const std::vector<Sum>& sums,
                                                       Randomness& randomness) {
  std::vector<BinWeight> numbered;
  for (std::size_t bin = 0; bin < sums.size(); ++bin) {
    if (sums[bin] != 0) numbered.push_back({bin, sums[bin]});
  }
  auto [named, counts] = named_bins(numbered, task.bins, plan.rate, naming, randomness);
  return {std::move(named), std::move(counts)};
}

std::vector<std::uint32_t> bins_of(const std::vector<std::int64_t>& values,
                                   const std::vector<std::int64_t>& edges) {
  if (std::ranges::adjacent_find(edges, std::ranges::greater_equal()) != edges.end()) {
    reject("edges", "increasing", "others");
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
    check_same_length("groups", rows.rows.groups.size(), "values", rows.values.size());
  }
  CountedRows in_bins{rows.rows.users, {}};
  in_bins.groups.reserve(rows.values.size());
  for (std::size_t row = 0; row < rows.values.size(); ++row) {
    const auto bin = bin_of(rows, row, bins);
    in_bins.groups.push_back(bin ? static_cast<std::uint32_t>(*bin) : kNoGroup);
  }
  return in_bins;
}

}  // namespace logstar
