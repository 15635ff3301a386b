// Rows of users as JavaScript hands them over (web/data/user-rows.js).
#pragma once

#include <emscripten/val.h>

#include "logstar/users/rows.hpp"

namespace logstar::bindings {

/// `data` has `users` (numbers from 0; undefined: each row is another user's), `groups` (numbers, or
/// undefined for one group) and `column`, which `request` says how to read. Rows whose value is dropped are
/// taken out of all columns. Errors: as keys_of_column.
UserRows user_rows_of(const emscripten::val& data, const emscripten::val& request);

}  // namespace logstar::bindings
