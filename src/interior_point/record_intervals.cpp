#include "logstar/interior_point/record_intervals.hpp"

#include <string>
#include <utility>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

PointsShape RankPoints::shape_of(const RankTask& task) {
  if (!task.quantile) reject("q", "given for an interval", "none");
  if (task.bits > 64) {
    reject("domain", "a domain of at most 64 bits", std::to_string(task.bits) + " bits");
  }
  PointsShape shape;
  shape.taus = {*task.quantile};
  shape.loss = task.loss;
  shape.neighbors = task.neighbors;
  shape.confidence = task.confidence;
  shape.domain = {task.domain.lowest[0], task.domain.highest[0]};
  return shape;
}

RankTask RankPoints::with_epsilon(RankTask task, double epsilon) {
  task.loss.epsilon = epsilon;
  const bool is_open = !task.algorithm && task.choice == AlgorithmChoice::usual_error;
  if (is_open && task.loss.delta == 0) task.algorithm = InteriorAlgorithm::exponential;
  return task;
}

std::vector<GroupOfPoints> RankPoints::draw(const RankTask& task, const RankRelease::Plan& plan,
                                            KeyColumn column, Randomness& randomness) {
  KeyArray keys = std::move(column).keys();
  GroupOfPoints group;
  group.keys = keys.words();
  const auto point = RankRelease::draw(task, plan, std::move(keys), randomness);
  if (point) group.points = {(*point)[0]};
  return {std::move(group)};
}

PointsShape QuantilesPoints::shape_of(const QuantilesTask& task) {
  check_quantiles_task(task);
  PointsShape shape;
  shape.taus = task.taus;
  shape.loss = task.loss;
  shape.neighbors = task.neighbors;
  shape.confidence = task.confidence;
  shape.domain = task.domain;
  return shape;
}

QuantilesTask QuantilesPoints::with_epsilon(QuantilesTask task, double epsilon) {
  task.loss.epsilon = epsilon;
  return task;
}

std::vector<GroupOfPoints> QuantilesPoints::draw(const QuantilesTask& task,
                                                 const QuantilesRelease::Plan& plan,
                                                 std::vector<std::uint64_t> keys,
                                                 Randomness& randomness) {
  GroupOfPoints group;
  group.keys = keys;
  group.points = QuantilesRelease::draw(task, plan, std::move(keys), randomness);
  return {std::move(group)};
}

const char* name_of_sides(const IntervalPlan& plan) {
  if (!plan.width) return "none";
  const OpenSides& open = plan.width->open;
  return open.low ? "high" : open.high ? "low" : "both";
}

IntervalPlan plan_interval(const RankIntervalRelease::Task& task, std::uint64_t records) {
  check_count("records", records, 1, std::uint64_t(1) << 40);
  RankIntervalRelease::Task asked = task;
  if (asked.intervals.size) asked.intervals.size = records;
  const auto planned = RankIntervalRelease::plan(asked);
  const IntervalSetting& setting = planned.draws.settings.front();
  IntervalPlan plan;
  plan.width = interval_width_at(setting, static_cast<std::int64_t>(records));
  if (plan.width) {
    plan.target = target_in_ranks(*plan.width);
    plan.usual = usual_half_width(*plan.width, planned.shape.usual_error);
  }
  if (setting.of == IntervalOf::population) {
    const double most = count_up(records) + 2;
    const auto enough = [&](double d) {
      return binomial_beyond(records, setting.tau, d, {}) <= setting.beta;
    };
    // The bound on the tails costs a rank that an exact sum does not.
    plan.without_privacy = (enough(most) ? least_accepted(1, most, enough) : most) - 1;
  }
  return plan;
}

}  // namespace logstar
