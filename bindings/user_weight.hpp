// What a user weighs where noise is for parts of users, and what bins there are of ranges that are found.
#pragma once

#include <cstdint>

#include "logstar/counts/found_range.hpp"

namespace logstar::bindings {

/// kUserWeight. Tests that walk through all outcomes of noise say fewer units; what stands in for entropy.cpp
/// has it.
std::uint32_t user_weight();

/// All exponents, on the finest grid; of the same tests fewer.
RangeScale range_scale();

}  // namespace logstar::bindings
