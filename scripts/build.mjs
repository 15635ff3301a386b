// Builds the WebAssembly module and the npm package's files into dist/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { setUpWasm } from "./setup.mjs";
import { main, root, run, runQuietly, say } from "./shell.mjs";

/** Configures a CMake preset; quick when nothing changed. */
export function configure(preset) {
  runQuietly("cmake", ["--preset", preset]);
}

/** Builds CMake targets of a preset. */
export function compile(preset, ...targets) {
  configure(preset);
  run("cmake", ["--build", "--preset", preset, "--target", ...targets]);
}

/** The files of the npm package. */
export function buildPackage() {
  say("Building the WebAssembly module");
  compile("wasm", "logstar");
  say("Building the npm package into dist/");
  const dist = join(root, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  for (const file of readdirSync(join(root, "web"))) {
    cpSync(join(root, "web", file), join(dist, file), { recursive: true });
  }
  cpSync(join(root, "build/wasm/logstar.js"), join(dist, "logstar.js"));
  cpSync(join(root, "build/wasm/logstar.wasm"), join(dist, "logstar.wasm"));
  run("npx", ["--no-install", "tsc", "--project", "tsconfig.json"]);
  const wasm = join(dist, "logstar.wasm");
  const zipped = gzipSync(readFileSync(wasm), { level: 9 }).length;
  console.log(`logstar.wasm: ${kib(statSync(wasm).size)}, ${kib(zipped)} gzipped`);
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(0)} KiB`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpWasm();
    buildPackage();
  });
}
