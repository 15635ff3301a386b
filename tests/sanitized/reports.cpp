// The sanitized module's reaction to a finding: it prints the finding and ends its process, even if a caller
// would catch an exception. Also produces faults on request, to show that they are found. Never in the package.
#include <emscripten/emscripten.h>
#include <emscripten/stack.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

/// By a signal, since a worker can end its own thread only. The names come from JavaScript's stack trace, which
/// a sanitizer lacks if the module was passed compiled.
void end_process() {
  EM_ASM({
    Error.stackTraceLimit = 30;
    process.getBuiltinModule("node:fs").writeSync(2,
                                                  new Error("a sanitizer's report").stack + "\n");
    process.kill(process.pid, "SIGABRT");
  });
}

const bool reports_end_the_process = [] {
  __sanitizer_set_death_callback(end_process);
  return true;
}();

/// The byte at `place` after the first of ten.
val read_heap(const val& place) {
  const std::vector<std::uint8_t> bytes(10, 7);
  return val(bytes.data()[place.as<std::size_t>()]);
}

val read_stack(const val& place) {
  const volatile std::uint8_t bytes[10] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
  const volatile std::uint8_t* const first = bytes;  // another check covers an array's own bounds
  return val(static_cast<std::uint8_t>(first[place.as<std::size_t>()]));
}

val read_freed(const val& times) {
  auto owner = std::make_unique<std::uint8_t>(std::uint8_t{7});
  const std::uint8_t* const byte = owner.get();
  if (times.as<int>() > 0) owner.reset();
  return val(*byte);
}

val add_to_largest(const val& more) {
  return val(std::numeric_limits<std::int32_t>::max() + more.as<std::int32_t>());
}

/// Memory below the current stack pointer is unused: restored-stack.js calls this.
val forget_frames() {
  const std::uintptr_t end = emscripten_stack_get_end();
  const std::uintptr_t size = emscripten_stack_get_current() - end;
  __asan_unpoison_memory_region(reinterpret_cast<void*>(end), size);
  return val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(reports) {
  bind<&forget_frames>("forgetFrames");
  bind<&read_heap>("readHeap");
  bind<&read_stack>("readStack");
  bind<&read_freed>("readFreed");
  bind<&add_to_largest>("addToLargest");
}

}  // namespace logstar::bindings

// The allocation's origin would cost a JavaScript stack trace each time.
extern "C" EMSCRIPTEN_KEEPALIVE const char* __asan_default_options() {
  return "malloc_context_size=0:symbolize=0:detect_leaks=0:allocator_may_return_null=1";
}
