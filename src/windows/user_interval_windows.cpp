#include "logstar/windows/user_interval_windows.hpp"

#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// Whether rows of this weight can have these weights around a chain: longer intervals leave out less.
bool can_be_of(std::int64_t weight, const IntervalWeights& weights) {
  if (weights.total != weight) return false;
  std::int64_t below = weight, above = weight;
  for (std::size_t j = 0; j < weights.below.size(); ++j) {
    const std::int64_t low = weights.below[j], high = weights.above[j];
    if (low < 0 || high < 0 || low > below || high > above || low > weight - high) return false;
    below = low;
    above = high;
  }
  return true;
}

std::vector<std::uint64_t> points_of(const GroupRanks& ranks) {
  std::vector<std::uint64_t> points;
  for (const auto& value : ranks.values) {
    if (value) points.push_back(value->front());
  }
  return points;
}

}  // namespace

IntervalsSession::IntervalsSession(IntervalTask task, const UserIntervalRelease::Plan& plan,
                                   std::uint32_t ahead, Randomness& randomness)
    : task_(task),
      shape_(plan.shape),
      draws_(plan.draws),
      randomness_(randomness),
      points_(plan.points, ahead, randomness) {}

void IntervalsSession::begin() {
  if (has_begun_) reject_state("begin", "called exactly once", "a second call");
  const UserRanks::Answer points = points_.answers();
  has_begun_ = true;
  begun_.reserve(points.size());
  for (std::uint32_t place = 0; place < points.size(); ++place) {
    const auto weight = static_cast<std::int64_t>(points_.weights()[place]);
    begun_.push_back(begin_intervals(points[place].group, points_of(points[place]), weight, shape_,
                                     task_, draws_, 0, randomness_));
    for (const AwaitedInterval& one : begun_.back().awaited) {
      if (one.width) wanted_.push_back({place, &one.chain});
    }
  }
}

bool IntervalsSession::provide(const std::vector<IntervalWeights>& contents) {
  check_same_length("contents", contents.size(), "wanted", wanted_.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const std::size_t count = wanted_[i].chain->size();
    check_same_length("below", contents[i].below.size(), "intervals", count);
    check_same_length("above", contents[i].above.size(), "intervals", count);
    const auto weight = static_cast<std::int64_t>(points_.weights()[wanted_[i].place]);
    changed_ = changed_ || !can_be_of(weight, contents[i]);
  }
  wanted_.clear();
  if (changed_) return false;
  auto next = contents.begin();
  for (BegunIntervals& group : begun_) {
    for (std::size_t point = 0; point < group.awaited.size(); ++point) {
      if (group.awaited[point].width) draw_width(group, point, *next++, shape_, randomness_);
    }
  }
  return true;
}

std::vector<GroupIntervals> IntervalsSession::answers() const {
  if (!has_begun_ || !wanted_.empty() || changed_) {
    reject_state("answers", "read after all wanted ranges are provided", "an earlier call");
  }
  std::vector<GroupIntervals> answers;
  answers.reserve(begun_.size());
  for (const BegunIntervals& group : begun_) answers.push_back(group.answer);
  return answers;
}

UserIntervalWindows::Plan UserIntervalWindows::plan(const Task& task) {
  Plan plan = UserIntervalRelease::plan(task);
  for (std::size_t i = 0; i < plan.points.ranks.size(); ++i) {
    check_for_windows(plan.points.tasks[i], plan.points.ranks[i]);
  }
  return plan;
}

Claim UserIntervalWindows::claim(const Task& asked, const Plan& plan) {
  return UserIntervalRelease::claim(asked, plan);
}

UserIntervalWindows::Task UserIntervalWindows::with_loss(const Task& task, const Plan& plan,
                                                         const Loss& granted) {
  return UserIntervalRelease::with_loss(task, plan, granted);
}

UserIntervalWindows::Answer UserIntervalWindows::draw(const Task& task, const Plan& plan, Data data,
                                                      Randomness& randomness) {
  check_count("ahead", data.ahead, 1, kMaxWindowsAhead);
  return std::make_unique<IntervalsSession>(task.intervals, plan, data.ahead, randomness);
}

}  // namespace logstar
