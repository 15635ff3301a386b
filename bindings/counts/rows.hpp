// Rows of users for counts, sums and means. Data are as in bindings/user_rows.hpp, with `groupCount`, how many
// groups they are numbered in.
#pragma once

#include <cstdint>

#include "bindings/val.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar::bindings {

/// Rows without values.
CountedRows counted_rows_of(const val& data);

/// As counted_rows_of, with whole-number values as offsets from `lowest` if the data have a column.
ValuedRows valued_rows_of(const val& data, const val& request, std::int64_t lowest);

}  // namespace logstar::bindings
