/** What the compilers may use in the module: what every browser with WebAssembly's exceptions has. For Binaryen. */
export const features = [
  "--mvp-features",
  ...["bulk-memory", "exception-handling", "multivalue", "mutable-globals"],
  ...["nontrapping-float-to-int", "reference-types", "sign-ext"],
].map((name) => (name.startsWith("--") ? name : `--enable-${name}`));
