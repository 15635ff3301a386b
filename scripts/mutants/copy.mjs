// The copy of the sources that mutations are tried in, and programs run there: the checkout itself is never
// touched.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { root, which } from "../shell.mjs";

export const tree = join(root, "build/mutants");

/** What the C++ library, its tests and the module are built from. */
export const parts = ["CMakeLists.txt", "CMakePresets.json", "cmake", "src", "bindings", "tests"];

/** Mutations have compilers in common with each other, not with the checkout: paths must not matter. */
export const surroundings = { ...process.env, CCACHE_BASEDIR: tree, CCACHE_NOHASHDIR: "1" };

/** For CMake: compiling through the cache, where there is one. */
export const throughCache = which("ccache") ? ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] : [];

/** Runs a program in the copy, as the least urgent of all. */
export function polite(command, args, { env, ...options } = {}) {
  return spawnSync("nice", ["-n", "10", command, ...args], {
    cwd: tree,
    env: { ...surroundings, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
}

export function must(command, args) {
  const { status, stdout, stderr } = polite(command, args);
  if (status !== 0) throw new Error(`${stdout}${stderr}\n${command} ${args.join(" ")} failed`);
}

export function filesBelow(base, part) {
  if (!existsSync(join(base, part))) return [];
  if (statSync(join(base, part)).isFile()) return [part];
  return readdirSync(join(base, part))
    .sort()
    .flatMap((name) => filesBelow(base, join(part, name)));
}

/** Makes these parts of a folder those of the project, touching only what differs. */
export function copyParts(names, folder = tree) {
  for (const part of names) {
    const wanted = new Set(filesBelow(root, part));
    for (const file of filesBelow(folder, part)) if (!wanted.has(file)) rmSync(join(folder, file));
    for (const file of wanted) writeIfOther(join(folder, file), readFileSync(join(root, file)));
  }
}

/** Shows a folder of the checkout in a copy: what is installed, and never changed. */
export function show(name, folder = tree) {
  if (!existsSync(join(folder, name))) symlinkSync(join(root, name), join(folder, name));
}

/** @param {string} path @param {Buffer} content */
function writeIfOther(path, content) {
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
