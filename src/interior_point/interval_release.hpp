// Medians and quantiles, each with an interval that contains the true one, as one release.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set: points at e_0 and delta, a noisy count at e_N
//   unless the number of records is public, and widths at e_I together. Several quantiles have K widths at e_I/K each.
//   The widths of several groups cost no more than that of one, as a user's rows weigh at most one user over all.
// Source: ours, docs/guarantees/intervals.md; points as the mechanism that draws them.
// Departures: the count is drawn after the points. It does not depend on them, so the law is the same.
// Cost: as for the points, with a copy of the keys, and O(n log J) for J intervals a quantile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/interval_plan.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// An interval round one point. An empty end is unbounded or lies at the end of the domain.
struct ToldInterval {
  std::optional<std::uint64_t> low, high;
  friend bool operator==(const ToldInterval&, const ToldInterval&) = default;
};

/// One quantile of one group.
struct PointWithInterval {
  std::uint64_t point = 0;
  std::optional<ToldInterval> interval;
  double target = 0;  ///< the requested reach in ranks; 0 if records are too few
  double usual = 0;   ///< the half-width of smooth data, in ranks; likewise
  friend bool operator==(const PointWithInterval&, const PointWithInterval&) = default;
};

struct GroupIntervals {
  std::uint32_t group = 0;
  std::vector<PointWithInterval> points;  ///< one per quantile, or empty
  std::optional<double> count;            ///< the noisy count of records or users, if one was drawn
  friend bool operator==(const GroupIntervals&, const GroupIntervals&) = default;
};

/// The points and rows of a group, for drawing its intervals.
struct GroupOfPoints {
  std::uint32_t group = 0;
  std::vector<std::uint64_t> points;  ///< one per quantile, or empty
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> weights = {};  ///< as IntervalRows has them
};

/// The properties of a release of points that its intervals depend on.
struct PointsShape {
  std::vector<QuantileFraction> taus;
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  KeyInterval domain;
  IntervalUnit unit = {};
  IntervalSample sample = IntervalSample::values;
  bool of_users = false;   ///< the number of users is drawn, whatever the neighbours
  double counted = 1;      ///< a rank or user counts as this much in the answer
  double usual_error = 0;  ///< of the points, in the ranks of the answer
};

/// The planned draws: how epsilon is divided, and the width of each quantile.
struct IntervalDraws {
  IntervalEpsilons epsilons;
  std::vector<IntervalSetting> settings;  ///< one a quantile

  bool counts() const { return epsilons.count > 0; }
};

/// Errors: OutOfRange.
IntervalDraws plan_intervals(const PointsShape& shape, const IntervalTask& task);

/// Extends a claim about points to their intervals. `shape`: with the loss of everything together.
Claim claim_with_intervals(Claim points, const PointsShape& shape, const IntervalTask& task,
                           const IntervalDraws& draws, double usual_error);

/// An interval that waits for the weights round its chain. Without a width there are too few for any.
struct AwaitedInterval {
  std::optional<IntervalWidthParameters> width;
  std::vector<KeyInterval> chain;
};

/// The points of a group with their count, before any width is drawn.
struct BegunIntervals {
  GroupIntervals answer;
  std::vector<AwaitedInterval> awaited;  ///< one a point
};

/// Draws the count. `weight`: of all rows of the group, in units; `records`: under replace the number of rows handed
/// over, which is public.
BegunIntervals begin_intervals(std::uint32_t group, const std::vector<std::uint64_t>& points,
                               std::int64_t weight, const PointsShape& shape,
                               const IntervalTask& task, const IntervalDraws& draws,
                               std::uint64_t records, Randomness& randomness);

/// Draws the width round a point. `weights`: round its chain. Does nothing if that has no width.
void draw_width(BegunIntervals& begun, std::size_t point, const IntervalWeights& weights,
                const PointsShape& shape, Randomness& randomness);

/// All of it, from the rows.
GroupIntervals draw_intervals(const GroupOfPoints& group, const PointsShape& shape,
                              const IntervalTask& task, const IntervalDraws& draws,
                              std::uint64_t records, Randomness& randomness);

/// A mechanism of points with intervals. `Points` has
///   using Mechanism = RankRelease;                                       Releasable
///   static PointsShape shape_of(const Task&);
///   static Task with_epsilon(Task, double epsilon);                      for points alone
///   static std::vector<GroupOfPoints> draw(const Task&, const Plan&, Data, Randomness&);
template <typename Points>
struct IntervalRelease {
  using Mechanism = typename Points::Mechanism;

  struct Task {
    typename Mechanism::Task points;  ///< with the loss of everything together
    IntervalTask intervals;

    void describe(auto& field) {
      points.describe(field);
      intervals.describe(field);
    }
  };
  struct Data {
    typename Mechanism::Data rows;
    /// The number of rows passed in, with dropped rows; public under replace.
    std::uint64_t records = 0;
  };
  using Answer = std::vector<GroupIntervals>;
  struct Plan {
    typename Mechanism::Task task;
    typename Mechanism::Plan points;
    PointsShape shape;
    IntervalDraws draws;
  };

  static Plan plan(const Task& task) {
    PointsShape shape = Points::shape_of(task.points);
    const IntervalDraws draws = plan_intervals(shape, task.intervals);
    const auto points = Points::with_epsilon(task.points, draws.epsilons.points);
    auto planned = Mechanism::plan(points);
    shape.usual_error = Mechanism::claim(points, planned).usual.value_or(0);
    return {points, std::move(planned), std::move(shape), draws};
  }

  static Claim claim(const Task& asked, const Plan& plan) {
    const auto points = Points::with_epsilon(asked.points, plan.draws.epsilons.points);
    return claim_with_intervals(Mechanism::claim(points, plan.points),
                                Points::shape_of(asked.points), asked.intervals, plan.draws,
                                plan.shape.usual_error);
  }

  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    Task run = task;
    run.points = Mechanism::with_loss(task.points, plan.points, granted);
    return run;
  }

  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness) {
    Answer answers;
    for (const GroupOfPoints& group :
         Points::draw(plan.task, plan.points, std::move(data.rows), randomness)) {
      answers.push_back(
          draw_intervals(group, plan.shape, task.intervals, plan.draws, data.records, randomness));
    }
    return answers;
  }
};

}  // namespace logstar
