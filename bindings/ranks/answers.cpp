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

}  // namespace logstar::bindings
