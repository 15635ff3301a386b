// Tells that this process is a copy of another one.
#pragma once

#include <atomic>
#include <cstdint>

namespace logstar {

/// How often fork() has been on the way from the first process to this one, counted from the first
/// call of `watch_process_copies` on. Always 0 in WebAssembly, where nothing forks.
extern std::atomic<std::uint64_t> process_copies;

/// Begins to count. Any number of calls, from any thread.
void watch_process_copies();

}  // namespace logstar
