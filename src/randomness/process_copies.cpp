#include "logstar/randomness/process_copies.hpp"

#ifndef __EMSCRIPTEN__
#include <pthread.h>

#include <cstring>
#include <string>

#include "logstar/support/errors.hpp"
#endif

namespace logstar {

std::atomic<std::uint64_t> process_copies{0};

#ifndef __EMSCRIPTEN__
void watch_process_copies(ForkRegistration at_fork) {
  const int error = at_fork(nullptr, nullptr, [] { ++process_copies; });
  if (error == 0) return;
  throw EntropyUnavailable(std::string("copies of this process would go unnoticed: ") +
                           std::strerror(error));
}
#endif

void watch_process_copies() {
#ifndef __EMSCRIPTEN__
  // Once; again at the next call if it throws.
  static const bool watched = (watch_process_copies(&pthread_atfork), true);
  static_cast<void>(watched);
#endif
}

}  // namespace logstar
