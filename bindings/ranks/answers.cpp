#include "bindings/ranks/answers.hpp"

#include "bindings/border.hpp"
#include "bindings/domains.hpp"

namespace logstar::bindings {

val value_of_ranks(const UserRanks::Answer& answers, const val& domain) {
  val groups = val::array();
  for (const GroupRanks& one : answers) {
    val values = val::array();
    for (const auto& key : one.values) {
      if (key) push(values, value_of(*key, domain));
    }
    push(groups, Object().with("group", one.group).with("values", values).value());
  }
  return groups;
}

val value_of_intervals(const std::vector<GroupIntervals>& answers, const val& domain) {
  val groups = val::array();
  for (const GroupIntervals& one : answers) {
    val points = val::array();
    for (const PointWithInterval& drawn : one.points) {
      val point = Object()
                      .with("value", value_of({drawn.point}, domain))
                      .with("isTold", drawn.interval.has_value())
                      .with("target", drawn.target)
                      .with("usual", drawn.usual);
      if (drawn.interval && drawn.interval->low) {
        set_property(point, "lo", value_of({*drawn.interval->low}, domain));
      }
      if (drawn.interval && drawn.interval->high) {
        set_property(point, "hi", value_of({*drawn.interval->high}, domain));
      }
      push(points, point);
    }
    val group = Object().with("group", one.group).with("points", points);
    if (one.count) set_property(group, "count", *one.count);
    push(groups, group);
  }
  return groups;
}

}  // namespace logstar::bindings
