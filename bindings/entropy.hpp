// The module's randomness: exact laws over bits that the host provides.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"

namespace logstar::bindings {

/// The one source of randomness of this module instance.
Randomness& randomness();

/// What a user weighs where rows are spread: tests that walk through all outcomes give it fewer units.
std::uint32_t user_weight();

}  // namespace logstar::bindings
