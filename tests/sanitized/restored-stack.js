// An exception of JavaScript's leaves the frames that it crossed marked as in use. After the stack is restored
// over them, the address sanitizer would report later writes there as faults (reports.cpp).
const restore = Module.stackRestore;
Module.stackRestore = (stack) => {
  restore(stack);
  Module.forgetFrames();
};
