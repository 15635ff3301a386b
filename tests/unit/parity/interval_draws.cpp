#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "draws.hpp"
#include "logstar/counts/user_intervals.hpp"
#include "logstar/interior_point/record_intervals.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kHighest = 999'999;

IntervalTask interval_task(std::istream& line) {
  IntervalTask task;
  task.of = read<std::string>(line) == "population" ? IntervalOf::population : IntervalOf::data;
  task.scale = IntegerDomain(0, kHighest);
  return task;
}

/// "0.5"; "0.25,0.75": several.
std::vector<QuantileFraction> quantiles(std::istream& line) {
  std::vector<QuantileFraction> all;
  std::istringstream list(read<std::string>(line));
  for (std::string one; std::getline(list, one, ',');) {
    all.push_back(nearest_fraction("q", std::stod(one)));
  }
  return all;
}

/// Each group's count, if there is one, and its values with their ends.
std::string text_of_answers(const std::vector<GroupIntervals>& answers) {
  std::vector<std::string> texts;
  for (const GroupIntervals& group : answers) {
    if (group.count) texts.push_back("n " + std::to_string(std::llround(1000 * *group.count)));
    for (const PointWithInterval& one : group.points) {
      const auto end = [&](const auto& key) { return key ? std::to_string(*key) : "null"; };
      std::string text = std::to_string(one.point);
      if (one.interval) text += " in " + end(one.interval->low) + ".." + end(one.interval->high);
      texts.push_back(text);
    }
  }
  return joined(texts);
}

std::string draw_interval(std::istream& line, Randomness& randomness) {
  RankIntervalRelease::Task task;
  task.intervals = interval_task(line);
  task.points.bits = 20;
  task.points.domain = {{0}, {kHighest}};
  task.points.measure = whole_measure();
  task.points.quantile = quantiles(line).front();
  task.points.loss = loss(line);
  task.points.neighbors = neighbors(line);
  const auto n = read<std::uint64_t>(line);
  const Release<RankIntervalRelease> release(task);
  return text_of_answers(
      release.draw(release.claim().loss, {KeyArray(20, whole_column(n)), n}, randomness).answer);
}

std::string draw_intervals_of_several(std::istream& line, Randomness& randomness) {
  QuantilesIntervalRelease::Task task;
  task.intervals = interval_task(line);
  task.points.domain = {0, kHighest};
  task.points.measure = whole_measure();
  task.points.taus = quantiles(line);
  task.points.loss = loss(line);
  task.points.neighbors = neighbors(line);
  const auto n = read<std::uint64_t>(line);
  const Release<QuantilesIntervalRelease> release(task);
  return text_of_answers(
      release.draw(release.claim().loss, {whole_column(n), n}, randomness).answer);
}

/// Row i is of user i mod 997, in group i mod 3 if there are groups.
std::string draw_users_intervals(std::istream& line, Randomness& randomness) {
  UserIntervalRelease::Task task;
  task.intervals = interval_task(line);
  UserRankTask& each = task.points.each;
  each.bits = 20;
  each.domain = {{0}, {kHighest}};
  each.measure = whole_measure();
  const auto list = read<std::string>(line);
  each.list = list == "private"  ? GroupList::occurring
              : list == "public" ? GroupList::declared
                                 : GroupList::none;
  each.groups = each.list == GroupList::declared ? 3 : 1;
  const auto taus = quantiles(line);
  if (taus.size() == 1) each.quantile = taus.front();
  if (taus.size() > 1) task.points.quantiles = taus;
  each.loss = loss(line);
  each.neighbors = neighbors(line);
  const auto n = read<std::uint64_t>(line);
  UserRows rows{{}, {}, KeyArray(20, whole_column(n))};
  for (std::uint64_t i = 0; i < n; ++i) {
    rows.users.push_back(static_cast<std::uint32_t>(i % 997));
    if (each.list != GroupList::none) rows.groups.push_back(static_cast<std::uint32_t>(i % 3));
  }
  const Release<UserIntervalRelease> release(task);
  return text_of_answers(release.draw(release.claim().loss, {std::move(rows)}, randomness).answer);
}

const AddDraws interval_draws(Draws{{"interval", draw_interval},
                                    {"intervals", draw_intervals_of_several},
                                    {"users-intervals", draw_users_intervals}});

}  // namespace
}  // namespace logstar::testing
