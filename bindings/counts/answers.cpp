#include "bindings/counts/answers.hpp"

#include "bindings/border.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar::bindings {

val value_of_groups(const std::vector<NamedGroup>& named, const val& values) {
  std::vector<std::uint32_t> groups;
  groups.reserve(named.size());
  for (const NamedGroup& one : named) groups.push_back(one.group);
  return Object().with("named", val::array(groups)).with("values", values);
}

val value_of_named(const std::vector<NamedGroup>& named, std::uint64_t unit) {
  std::vector<std::int64_t> weights;
  weights.reserve(named.size());
  for (const NamedGroup& one : named) weights.push_back(one.weight);
  return value_of_groups(named, value_of_units(weights, unit));
}

val value_of_units(const std::vector<std::int64_t>& units, std::uint64_t parts) {
  std::vector<double> ones;
  ones.reserve(units.size());
  for (const std::int64_t one : units) ones.push_back(to_value(one, parts));
  return val::array(ones);
}

}  // namespace logstar::bindings
