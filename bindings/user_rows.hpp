// Rows of users as JavaScript passes them (web/data/user-rows.js).
#pragma once

#include <cstdint>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/users/rows.hpp"

namespace logstar::bindings {

/// The numbers of users or groups; empty for an undefined column.
std::vector<std::uint32_t> numbers_of(const val& column);

/// `data` has `users` (numbers from 0; undefined: each row is another user's), `groups` (numbers, or
/// undefined for one group) and `column`, read as `request` states. Rows whose value is dropped are
/// taken out of all columns. Errors: as keys_of_column.
UserRows user_rows_of(const val& data, const val& request);

}  // namespace logstar::bindings
