#include "logstar/counts/user_mean_release.hpp"

#include <algorithm>

#include "logstar/counts/user_claim.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Accuracy. Let A and B be the ends, m = A/(A + B), and x, y the noise of either, |x|, |y| <= q. Then
//   (A + x)/(A + B + x + y) - m = ((1 - m) x - m y)/(A + B + x + y), which is at most q over the same
//   denominator, and to bring the quotient into [0, 1], where m lies, does not take it further away.

namespace logstar {
namespace {

/// How far above the lowest a value is, brought into the domain.
std::uint64_t place(std::int64_t value, const UserMeanTask& task) {
  return static_cast<std::uint64_t>(std::clamp(value, task.lowest, task.highest)) -
         static_cast<std::uint64_t>(task.lowest);
}

/// The same row's key, for the choice of rows of users who have too many.
KeyArray keys_of(const std::vector<std::int64_t>& values, const UserMeanTask& task) {
  std::vector<std::uint64_t> places;
  places.reserve(values.size());
  for (const std::int64_t value : values) places.push_back(place(value, task));
  return KeyArray(64, std::move(places));
}

}  // namespace

std::vector<DomainEnds> domain_ends(const ValuedRows& data, const UserMeanTask& task) {
  const RowsInOrder ordered = in_order(data, task.groups);
  const KeyArray keys = keys_of(data.values, task);
  const auto weights = spread({data.rows.users, data.rows.groups, &keys}, task.whole);
  const std::uint64_t width =
      static_cast<std::uint64_t>(task.highest) - static_cast<std::uint64_t>(task.lowest);
  std::vector<DomainEnds> ends(task.groups);
  for (const UserGroup& part : ordered.parts) {
    std::uint64_t weight = 0;
    Uint128 high = 0;
    for (std::size_t at = part.begin; at < part.end; ++at) {
      const std::size_t row = ordered.rows[at];
      weight += weights[row];
      high += Uint128(weights[row]) * keys[row].front();
    }
    const auto whole_high = static_cast<std::uint64_t>(high / width);
    ends[part.group].high += static_cast<std::int64_t>(whole_high);
    ends[part.group].low += static_cast<std::int64_t>(weight - whole_high);
  }
  return ends;
}

std::optional<MeanFraction> mean_of(const DomainEnds& noisy, std::int64_t error) {
  const std::int64_t weight = noisy.high + noisy.low;
  if (weight <= error) return std::nullopt;
  return MeanFraction{std::clamp<std::int64_t>(noisy.high, 0, weight), weight, error};
}

UserMean::Plan UserMean::plan(const Task& task) {
  if (task.lowest >= task.highest) {
    throw OutOfRange("domain", "two whole numbers, the lower first",
                     std::to_string(task.lowest) + " and " + std::to_string(task.highest));
  }
  check_count("groups", task.groups, 1, std::uint64_t(1) << 32);
  const std::uint64_t ends = 2 * std::uint64_t(task.groups);
  Plan plan;
  plan.moved = most_moved(PerUser{std::nullopt, task.whole}.share(), ends, task.neighbors);
  plan.rate = calibrate_user_noise(task.epsilon, plan.moved);
  plan.error = user_noise_error(plan.rate, ends, task.confidence);
  return plan;
}

Claim UserMean::claim(const Task& asked, const Plan& plan) {
  const auto whole = static_cast<double>(asked.whole);
  Claim claim = user_claim("discrete Laplace noise on both ends of the domain", {asked.epsilon, 0},
                           asked.neighbors);
  claim.reveals = public_groups(asked.groups);
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.error) / whole, asked.confidence};
  claim.parameters = per_user_facts({std::nullopt, asked.whole})
                         .with("lowest", static_cast<double>(asked.lowest))
                         .with("highest", static_cast<double>(asked.highest))
                         .with("groups", static_cast<double>(asked.groups))
                         .with("scale", static_cast<double>(plan.moved) / asked.epsilon / whole);
  return claim;
}

UserMeanTask UserMean::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<DomainEnds> UserMean::draw(const Task& task, const Plan& plan, Data data,
                                       Randomness& randomness) {
  std::vector<DomainEnds> noisy;
  for (const DomainEnds& ends : domain_ends(data, task)) {
    const std::int64_t high = laplace_count(ends.high, plan.rate, randomness);
    const std::int64_t low = laplace_count(ends.low, plan.rate, randomness);
    noisy.push_back({high, low});
  }
  return noisy;
}

}  // namespace logstar
