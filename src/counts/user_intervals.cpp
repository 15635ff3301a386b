#include "logstar/counts/user_intervals.hpp"

#include <string>
#include <utility>

#include "logstar/counts/user_ranks_ways.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

PointsShape UserRanksPoints::shape_of(const UserRanksTask& task) {
  const UserRankTask& each = task.each;
  if (!task.quantiles && !each.quantile) reject("q", "given for an interval", "none");
  if (each.bits > 64) {
    reject("domain", "a domain of at most 64 bits", std::to_string(each.bits) + " bits");
  }
  PointsShape shape;
  shape.taus = task.quantiles ? *task.quantiles : std::vector{*each.quantile};
  shape.loss = each.loss;
  shape.neighbors = each.neighbors;
  shape.confidence = each.confidence;
  shape.domain = one_word(each.domain);
  shape.unit = {task.unit_is_record ? 1 : each.most_weight(), each.list != GroupList::none};
  shape.of_users = !task.unit_is_record;
  shape.sample = shape.of_users ? IntervalSample::weights : IntervalSample::values;
  shape.counted = each.counted(1);
  return shape;
}

UserRanksTask UserRanksPoints::with_epsilon(UserRanksTask task, double epsilon) {
  task.each.loss.epsilon = epsilon;
  return task;
}

std::vector<GroupOfPoints> UserRanksPoints::draw(const UserRanksTask&, const UserRanks::Plan& plan,
                                                 UserRows rows, Randomness& randomness) {
  UserRanks::Selected selected = UserRanks::select(plan, std::move(rows), randomness);
  const UserRanks::Answer answers = UserRanks::draw_selected(plan, selected, randomness);
  std::vector<GroupOfPoints> groups;
  if (answers.empty()) return groups;
  auto [divided, count] =
      rows_of_groups(selected.tasks.front(), std::move(selected.rows), randomness);
  for (std::uint32_t place = 0; place < count; ++place) {
    GroupOfPoints group;
    group.group = answers[place].group;
    for (const auto& value : answers[place].values) {
      if (value) group.points.push_back((*value)[0]);
    }
    WeightedKeys taken = divided.take(place);
    group.keys = std::move(taken.keys).words();
    group.weights = std::move(taken.weights);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace logstar
