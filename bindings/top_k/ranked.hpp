// Ranked items as JavaScript reads them.
#pragma once

#include <cstdint>

#include "bindings/val.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar::bindings {

/// { items, noisyCounts, complete, kBar }, kBar 0 without one; each noisy count divided by `unit`.
val value_of_ranked(const TopKResult& result, std::uint64_t unit = 1);

}  // namespace logstar::bindings
