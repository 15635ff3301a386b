// Answers of counts, sums and means of users, and of groups that are found, as JavaScript reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/counts/group_discovery.hpp"

namespace logstar::bindings {

/// { named, values }; `named`: the numbers of groups that were found.
val value_of_groups(const std::vector<NamedGroup>& named, const val& values);

/// { named, values }; `values`: the weights of the released groups, divided by `unit`.
val value_of_named(const std::vector<NamedGroup>& named, std::uint64_t unit);

/// Each number divided by `parts`, as an array.
val value_of_units(const std::vector<std::int64_t>& units, std::uint64_t parts);

}  // namespace logstar::bindings
