// A core that counts its own work: Binaryen makes each entry of a function and each turn of a loop call JavaScript.
// So no loop of the library can go uncounted, and no clock is read.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const installed = join(root, ".toolchain", "emscripten", "root", "usr", "bin");

/** Runs a program of Binaryen, which Emscripten brings along. */
function binaryen(program, ...args) {
  const path = join(installed, program);
  execFileSync(existsSync(path) ? path : program, args);
}

/** A temporary folder for one call. */
function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "logstar-steps-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A module that calls `log_execution`, of its only or first import's name, at each step. */
export function counted(bytes) {
  return inFolder((folder) => {
    const [from, to] = [join(folder, "plain.wasm"), join(folder, "counted.wasm")];
    writeFileSync(from, bytes);
    binaryen("wasm-opt", "--all-features", "--log-execution", from, "-o", to);
    return new WebAssembly.Module(readFileSync(to));
  });
}

/** A module from its text. */
export function assembled(text) {
  return inFolder((folder) => {
    const [from, to] = [join(folder, "module.wat"), join(folder, "module.wasm")];
    writeFileSync(from, text);
    binaryen("wasm-as", from, "-o", to);
    return readFileSync(to);
  });
}

/** Thrown out of a call that does too much. */
export class TooManySteps extends Error {}

let steps = 0;
let most = Infinity;

function step() {
  if (++steps > most) throw new TooManySteps(`more than ${most} steps`);
}

/** Imports with the counter among them, whatever name the module imports it by. */
export const withCounter = (imports) =>
  Object.fromEntries(
    Object.entries(imports).map(([name, given]) => [name, { ...given, log_execution: step }]),
  );

/**
 * Runs a call and stops it after so many steps.
 * @returns {{ steps: number, value?: any, thrown?: any }}
 */
export function stepsOf(run, limit) {
  [steps, most] = [0, limit];
  try {
    const value = run();
    return { steps, value };
  } catch (thrown) {
    return { steps, thrown };
  } finally {
    most = Infinity;
  }
}

/** Loads the package with a core that counts. */
export async function loadCounted() {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (module, imports) => instantiate(module, withCounter(imports));
  const { load } = await import("../../dist/index.js");
  await load({ wasm: counted(readFileSync(join(root, "dist/logstar.wasm"))) });
  WebAssembly.instantiate = instantiate;
}
