// The weight of a user in spread counts, and the bins of found ranges.
#pragma once

#include <cstdint>

#include "logstar/counts/found_range.hpp"

namespace logstar::bindings {

/// kUserWeight. Tests that enumerate noise use a lower weight, from their replacement of entropy.cpp.
std::uint32_t user_weight();

/// All exponents, on the finest grid; of the same tests fewer.
RangeScale range_scale();

}  // namespace logstar::bindings
