// The processor time of this process.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>
#else
#include <ctime>
#endif

namespace logstar {

#ifdef __EMSCRIPTEN__
// There, std::clock reads wall-clock time.
EM_JS(double, logstar_processor_milliseconds, (), {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
})
#endif

/// The processor time so far, in milliseconds; other programs disturb it less than wall-clock time. In Node it
/// includes garbage collection and compilation.
inline double processor_milliseconds() {
#ifdef __EMSCRIPTEN__
  return logstar_processor_milliseconds();
#else
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace logstar
