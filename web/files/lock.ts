// One process at a time replaces a ledger's file. The lock is a file beside it that names its owner. It
// appears complete, under a name that only one process can take.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, placeOfNumbers, startOf } from "./processes.js";

export type Owner = {
  pid: number;
  start: string | undefined;
  host: string;
  boot: string | undefined;
  namespace: string | undefined;
  token: string;
};

/** The pause between two checks of another process's lock, in milliseconds. */
const pause = 25;
/** The wait before somebody is told, in milliseconds. */
const patience = 2000;
/** How long another process may have it, in milliseconds. */
const longest = 30_000;

/**
 * Does `work` while no other process does any under the same lock.
 * @param path of the lock
 * @param onWait receives the owner's description, once, if it takes long to get the lock
 * @param work receives a function that checks whether the lock is still its own: a user may have removed it by
 * hand
 */
export async function locked<T>(
  path: string,
  onWait: (owner: string) => void,
  work: (isHeld: () => boolean) => T,
): Promise<T> {
  const own = JSON.stringify({
    pid: process.pid,
    start: startOf(process.pid),
    host: hostname(),
    ...placeOfNumbers(),
    token: randomUUID(),
  } as Owner);
  await taken(path, own, onWait);
  const isHeld = () => contentOf(path) === own;
  try {
    return work(isHeld); // at once: no handler of a signal ends the process in between
  } finally {
    if (isHeld()) removed(path);
  }
}

async function taken(path: string, own: string, onWait: (owner: string) => void) {
  const begun = performance.now();
  let isTold = false;
  while (!linked(path, own)) {
    const other = contentOf(path);
    const now = performance.now();
    if (other !== undefined && isLeft(other)) broken(path, other, own);
    else if (now > begun + longest) throw inUse(path, other);
    else {
      if (!isTold && now > begun + patience) {
        onWait(ownerIn(other));
        isTold = true;
      }
      await sleep(pause);
    }
  }
}

/** Gives a complete file its name, if the name is free. */
function linked(path: string, own: string) {
  // A separate name: processes of two containers may have one number.
  const whole = `${path}.${randomUUID()}`;
  try {
    writeFileSync(whole, own, { mode: 0o600 });
    linkSync(whole, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritable(path, error);
  } finally {
    removed(whole);
  }
}

/**
 * Removes the lock of a dead process. One process at a time does: else the second would take away the lock that
 * the first has made in the meantime.
 */
function broken(path: string, left: string, own: string) {
  const breaking = `${path}.breaking`;
  if (!linked(breaking, own)) {
    const other = contentOf(breaking);
    // The process ended within these lines: another one may be there by now.
    if (other !== undefined && isLeft(other)) {
      throw new Error(
        `${breaking} was left by a process that ended: remove it if no other logstar runs`,
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
 * Whether it was left by a process that runs no more. The number of a process elsewhere, before a restart of
 * the machine or in another container proves nothing.
 */
function isLeft(content: string) {
  const owner = ownerOf(content);
  const { boot, namespace } = placeOfNumbers();
  const isHere = owner?.host === hostname() && owner.boot === boot && owner.namespace === namespace;
  return isHere && !isRunning(owner.pid, owner.start);
}

function ownerOf(content: string): Owner | undefined {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // no lock of ours
  }
}

function contentOf(path: string) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // gone by now
  }
}

function removed(path: string) {
  try {
    unlinkSync(path);
  } catch {} // it was not there
}

function inUse(path: string, content: string | undefined) {
  return new Error(
    `the ledger is in use by ${ownerIn(content)}: try again later, or remove ${path} if that process has ended`,
  );
}

/** @param content of a lock */
function ownerIn(content: string | undefined) {
  const owner = content === undefined ? undefined : ownerOf(content);
  return owner ? `process ${owner.pid} on ${owner.host}` : "another program";
}

/** Why a file could not be written. */
export const unwritable = (path: string, cause: unknown) =>
  new Error(`${path} cannot be written: ${(cause as Error).message}`, { cause });
