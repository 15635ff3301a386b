// Detects that this process is a forked copy of another one.
#pragma once

#include <atomic>
#include <cstdint>

namespace logstar {

/// How often fork() has been on the way from the first process to this one, counted from the first
/// call of `watch_process_copies` on. Always 0 in WebAssembly, where nothing forks.
extern std::atomic<std::uint64_t> process_copies;

/// Begins to count. Any number of calls, from any thread. Errors: EntropyUnavailable if the system call fails,
/// because a copy would then draw the same bits undetected.
void watch_process_copies();

#ifndef __EMSCRIPTEN__
/// pthread_atfork, or a test's replacement.
using ForkRegistration = int (*)(void (*prepare)(), void (*parent)(), void (*child)());
/// As above with another function, at every call. Errors: EntropyUnavailable.
void watch_process_copies(ForkRegistration at_fork);
#endif

}  // namespace logstar
