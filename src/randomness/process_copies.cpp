#include "randomness/process_copies.hpp"

#ifndef __EMSCRIPTEN__
#include <pthread.h>
#endif

namespace logstar {

std::atomic<std::uint64_t> process_copies{0};

void watch_process_copies() {
#ifndef __EMSCRIPTEN__
  static const int watched = pthread_atfork(nullptr, nullptr, [] { ++process_copies; });
  static_cast<void>(watched);
#endif
}

}  // namespace logstar
