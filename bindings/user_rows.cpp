#include "bindings/user_rows.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"

namespace logstar::bindings {

std::vector<std::uint32_t> numbers_of(const val& column) {
  if (column.isUndefined()) return {};
  return elements_of<std::uint32_t>(column);
}

UserRows user_rows_of(const val& data, const val& request) {
  std::vector<std::uint32_t> users = numbers_of(property(data, "users"));
  std::vector<std::uint32_t> groups = numbers_of(property(data, "groups"));
  std::vector<std::vector<std::uint32_t>*> beside;
  if (!users.empty()) beside.push_back(&users);
  if (!groups.empty()) beside.push_back(&groups);
  KeyArray keys = keys_and_rows_of_column(property(data, "column"), request, beside);
  return {std::move(users), std::move(groups), std::move(keys)};
}

}  // namespace logstar::bindings
