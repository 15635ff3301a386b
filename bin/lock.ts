// One process at a time works with a ledger's file. The lock is a file beside it that says whose it is; it
// comes into being whole, under a name that only one process can give it.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, ledgerFailed } from "./failures.js";
import { isRunning, placeOfNumbers, startOf } from "./processes.js";
import { reasonOf } from "./read-table.js";

/**
 * @typedef {{ pid: number, start: string | undefined, host: string, boot: string | undefined,
 *   namespace: string | undefined, token: string }} Owner
 */

/** Milliseconds between two looks at a lock that another process has. */
const pause = 25;
/** After so many it is told what is waited for. */
const patience = 2000;

/**
 * Does `work` while no other process does any under the same lock.
 * @template T
 * @param {string} path of the lock
 * @param {number} seconds how long to wait for it
 * @param {(isHeld: () => boolean) => T} work is told how to ask whether the lock is still its own: somebody may have
 *   removed it by hand
 * @returns {Promise<T>}
 */
export async function locked(path, seconds, work) {
  const own = JSON.stringify(
    /** @type {Owner} */ ({
      pid: process.pid,
      start: startOf(process.pid),
      host: hostname(),
      ...placeOfNumbers(),
      token: randomUUID(),
    }),
  );
  await taken(path, own, performance.now() + 1000 * seconds);
  const isHeld = () => contentOf(path) === own;
  try {
    return work(isHeld);
  } finally {
    if (isHeld()) removed(path);
  }
}

/**
 * @param {string} path
 * @param {string} own
 * @param {number} until
 */
async function taken(path, own, until) {
  const begun = performance.now();
  let isTold = false;
  while (!linked(path, own)) {
    const other = contentOf(path);
    const now = performance.now();
    if (other !== undefined && isLeft(other)) broken(path, other, own);
    else if (now > until) throw inUse(path, other);
    else {
      if (!isTold && now > begun + patience) {
        console.error(`waiting for the ledger, which is in use by ${ownerIn(other)}`);
        isTold = true;
      }
      await sleep(pause);
    }
  }
}

/**
 * Gives a whole file its name, if nobody has that name.
 * @param {string} path
 * @param {string} own
 */
function linked(path, own) {
  // By a name of its own: processes of two containers may have one number.
  const whole = `${path}.${randomUUID()}`;
  try {
    writeFileSync(whole, own, { mode: 0o600 });
    linkSync(whole, path);
    return true;
  } catch (error) {
    if (/** @type {any} */ (error).code === "EEXIST") return false;
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}`, ledgerFailed);
  } finally {
    removed(whole);
  }
}

/**
 * Takes away what a dead process left. One process at a time does: else the second would take away the lock
 * that the first has made in the meantime.
 * @param {string} path
 * @param {string} left
 * @param {string} own
 */
function broken(path, left, own) {
  const breaking = `${path}.breaking`;
  if (!linked(breaking, own)) {
    const other = contentOf(breaking);
    // Ended within these lines: whether another one is there by now cannot be known.
    if (other !== undefined && isLeft(other)) {
      throw new Failure(
        `${breaking} was left by a process that ended: remove it if no other logstar runs`,
        ledgerFailed,
      );
    }
    return;
  }
  try {
    if (contentOf(path) === left) removed(path);
  } finally {
    removed(breaking);
  }
}

/**
 * Whether it was left by a process that runs no more. A number of elsewhere, of before the machine started or of
 * another container, tells nothing.
 * @param {string} content
 */
function isLeft(content) {
  const owner = ownerOf(content);
  const { boot, namespace } = placeOfNumbers();
  const isHere = owner?.host === hostname() && owner.boot === boot && owner.namespace === namespace;
  return isHere && !isRunning(owner.pid, owner.start);
}

/** @param {string} content @returns {Owner | undefined} */
function ownerOf(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // no lock of ours
  }
}

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // gone by now
  }
}

/** @param {string} path */
function removed(path) {
  try {
    unlinkSync(path);
  } catch {} // it was not there
}

/**
 * @param {string} path
 * @param {string | undefined} content
 */
function inUse(path, content) {
  return new Failure(
    `the ledger is in use by ${ownerIn(content)}: try again later, or remove ${path} if that does not run any more`,
    ledgerFailed,
  );
}

/** @param {string | undefined} content of a lock */
function ownerIn(content) {
  const owner = content === undefined ? undefined : ownerOf(content);
  return owner ? `process ${owner.pid} on ${owner.host}` : "another program";
}
