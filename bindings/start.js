// Emscripten's smallest runtime, which is all that the core needs, would start the module by itself. Here the loader does
// (web/core/load.js), as with its other runtimes: what the glue calls by the platform's name asks it to.
var WebAssembly = {
  instantiate: (_, imports) => ({
    then: (use) => Module.instantiateWasm(imports, (instance) => use({ instance })),
  }),
};
