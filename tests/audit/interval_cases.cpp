// Medians with intervals: half of the records at one value, half at another, of which one more pulls the interval over.
#include <vector>

#include "audit.hpp"
#include "logstar/counts/user_intervals.hpp"
#include "logstar/interior_point/record_intervals.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kHighest = 1 << 14;
constexpr std::uint64_t kFar = 1;  // next to 0: points lie at either
constexpr std::size_t kRecords = 100;

/// As many records at kFar, and `more` at 0; the neighbour has one more at the end of the domain, replaced: in place of one
/// at 0. The least interval round 0 then reaches nearly as far as it has to.
std::vector<std::uint64_t> two_heaps(Neighbors neighbors, std::size_t more, bool second) {
  const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
  std::vector<std::uint64_t> keys(kRecords + more - goes, 0);
  keys.insert(keys.end(), kRecords, kFar);
  if (second) keys.push_back(kHighest);
  return keys;
}

/// Whether an interval has both heaps, one or none is told, beside where its point lies.
std::int64_t place(const std::vector<GroupIntervals>& answers) {
  std::int64_t seen = 0;
  for (const PointWithInterval& one : answers.front().points) {
    std::int64_t told = 2;
    if (one.interval) {
      const auto& [low, high] = *one.interval;
      told = low.value_or(0) == 0 && high.value_or(kHighest) >= kFar ? 1 : 0;
    }
    seen = seen * 9 + 3 * told + (one.point > 0) + (one.point >= kFar);
  }
  return seen;
}

AuditCase median_case(Neighbors neighbors, std::size_t more) {
  RankIntervalRelease::Task task;
  task.points.bits = 15;
  task.points.domain = {{0}, {kHighest}};
  task.points.quantile = QuantileFraction{1, 2};
  task.points.loss = {4, 0};
  task.points.neighbors = neighbors;
  task.intervals.scale = IntegerDomain(0, kHighest);
  const auto plan = RankIntervalRelease::plan(task);
  require_neighbors(two_heaps(neighbors, more, false), two_heaps(neighbors, more, true), neighbors);
  return {
      "median", "interval", text_of(neighbors), {4, 0}, [=](bool second, Randomness& r) {
        const auto keys = two_heaps(neighbors, more, second);
        return place(RankIntervalRelease::draw(task, plan, {KeyArray(15, keys), keys.size()}, r));
      }};
}

AuditCase quartiles_case(Neighbors neighbors, std::size_t more) {
  QuantilesIntervalRelease::Task task;
  task.points.taus = {{1, 4}, {1, 2}};
  task.points.domain = {0, kHighest};
  task.points.loss = {4, 0};
  task.points.neighbors = neighbors;
  task.intervals.scale = IntegerDomain(0, kHighest);
  const auto plan = QuantilesIntervalRelease::plan(task);
  return {"quantiles", "interval", text_of(neighbors), {4, 0}, [=](bool second, Randomness& r) {
            const auto keys = two_heaps(neighbors, more, second);
            return place(QuantilesIntervalRelease::draw(task, plan, {keys, keys.size()}, r));
          }};
}

/// Each record a user of one row; a user more has a row in each of two groups.
AuditCase users_case(Neighbors neighbors, std::size_t more) {
  UserIntervalRelease::Task task;
  task.points.each.bits = 15;
  task.points.each.domain = {{0}, {kHighest}};
  task.points.each.quantile = QuantileFraction{1, 2};
  task.points.each.loss = {4, 0};
  task.points.each.neighbors = neighbors;
  task.points.each.list = GroupList::declared;
  task.points.each.groups = 2;
  task.intervals.scale = IntegerDomain(0, kHighest);
  const auto plan = UserIntervalRelease::plan(task);
  return {"median",
          "rows of users, interval",
          text_of(neighbors),
          {4, 0},
          [=](bool second, Randomness& r) {
            UserRows rows{{}, {}, KeyArray(15)};
            std::uint32_t user = 0;
            for (const std::uint64_t key : two_heaps(neighbors, more, second)) {
              for (std::uint32_t group = 0; group < 2; ++group) {
                rows.users.push_back(user);
                rows.groups.push_back(group);
                rows.keys.append(WideKey{key});
              }
              ++user;
            }
            return place(UserIntervalRelease::draw(task, plan, {std::move(rows)}, r));
          }};
}

}  // namespace

AuditCases interval_cases() {
  AuditCases cases;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const bool replaced = neighbors == Neighbors::replace;
    cases.push_back(median_case(neighbors, replaced ? 9 : 4));
    cases.push_back(quartiles_case(neighbors, replaced ? 22 : 10));
    cases.push_back(users_case(neighbors, replaced ? 9 : 4));
  }
  return cases;
}

}  // namespace logstar::testing
