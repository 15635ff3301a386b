#include "bindings/ranks/answers.hpp"

#include "bindings/border.hpp"
#include "bindings/domains.hpp"

namespace logstar::bindings {

val value_of_ranks(const UserRanks::Answer& answers, const val& domain) {
  val groups = val::array();
  for (const GroupRanks& one : answers) {
    val values = val::array();
    for (const auto& key : one.values) {
      if (key) values.call<void>("push", value_of(*key, domain));
    }
    groups.call<void>("push", Object().with("group", one.group).with("values", values).value());
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
        point.set("lo", value_of({*drawn.interval->low}, domain));
      }
      if (drawn.interval && drawn.interval->high) {
        point.set("hi", value_of({*drawn.interval->high}, domain));
      }
      points.call<void>("push", point);
    }
    val group = Object().with("group", one.group).with("points", points);
    if (one.count) group.set("count", *one.count);
    groups.call<void>("push", group);
  }
  return groups;
}

}  // namespace logstar::bindings
