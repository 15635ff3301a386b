// The module's randomness: exact laws over bits that the host provides.
#pragma once

#include "logstar/randomness/randomness.hpp"

namespace logstar::bindings {

/// The one source of randomness of this module instance.
Randomness& randomness();

}  // namespace logstar::bindings
