// Answers of counts, sums and means of users, and of groups that are found, as JavaScript reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/counts/group_discovery.hpp"

namespace logstar::bindings {

/// { named, values }; `named`: the numbers of groups that were found.
val value_of_groups(const std::vector<NamedGroup>& named, const val& values);

/// The same of groups that were found, with what they weigh in units of which a user has so many.
val value_of_named(const std::vector<NamedGroup>& named, std::uint64_t unit);

/// So many units each, as an array of what makes one of them.
val value_of_units(const std::vector<std::int64_t>& units, std::uint64_t parts);

}  // namespace logstar::bindings
