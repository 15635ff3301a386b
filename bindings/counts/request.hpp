// Requests for counts, sums and means of users, and groups that are found for them.
//
// A request has `epsilon`, `neighbors`, `confidence`; `groups`, how many are declared (1 without any), or
// undefined if they are private: then also `delta` and, where other answers follow, `discoveryShare`. Data
// are rows of users (bindings/user_rows.hpp) with `groupCount`, how many groups they are numbered in.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/by_group.hpp"
#include "logstar/counts/user_noise.hpp"

namespace logstar::bindings {

/// How many groups are declared. Errors: OutOfRange.
GroupCount group_count_of(const emscripten::val& request);

/// How they are found, if they are private.
std::optional<GroupSearch> group_search_of(const emscripten::val& request);

/// `perUser`: in how many groups or bins a user counts, or undefined for "spread".
PerUser given_by_user(const emscripten::val& request);

/// Rows without values.
CountedRows counted_rows_of(const emscripten::val& data);

/// The same with values, if there are any: the rows of a request whose values are whole numbers, counted from `lowest` on.
ValuedRows valued_rows_of(const emscripten::val& data, const emscripten::val& request,
                          std::int64_t lowest);

/// { named, values }; `named`: the numbers of groups that were found.
emscripten::val value_of_groups(const std::vector<NamedGroup>& named,
                                const emscripten::val& values);

/// So many units each, as an array of what makes one of them.
emscripten::val value_of_units(const std::vector<std::int64_t>& units, std::uint64_t parts);

}  // namespace logstar::bindings
