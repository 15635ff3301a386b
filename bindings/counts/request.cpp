#include "bindings/counts/request.hpp"

#include <utility>

#include "bindings/border.hpp"
#include "bindings/counts/user_weight.hpp"
#include "bindings/user_rows.hpp"

namespace logstar::bindings {

GroupCount group_count_of(const val& request) {
  const val groups = request["groups"];
  if (groups.isUndefined()) return std::nullopt;
  return narrow_whole("groups", groups, std::uint32_t(1) << 24);
}

std::optional<GroupSearch> group_search_of(const val& request) {
  if (!request["groups"].isUndefined()) return std::nullopt;
  return GroupSearch{request["delta"].as<double>(), request["discoveryShare"].as<double>(),
                     user_weight()};
}

PerUser given_by_user(const val& request) {
  const val per_user = request["perUser"];
  if (per_user.isUndefined()) return {std::nullopt, user_weight()};
  return {whole(per_user)};
}

CountedRows counted_rows_of(const val& data) {
  return {numbers_of(data["users"]), numbers_of(data["groups"])};
}

ValuedRows valued_rows_of(const val& data, const val& request, std::int64_t lowest) {
  if (data["column"].isUndefined()) return {counted_rows_of(data), {}};
  UserRows rows = user_rows_of(data, request);
  ValuedRows valued{{std::move(rows.users), std::move(rows.groups)}, {}};
  valued.values.reserve(rows.keys.size());
  for (const std::uint64_t key : rows.keys.words()) {
    valued.values.push_back(lowest + static_cast<std::int64_t>(key));
  }
  return valued;
}

val value_of_groups(const std::vector<NamedGroup>& named, const val& values) {
  std::vector<std::uint32_t> groups;
  for (const NamedGroup& one : named) groups.push_back(one.group);
  return Object().with("named", val::array(groups)).with("values", values);
}

val value_of_units(const std::vector<std::int64_t>& units, std::uint64_t parts) {
  std::vector<double> ones;
  ones.reserve(units.size());
  for (const std::int64_t one : units) ones.push_back(in_ones(one, parts));
  return val::array(ones);
}

}  // namespace logstar::bindings
