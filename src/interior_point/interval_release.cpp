#include "logstar/interior_point/interval_release.hpp"

#include <algorithm>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/randomness/rational.hpp"
#include "logstar/support/checks.hpp"

// Privacy: basic composition. Points are drawn at (e_0, delta). The count is noise of rate e_N a user on each group's
// weight, which add up to one user under add-remove and to two under replace with several groups; replaced in one group a
// user moves it by one at most. The widths are Theorem 1, at e_I/K each.

namespace logstar {
namespace {

/// Bounds the sum of the changes that one record or user makes to the counts of all groups.
double most_counted(const PointsShape& shape) {
  return shape.neighbors == Neighbors::replace && shape.unit.several_groups ? 2 : 1;
}

bool has_public_count(const PointsShape& shape, const IntervalTask& task) {
  if (shape.of_users) return false;
  return shape.neighbors == Neighbors::replace || task.size.has_value();
}

/// The noisy count in units, or the public one.
std::int64_t count_of(std::int64_t weight, const IntervalTask& task, const IntervalDraws& draws,
                      std::uint64_t records, Randomness& randomness) {
  if (!draws.counts()) {
    return static_cast<std::int64_t>(task.size.value_or(records));
  }
  return weight + randomness.discrete_laplace(Rational::of(draws.settings[0].count_rate));
}

/// The ends of an interval of the chain, without those at an end of the domain or on an open side.
ToldInterval ends_of(const KeyInterval& one, const KeyInterval& domain, const OpenSides& open) {
  ToldInterval told;
  if (!open.low && one.lowest > domain.lowest) told.low = one.lowest;
  if (!open.high && one.highest < domain.highest) told.high = one.highest;
  return told;
}

}  // namespace

IntervalDraws plan_intervals(const PointsShape& shape, const IntervalTask& task) {
  check_confidence(shape.confidence);
  const KeyInterval keys = std::visit([](const auto& one) { return one.keys(); }, task.scale);
  if (keys.lowest != shape.domain.lowest || keys.highest != shape.domain.highest) {
    reject("domain", "the domain of the points", "another domain");
  }
  if (task.size) check_count("size", *task.size, 1, std::uint64_t(1) << 40);
  IntervalDraws draws;
  draws.epsilons =
      split_for_intervals(shape.loss.epsilon, task.share, !has_public_count(shape, task));
  const auto parts = count_up(shape.taus.size());
  IntervalSetting setting;
  setting.epsilon = divide_down(draws.epsilons.widths, parts);
  setting.neighbors = shape.neighbors;
  setting.unit = shape.unit;
  setting.sample = task.one_value ? IntervalSample::values : shape.sample;
  setting.of = task.of;
  setting.beta = divide_down(subtract_down(1, shape.confidence), parts);
  setting.count_rate =
      divide_down(draws.epsilons.count, most_counted(shape) * shape.unit.user_weight);
  check_epsilon("epsilon", setting.epsilon);
  for (const QuantileFraction& tau : shape.taus) {
    setting.tau = tau;
    draws.settings.push_back(setting);
  }
  return draws;
}

Claim claim_with_intervals(Claim points, const PointsShape& shape, const IntervalTask& task,
                           const IntervalDraws& draws, double usual_error) {
  Claim claim = std::move(points);
  claim.mechanism += " with nested intervals";
  claim.loss.epsilon = shape.loss.epsilon;
  claim.bounded_range = false;
  claim.proof = "docs/guarantees/intervals.md";
  claim.parameters.with("interval", std::string(name_of(task.of)))
      .with("pointEpsilon", draws.epsilons.points)
      .with("widthEpsilon", draws.epsilons.widths);
  if (draws.counts()) claim.parameters.with("countEpsilon", draws.epsilons.count);
  if (task.size) claim.parameters.with("intervalSize", static_cast<double>(*task.size));
  if (shape.of_users && task.of == IntervalOf::population) {
    claim.parameters.with("sample", task.one_value ? "values" : "weights");
  }
  // For several quantiles, the figures of the widest interval.
  double target = 0, usual = 0, most = 0, told_from = 0;
  for (const IntervalSetting& setting : draws.settings) {
    const bool is_known = task.of == IntervalOf::data || (task.size && !draws.counts());
    if (!is_known) return claim;
    const auto width = task.of == IntervalOf::data
                           ? interval_width_of_data(setting)
                           : interval_width_at(setting, static_cast<std::int64_t>(*task.size));
    if (!width) return claim;
    target = std::max(target, target_in_ranks(*width));
    usual = std::max(usual, usual_half_width(*width, usual_error / shape.counted));
    most = std::max(most, most_reach(*width, task.scale, setting.beta));
    told_from = std::max(told_from, interval_told_from(setting, *width, task.scale));
  }
  claim.conditions.with("intervalTarget", multiply_up(target, shape.counted))
      .with("intervalUsual", usual * shape.counted)
      .with("intervalMost", multiply_up(most, shape.counted));
  // For a population, the target differs for each number of records.
  if (task.of == IntervalOf::data)
    claim.conditions.with("intervalFrom", multiply_up(told_from, shape.counted));
  return claim;
}

BegunIntervals begin_intervals(std::uint32_t group, const std::vector<std::uint64_t>& points,
                               std::int64_t weight, const PointsShape& shape,
                               const IntervalTask& task, const IntervalDraws& draws,
                               std::uint64_t records, Randomness& randomness) {
  const std::int64_t count = count_of(weight, task, draws, records, randomness);
  BegunIntervals begun;
  begun.answer.group = group;
  if (draws.counts()) {
    begun.answer.count = static_cast<double>(count) / shape.unit.user_weight * shape.counted;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    PointWithInterval& told = begun.answer.points.emplace_back();
    told.point = points[i];
    AwaitedInterval& awaited = begun.awaited.emplace_back();
    awaited.width = interval_width_at(draws.settings[i], count);
    if (!awaited.width) continue;
    told.target = multiply_up(target_in_ranks(*awaited.width), shape.counted);
    told.usual =
        usual_half_width(*awaited.width, shape.usual_error / shape.counted) * shape.counted;
    awaited.chain = interval_chain(told.point, task.scale, awaited.width->steps.steps_an_octave);
  }
  return begun;
}

void draw_width(BegunIntervals& begun, std::size_t point, const IntervalWeights& weights,
                const PointsShape& shape, Randomness& randomness) {
  const auto& [width, chain] = begun.awaited[point];
  if (!width) return;
  const auto place = draw_interval_width(weights, chain, shape.domain, *width, randomness);
  if (place) {
    begun.answer.points[point].interval = ends_of(chain[*place], shape.domain, width->open);
  }
}

GroupIntervals draw_intervals(const GroupOfPoints& group, const PointsShape& shape,
                              const IntervalTask& task, const IntervalDraws& draws,
                              std::uint64_t records, Randomness& randomness) {
  const IntervalRows rows(group.keys, group.weights);
  BegunIntervals begun = begin_intervals(group.group, group.points, rows.total(), shape, task,
                                         draws, records, randomness);
  for (std::size_t i = 0; i < begun.awaited.size(); ++i) {
    if (!begun.awaited[i].width) continue;
    draw_width(begun, i, weigh_beyond(rows, begun.awaited[i].chain), shape, randomness);
  }
  return std::move(begun.answer);
}

}  // namespace logstar
