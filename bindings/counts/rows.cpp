#include "bindings/counts/rows.hpp"

#include <utility>

#include "bindings/border.hpp"
#include "bindings/user_rows.hpp"

namespace logstar::bindings {

CountedRows counted_rows_of(const val& data) {
  return {numbers_of(property(data, "users")), numbers_of(property(data, "groups"))};
}

ValuedRows valued_rows_of(const val& data, const val& request, std::int64_t lowest) {
  if (property(data, "column").isUndefined()) return {counted_rows_of(data), {}};
  UserRows rows = user_rows_of(data, request);
  ValuedRows valued{{std::move(rows.users), std::move(rows.groups)}, {}};
  valued.values.reserve(rows.keys.size());
  // Unsigned, because the sum may overflow for a domain that is rejected later.
  for (const std::uint64_t key : rows.keys.words()) {
    valued.values.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(lowest) + key));
  }
  return valued;
}

}  // namespace logstar::bindings
