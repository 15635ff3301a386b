#include "logstar/interior_point/rank/interval_width.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. A record more moves q n - less(lo) by q or q - 1 and at_most(hi) - q n by 1 - q or -q, so the lesser of both by
// M = max(q, 1 - q) at most, either way: rate e/(2 M) a rank. Under replace n stays, and each moves by at most 1: e/2.
// Counted in 1/b of a rank these are e/(2 max(a, b - a)) and e/(2 b). A user's rows weigh W at most, so steps are W times
// as short. Where users may be in several groups, one in place of another moves the reaches of all groups by 2 M in all. Distances that are cut off at 2^61 steps move no
// further than they moved, and the target is below that.

namespace logstar {
namespace {

using IntervalReach = std::optional<Int128>;  // in steps; nothing: infinite

/// A head start is at least so many steps, so that to round it up costs little.
constexpr double kMinHeadStart = 16;

IntervalReach lesser_reach(const IntervalReach& a, const IntervalReach& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::int64_t cut_off_distance(const Int128& distance) {
  return static_cast<std::int64_t>(std::min(distance, Int128(RankScore::kMaxMiss)));
}

}  // namespace

std::int64_t IntervalRows::total() const {
  if (weights.empty()) return static_cast<std::int64_t>(keys.size());
  return std::accumulate(weights.begin(), weights.end(), std::int64_t(0));
}

IntervalWeights weigh_beyond(const IntervalRows& rows, std::span<const KeyInterval> chain) {
  // A record below interval j is below all intervals inside of it: count it at the last such j.
  std::vector<std::int64_t> below(chain.size() + 1), above(chain.size() + 1);
  const auto first_reaching = [&](auto reaches) {
    return static_cast<std::size_t>(
        std::partition_point(chain.begin(), chain.end(),
                             [&](const KeyInterval& one) { return !reaches(one); }) -
        chain.begin());
  };
  for (std::size_t row = 0; row < rows.keys.size(); ++row) {
    const std::uint64_t key = rows.keys[row];
    const std::int64_t weight = rows.weight_of(row);
    below[first_reaching([key](const KeyInterval& one) { return one.lowest <= key; })] += weight;
    above[first_reaching([key](const KeyInterval& one) { return one.highest >= key; })] += weight;
  }
  // Not reached by j: counted at a place above j.
  IntervalWeights beyond{rows.total(), std::vector<std::int64_t>(chain.size()),
                         std::vector<std::int64_t>(chain.size())};
  std::int64_t low = 0, high = 0;
  for (std::size_t j = chain.size(); j-- > 0;) {
    low += below[j + 1];
    high += above[j + 1];
    beyond.below[j] = low;
    beyond.above[j] = high;
  }
  return beyond;
}

double IntervalSteps::crowd() const {
  return divide_up(1, expm1_down(multiply_down(draw_epsilon, static_cast<double>(head_start))));
}

IntervalSteps calibrate_interval_steps(const QuantileFraction& tau, double epsilon,
                                       Neighbors neighbors, std::uint32_t steps_an_octave,
                                       const IntervalUnit& unit) {
  check_epsilon("epsilon", epsilon);
  check_quantile(tau);
  const std::uint32_t larger = std::max(tau.numerator, tau.denominator - tau.numerator);
  const bool replaced = neighbors == Neighbors::replace;
  const std::uint32_t moves = !replaced             ? larger
                              : unit.several_groups ? 2 * larger
                                                    : tau.denominator;
  const double weight = unit.user_weight;
  IntervalSteps steps;
  steps.tau = tau;
  steps.steps_an_octave = steps_an_octave;
  steps.steps_per_rank = std::int64_t(tau.denominator) * unit.user_weight;
  steps.user_weight = unit.user_weight;
  steps.draw_epsilon = divide_down(epsilon, 2.0 * moves * weight);
  const double head_start = divide_up(log_up(2), 2.0 * steps_an_octave);
  // To halve a step halves what it is worth, exactly.
  while (divide_down(head_start, steps.draw_epsilon) < kMinHeadStart) {
    steps.draw_epsilon /= 2;
    steps.steps_per_rank *= 2;
  }
  steps.head_start =
      static_cast<std::int64_t>(std::ceil(divide_up(head_start, steps.draw_epsilon)));
  return steps;
}

std::vector<std::int64_t> interval_scores(const IntervalWeights& weights,
                                          std::span<const KeyInterval> chain,
                                          const KeyInterval& domain,
                                          const IntervalWidthParameters& parameters) {
  const IntervalSteps& steps = parameters.steps;
  const std::int64_t n = weights.total;
  const Int128 each = steps.steps_per_rank / steps.user_weight;
  const Int128 rank = each / steps.tau.denominator * steps.tau.numerator * n;  // q n
  const auto reach_of = [&](std::size_t j) {
    IntervalReach low, high;
    if (!parameters.open.low && chain[j].lowest > domain.lowest)
      low = rank - each * weights.below[j];
    if (!parameters.open.high && chain[j].highest < domain.highest)
      high = each * (n - weights.above[j]) - rank;
    return lesser_reach(low, high);
  };
  std::vector<std::int64_t> scores;
  const Int128 target = parameters.target;
  Int128 too_far = 0;  // by how much the interval before reaches beyond the target
  for (std::size_t j = 0; j < chain.size(); ++j) {
    const IntervalReach reach = reach_of(j);
    const Int128 distance = std::max({Int128(0), reach ? target - *reach : Int128(0), too_far});
    scores.push_back(steps.head_start * static_cast<std::int64_t>(j) - cut_off_distance(distance));
    if (!reach) break;
    too_far = *reach - target;
  }
  return scores;
}

std::optional<std::size_t> draw_interval_width(const IntervalWeights& weights,
                                               std::span<const KeyInterval> chain,
                                               const KeyInterval& domain,
                                               const IntervalWidthParameters& parameters,
                                               Randomness& randomness) {
  const std::vector<std::int64_t> scores = interval_scores(weights, chain, domain, parameters);
  const std::size_t place = exponential_choice(scores, parameters.steps.draw_epsilon, randomness);
  if (place + 1 == scores.size()) return std::nullopt;
  return place;
}

}  // namespace logstar
