// Regions of rows that stay in an engine, as JavaScript fetches them (web/sql/regions.js).
#pragma once

#include <vector>

#include "bindings/val.hpp"
#include "logstar/windows/region_window.hpp"

namespace logstar::bindings {

/// `data` has `firsts` and `lasts` (columns that `reading` says how to read, as keys_of_column), `weights` (a
/// Float64Array) and `counts` (a Uint32Array): how many of these are of the first list, of the second, ...
/// Errors: OutOfRange for columns of unlike length.
std::vector<std::vector<Region>> regions_of(const val& data, const val& reading);

}  // namespace logstar::bindings
