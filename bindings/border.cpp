// Where the WebAssembly stack stands, for web/core/load.js to put it back.
//
// A JavaScript exception (a getter in the data that throws, a call stack that is full) unwinds C++
// frames, destructors included, but leaves the stack pointer where it was. web/core/load.js asks for it
// before each call and restores it when something was thrown.
#include <emscripten/emscripten.h>
#include <emscripten/stack.h>

#include <cstdint>

extern "C" {

// Emscripten's own, which no header declares.
void _emscripten_stack_restore(std::uintptr_t stack);

EMSCRIPTEN_KEEPALIVE std::uintptr_t logstar_stack() { return emscripten_stack_get_current(); }

EMSCRIPTEN_KEEPALIVE void logstar_restore_stack(std::uintptr_t stack) {
  _emscripten_stack_restore(stack);
}

}  // extern "C"
