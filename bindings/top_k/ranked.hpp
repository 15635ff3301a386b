// What goes back of ranked items.
#pragma once

#include "bindings/val.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar::bindings {

/// { items, noisyCounts, complete }
val value_of_ranked(const TopKResult& result);

}  // namespace logstar::bindings
