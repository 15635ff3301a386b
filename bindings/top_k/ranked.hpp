// What goes back of ranked items.
#pragma once

#include <cstdint>

#include "bindings/val.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar::bindings {

/// { items, noisyCounts, complete }; counts in units of which a user has so many.
val value_of_ranked(const TopKResult& result, std::uint64_t unit = 1);

}  // namespace logstar::bindings
