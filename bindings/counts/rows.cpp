#include "bindings/counts/rows.hpp"

#include <algorithm>
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
  valued.values.resize(rows.keys.size());
  // Unsigned, because the sum may overflow for a domain that is rejected later.
  std::ranges::transform(rows.keys.words(), valued.values.begin(), [lowest](std::uint64_t key) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lowest) + key);
  });
  return valued;
}

}  // namespace logstar::bindings
