// What has passed. A program whose outcome depends on nothing but files that are as they were when it
// passed is not run again: `npm test` after a change runs what the change can have reached. A fresh clone
// remembers nothing, and `rm -r build/passed` forgets.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./shell.mjs";

/**
 * @typedef {object} Program
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {string[]} [dependsOn] all the files and folders that its outcome depends on, the program
 *   among them; nothing: it depends on more than that
 * @property {string[]} [leaves] files that it writes
 */

const folder = join(root, "build/passed");

/** Programs are large, and each runs in many parts: files by path, time and size. */
const known = new Map();

function hashOfFile(file) {
  const { mtimeMs, size } = statSync(file);
  const state = `${file} ${mtimeMs} ${size}`;
  if (!known.has(state))
    known.set(state, createHash("sha256").update(readFileSync(file)).digest("hex"));
  return known.get(state);
}

/** The content of files and folders, absence included. */
function hashOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const file = join(root, path);
    const isThere = existsSync(file);
    if (isThere && statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) add(join(path, name));
    } else hash.update(`${path} ${isThere ? hashOfFile(file) : "is not there"}\n`);
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}

/** @param {Program} program */
function placeOf({ command, args, env, dependsOn }) {
  const how = JSON.stringify([command, args, env, process.version]);
  const name = createHash("sha256").update(how).update(hashOf(dependsOn)).digest("hex");
  return join(folder, `${name}.json`);
}

/** What it printed when it passed, if nothing has changed since. @param {Program} program */
export function recall(program) {
  if (program.dependsOn === undefined) return undefined;
  const place = placeOf(program);
  if (!existsSync(place)) return undefined;
  const { output, left } = JSON.parse(readFileSync(place, "utf8"));
  return left === hashOf(program.leaves ?? []) ? output : undefined;
}

/** @param {Program} program that has just passed @param {string} output */
export function remember(program, output) {
  if (program.dependsOn === undefined) return;
  mkdirSync(folder, { recursive: true });
  const left = hashOf(program.leaves ?? []);
  writeFileSync(placeOf(program), JSON.stringify({ output, left }));
}
