// How long this process has kept the processor.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>
#else
#include <ctime>
#endif

namespace logstar {

#ifdef __EMSCRIPTEN__
// std::clock is the clock on the wall there.
EM_JS(double, logstar_processor_milliseconds, (), {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
})
#endif

/// The processor's time so far, in milliseconds: what else a machine does disturbs it less than a clock on the
/// wall. In Node it includes garbage collection and compilation.
inline double processor_milliseconds() {
#ifdef __EMSCRIPTEN__
  return logstar_processor_milliseconds();
#else
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace logstar
