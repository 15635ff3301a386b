import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { checkOptions, describe } from "../core/options.js";
import type { KeptText, LedgerStore } from "../ledger/store.js";
import { locked, unwritable } from "./lock.js";

/** Options of `ledgerFile`. */
export interface LedgerFileOptions {
  /** receives the owner's description if another process has the file for two seconds */
  onWait?: (owner: string) => void;
}

/**
 * A ledger in a file of this machine, as the command line keeps it. A new text is written beside the file, to the
 * disk, and takes the file's name at once; a lock lets one process at a time compare and replace.
 * @param path of the file; a symbolic link is its target
 */
export function ledgerFile(path: string, options: LedgerFileOptions = {}): LedgerStore {
  if (typeof path !== "string" || path === "") {
    throw new TypeError(`path must be the path of a file, got ${describe(path)}`);
  }
  checkOptions("ledgerFile", options, ["onWait"]);
  const { onWait = () => {} } = options as LedgerFileOptions;
  if (typeof onWait !== "function") {
    throw new TypeError(`onWait must be a function, got ${describe(onWait)}`);
  }
  return {
    name: path,
    read: async () => keptAt(realPathOf(path)),
    write: async (text, version) => {
      const file = realPathOf(path);
      const isSame = () => (keptAt(file)?.version ?? null) === version;
      return locked(`${file}.lock`, onWait, (isHeld) => {
        if (!isSame()) return false;
        return isReplaced(file, text, () => {
          if (isHeld()) return isSame();
          throw new Error(`${path} cannot be written: its lock disappeared meanwhile`);
        });
      });
    },
  };
}

/** The real path: one lock for all names of a file. */
const realPathOf = (path: string) => (existsSync(path) ? realpathSync(path) : path);

function keptAt(path: string): KeptText | null {
  let text: string;
  try {
    checkOneName(path);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return { text, version: createHash("sha256").update(text).digest("hex") };
}

/** A file with two hard links becomes two ledgers once one of them is written. */
function checkOneName(path: string) {
  const { nlink } = statSync(path);
  if (nlink <= 1) return;
  throw new RangeError(
    `${path} must have one name, got ${nlink} hard links: a charge under one name would not appear under the others; replace them by symbolic links`,
  );
}

/**
 * Replaces the old file at once: writes the new one beside it, to the disk, and renames it.
 * @param check at the last moment: whether to do it; an error of it leaves the old file too
 */
function isReplaced(path: string, text: string, check: () => boolean) {
  const whole = `${path}.${randomUUID()}.new`;
  try {
    // Only its owner can read a new ledger.
    const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o600;
    const file = attempted(path, () => openSync(whole, "wx", mode));
    try {
      attempted(path, () => {
        writeFileSync(file, text);
        fsyncSync(file);
      });
    } finally {
      closeSync(file);
    }
    if (!check()) return false;
    attempted(path, () => {
      renameSync(whole, path);
      flushed(dirname(resolve(path)));
    });
    return true;
  } finally {
    rmSync(whole, { force: true });
  }
}

function attempted<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The new name is on the disk too. */
function flushed(folder: string) {
  if (process.platform === "win32") return; // Windows opens no folders, and keeps names anyway
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
