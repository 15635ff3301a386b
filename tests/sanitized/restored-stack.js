// An exception of JavaScript's leaves the frames that it crossed marked as in use. When the stack is put back over
// them, the address sanitizer would take what later calls write there for faults (reports.cpp).
const restore = Module.stackRestore;
Module.stackRestore = (stack) => {
  restore(stack);
  Module.forgetFrames();
};
