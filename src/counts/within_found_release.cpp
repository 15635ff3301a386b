#include "logstar/counts/within_found_release.hpp"

#include <algorithm>
#include <limits>

#include "logstar/privacy/rounding.hpp"

namespace logstar {
namespace {

/// Two fifths lose least over data of many shapes: less would clamp heavy tails, more would leave less for the
/// answer.
constexpr double kBoundsShare = 0.4;

}  // namespace

FoundShares found_shares(double epsilon) {
  const double bounds = epsilon * kBoundsShare;
  return {bounds, subtract_down(epsilon, bounds)};
}

UserMeanTask on_widest_grid(UserMeanTask task, int bits) {
  const std::int64_t steps = std::int64_t(1) << bits;
  task.domain = {-steps, steps, static_cast<std::uint64_t>(steps)};
  return task;
}

UserSumTask on_widest_grid(UserSumTask task, int bits) {
  const std::int64_t steps = std::int64_t(1) << bits;
  task.domain = {-steps, steps, static_cast<std::uint64_t>(steps)};
  return task;
}

void put_on_grid(UserMeanTask& task, const RangeGrid& grid) {
  task.domain = {grid.lowest(), grid.highest(), 1};
}

void put_on_grid(UserSumTask& task, const RangeGrid& grid) {
  task.domain = {grid.lowest(), grid.highest(), 1};
}

ValuedRows given_to(const UserMeanTask&, ValuedRows rows) { return rows; }

ValuedRows given_to(const UserSumTask& task, const ValuedRows& rows) {
  return totals_of_reals(rows, task.groups.value());
}

Claim with_bounds(Claim answers, const FoundBoundsTask& task, const FoundBounds::Plan& plan,
                  double epsilon) {
  const Claim found = FoundBounds::claim(task, plan);
  answers.mechanism = found.mechanism + ", then " + answers.mechanism;
  answers.proof = found.proof;
  answers.loss.epsilon = epsilon;
  // (e, 0)-DP implies e^2/2-zCDP, and both add up.
  if (answers.rho) {
    answers.rho = add_up(*answers.rho, multiply_up(0.5, multiply_up(task.epsilon, task.epsilon)));
  }
  answers.accuracy.kind = ErrorKind::count;
  answers.usual = std::nullopt;  // of the widest range
  Facts parameters;
  bool has_units = false;  // for means, whose users have this weight there too
  for (const Fact& fact : answers.parameters) {
    has_units = has_units || fact.name == "units";
    if (fact.name != "lowest" && fact.name != "highest") parameters.with(fact);
  }
  answers.parameters = parameters.with("boundsEpsilon", task.epsilon)
                           .with("boundsThreshold", static_cast<double>(plan.threshold) /
                                                        static_cast<double>(task.user_weight));
  if (!has_units) answers.parameters.with("boundsUnits", static_cast<double>(task.user_weight));
  return answers;
}

std::optional<MeanEstimate> told_within(const NoisyEnds& ends, const RangeGrid& grid,
                                        std::uint32_t least_weight) {
  const auto mean = mean_of(ends, ends.error);
  if (!mean) return std::nullopt;
  const auto& [lowest, highest] = grid.range();
  const auto [value, error] =
      estimate_mean(*mean, {grid.lowest(), grid.highest(), 1}, least_weight);
  // Values were rounded to half a step each.
  return MeanEstimate{std::clamp(grid.length(value), lowest, highest), grid.length(error + 0.5)};
}

MeanEstimate told_sum(std::int64_t steps, std::int64_t error, const RangeGrid& grid) {
  return {grid.length(static_cast<double>(steps)), grid.length(static_cast<double>(error))};
}

}  // namespace logstar
