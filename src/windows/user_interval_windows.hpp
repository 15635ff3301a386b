// Medians and quantiles with intervals for a table that stays in an engine: first the points, by windows, then what the
// rows weigh round the chain of each point.
//
// Privacy: as UserIntervalRelease for the same task, whose output distribution it has, if all contents describe one state
//   of the table (docs/guarantees/windows.md). Chains are public once points and counts are released; the queries before
//   are not: show them only to people who may read the rows.
// Source, departures: as user_ranks_windows.hpp and interior_point/interval_release.hpp. Counts of all groups are drawn
//   before the first width; they do not depend on each other, so the law is the same.
// Cost: the trips of UserRanksWindows, and one more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "logstar/counts/user_intervals.hpp"
#include "logstar/windows/user_ranks_windows.hpp"

namespace logstar {

/// A charged release, from its first request to its answers.
class IntervalsSession {
 public:
  /// `randomness` must outlive this object.
  IntervalsSession(IntervalTask task, const UserIntervalRelease::Plan& plan, std::uint32_t ahead,
                   Randomness& randomness);

  /// The points, which come first.
  RanksSession& points() { return points_; }

  /// Draws the counts. Errors: WrongState before the points are there, and the second time.
  void begin();

  /// A request for the weights round a chain, of a group by its index in points().groups().
  struct Wanted {
    std::uint32_t place = 0;
    const std::vector<KeyInterval>* chain = nullptr;
  };
  /// Empty: it is over, or not begun yet.
  const std::vector<Wanted>& wanted() const { return wanted_; }
  /// The weights of each request, in the same order. Returns false, and requests no more, if they are not of one table
  /// with the windows: the release has no answer then. Errors: OutOfRange for another number of requests or intervals.
  bool provide(const std::vector<IntervalWeights>& contents);

  /// Once it is over: as UserIntervalRelease. Errors: WrongState before, and if the table changed.
  std::vector<GroupIntervals> answers() const;

 private:
  IntervalTask task_;
  PointsShape shape_;
  IntervalDraws draws_;
  Randomness& randomness_;
  RanksSession points_;
  std::vector<BegunIntervals> begun_;  // one a group
  std::vector<Wanted> wanted_;
  bool has_begun_ = false;
  bool changed_ = false;
};

struct UserIntervalWindows {
  using Task = UserIntervalRelease::Task;
  using Plan = UserIntervalRelease::Plan;
  using Data = UserRanksWindows::Data;
  using Answer = std::unique_ptr<IntervalsSession>;

  /// Errors: as UserIntervalRelease.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange for `ahead`.
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
};

static_assert(Releasable<UserIntervalWindows>);

}  // namespace logstar
