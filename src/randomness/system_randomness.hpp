// Randomness for programs: exact laws over the operating system's random bits.
#pragma once

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The calling thread's own, which ends with it: not for other threads. A draw throws EntropyUnavailable
/// if the system provides no random bits.
Randomness& system_randomness();

}  // namespace logstar
