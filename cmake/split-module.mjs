// Splits a linked WebAssembly module in two: what is reached without `logstar_bind_second` (bindings/second_module.hpp)
// stays, what only it reaches goes. One memory, one table, one stack: the second takes what it needs from the first.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { features } from "./features.mjs";
import { dataOf, moduleOf, reachedFrom } from "./reachable.mjs";
import { exportsOf, shareByTable } from "./share-by-table.mjs";
import { withNames } from "./wasm-file.mjs";

const entry = "$logstar_bind_second";
/** What JavaScript calls by name (bindings/border.hpp): only what registers it is handed its address. */
const isBound = (name) => name.startsWith("$logstar::bindings::Bound<");
const registersBound = ({ handed } = { handed: new Map() }, number) =>
  [...handed].some(
    ([name, numbers]) =>
      name.startsWith("$logstar::bindings::register_bound") && numbers.has(number),
  );

/**
 * @param {string} binaryen the folder of its programs
 * @param {string} file with names, as linked, which becomes the first
 * @param {string} map what the linker wrote of it
 * @param {string} second where the second goes
 */
export function splitModule(binaryen, file, map, second) {
  const run = (program, ...rest) =>
    execFileSync(join(binaryen, program), [...features, ...rest], {
      maxBuffer: 2 ** 30,
    }).toString();
  const text = run("wasm-dis", file);
  const module = moduleOf(text);
  const { functions, table, exported } = module;
  const reached = reachedFrom(
    module,
    dataOf(readFileSync(map, "utf8"), text),
    exported.filter((name) => name !== entry),
    (called, number, where) => !isBound(called) || registersBound(functions.get(where), number),
  );
  if (!exported.includes(entry) || !table.some((name) => isBound(name) && !reached.has(name)))
    throw new Error(`${file}: nothing that JavaScript calls would be in the second module`);

  // Short names, as what one module takes from the other goes by them.
  const short = new Map([...functions.keys()].map((name, index) => [name, index.toString(36)]));
  writeFileSync(file, withNames(readFileSync(file), [...short.values()]));
  const list = `${second}.list`;
  const moved = [...functions.keys()].filter((name) => !reached.has(name));
  writeFileSync(list, moved.map((name) => `${short.get(name)}\n`).join(""));
  run(
    ...["wasm-split", "--debuginfo", "--no-placeholders", `--split-funcs=@${list}`],
    ...["--import-namespace=a", file, "-o1", file, "-o2", second],
  );
  rmSync(list);
  const shared = shareByTable(exportsOf(text), run("wasm-dis", file), run("wasm-dis", second));
  for (const [half, changed] of [
    [file, shared.first],
    [second, shared.second],
  ]) {
    const written = `${half}.wat`;
    writeFileSync(written, changed);
    run("wasm-as", written, "-o", half);
    rmSync(written);
  }
}
