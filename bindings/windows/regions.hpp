// Regions of rows that stay in an engine, as JavaScript fetches them (web/sql/regions.js).
#pragma once

#include <vector>

#include "bindings/val.hpp"
#include "logstar/windows/region_window.hpp"
#include "logstar/windows/tied_draw.hpp"

namespace logstar::bindings {

/// `data` has `firsts` and `lasts` (columns read as `reading` states, like keys_of_column), `weights` (a
/// Float64Array) and `counts` (a Uint32Array): how many of these are of the first list, of the second, ...
/// Errors: OutOfRange for columns of unlike length.
std::vector<std::vector<Region>> regions_of(const val& data, const val& reading);

/// As regions_of, for the contents of regions. With `times` (a Float64Array), a line of a single key stands for
/// that many rows, each of the line's weight; the lines of a key are adjacent. Without `times`, every line is a
/// region whose rows are not given.
std::vector<std::vector<ToldRegion>> told_regions_of(const val& data, const val& reading);

}  // namespace logstar::bindings
