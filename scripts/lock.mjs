// What two of our scripts must not do at once in one checkout, such as installing the same compiler.

import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { root, say, which } from "./shell.mjs";

/**
 * Names that this process holds: work that needs a lock may call work that needs it too. (Of two that one
 * process begins side by side, the second would not wait: scripts begin one after the other.)
 */
const held = new Set();

/**
 * Does `work` while no other script of this checkout does work of the same name; waits for it first.
 * The lock is the kernel's, on an open file: it ends with the process, however that ends.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  // flock is part of every Debian; elsewhere nobody waits.
  if (held.has(name) || !which("flock")) return work();
  const folder = join(root, ".toolchain");
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, `${name}.lock`), "w");
  try {
    // flock locks the file that it was handed open, which stays locked until this process closes it.
    const lock = (...options) =>
      spawnSync("flock", [...options, "3"], { stdio: ["ignore", "ignore", "inherit", file] });
    if (lock("--nonblock").status !== 0) {
      say(`Waiting for another ${name} in this folder`);
      if (lock().status !== 0) throw new Error(`the lock on the ${name} could not be had`);
    }
    held.add(name);
    return await work();
  } finally {
    held.delete(name);
    closeSync(file);
  }
}
