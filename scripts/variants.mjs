// Builds packages with other modules, for tests only: `node scripts/variants.mjs enumerating`, `failing`,
// `newest` or `sanitized`.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, layOut } from "./build.mjs";
import { setUpNewestEmscripten, setUpWasm } from "./setup.mjs";
import { main, root } from "./shell.mjs";

/**
 * `packages`: where each module is compiled, by the place of its package. `copied`: folders to copy next to it,
 * where tests import it by the published package's names.
 * @type {Record<string, { preset: string, targets: string[], packages: Record<string, string>, copied: string[] }>}
 */
const variants = {
  // Walks through all outcomes of its randomness, for exact laws.
  enumerating: {
    ...{ preset: "wasm", targets: ["logstar_enumerating"] },
    ...{ packages: { ".": "build/wasm/enumerating" }, copied: [] },
  },
  // Any allocation fails when a test says so.
  failing: {
    ...{ preset: "wasm", targets: ["logstar_failing"] },
    packages: { dist: "build/wasm/failing" },
    copied: ["scripts", "tests/js", "tests/laws", "tests/allocations"],
  },
  // Linked by the newest Emscripten.
  newest: {
    ...{ preset: "wasm-newest", targets: ["logstar"] },
    packages: { dist: "build/wasm-newest" },
    copied: ["scripts", "tests/js", "tests/border", "tests/laws", "tests/parity", "tests/exact"],
  },
  // Reading past an end ends the process.
  sanitized: {
    ...{ preset: "wasm-sanitize", targets: ["logstar", "logstar_enumerating"] },
    packages: {
      dist: "build/wasm-sanitize",
      "build/enumerating": "build/wasm-sanitize/enumerating",
    },
    copied: ["scripts", "tests/js", "tests/border", "tests/laws", "tests/exact", "tests/sanitized"],
  },
};

/** Compiles one and lays it out in build/. @param {string} name */
export function buildVariant(name) {
  const { preset, targets, packages, copied } = variants[name];
  if (preset === "wasm-newest") setUpNewestEmscripten();
  compile(preset, targets);
  const folder = join(root, "build", name);
  for (const [place, compiled] of Object.entries(packages))
    layOut(join(folder, place), join(root, compiled));
  for (const room of copied) {
    rmSync(join(folder, room), { recursive: true, force: true });
    cpSync(join(root, room), join(folder, room), { recursive: true });
  }
}

/** The builder of each, by name. */
export const variantBuilds = Object.fromEntries(
  Object.keys(variants).map((name) => [name, () => buildVariant(name)]),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUpWasm();
    buildVariant(process.argv[2]);
  });
}
