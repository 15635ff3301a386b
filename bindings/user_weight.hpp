// What a user weighs where noise is for parts of users.
#pragma once

#include <cstdint>

namespace logstar::bindings {

/// kUserWeight. Tests that walk through all outcomes of noise say fewer units; what stands in for entropy.cpp
/// has it.
std::uint32_t user_weight();

}  // namespace logstar::bindings
