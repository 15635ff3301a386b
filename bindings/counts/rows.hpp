// Rows of users for counts, sums and means. Data are as in bindings/user_rows.hpp, with `groupCount`, how many
// groups they are numbered in.
#pragma once

#include <cstdint>

#include "bindings/val.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar::bindings {

/// Rows without values.
CountedRows counted_rows_of(const val& data);

/// The same with values, if there are any: the rows of a request whose values are whole numbers, counted from `lowest` on.
ValuedRows valued_rows_of(const val& data, const val& request, std::int64_t lowest);

}  // namespace logstar::bindings
