// A ledger in a file: what was charged is on the disk before an answer is shown.
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
import { Ledger } from "logstar";
import { Failure, ledgerFailed } from "./failures.js";
import { locked } from "./lock.js";
import { reasonOf } from "./read-table.js";

/** How long another process may have it, in seconds. */
const patience = 30;

/**
 * @param {string} path
 * @param {ConstructorParameters<typeof Ledger>[0]} budget
 */
export async function newLedger(path, budget) {
  const ledger = new Ledger(budget);
  await locked(`${path}.lock`, patience, () => {
    if (existsSync(path)) {
      throw new Failure(`${path} is there already: a ledger is not begun anew for the same data`);
    }
    written(path, ledger, 0o600);
  });
  return ledger;
}

/** @param {string} path @returns {Ledger} */
export function readLedger(path) {
  const text = textOf(path);
  try {
    return Ledger.fromJSON(JSON.parse(text));
  } catch (error) {
    throw new Failure(
      `${path} is no ledger that can be read: ${/** @type {Error} */ (error).message}`,
    );
  }
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (/** @type {any} */ (error).code !== "ENOENT") {
      throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
    }
    throw new Failure(
      `there is no ledger ${path}: make it with \`logstar ledger new ${path} --epsilon 1 --unit user\``,
    );
  }
}

/**
 * Asks with the ledger of a file, and gives the answer when the file says what was paid for it.
 * @template T
 * @param {string} path
 * @param {(ledger: Ledger) => T} ask
 * @returns {Promise<{ answer: T, ledger: Ledger }>}
 */
export function chargedTo(path, ask) {
  const file = realPathOf(path);
  return locked(`${file}.lock`, patience, () => {
    const ledger = readLedger(file);
    const before = ledger.head;
    try {
      const answer = ask(ledger);
      return { answer, ledger };
    } finally {
      // What fails after it was paid for is paid for. A failure of these lines is what is told then.
      if (ledger.head !== before) written(file, ledger, statSync(file).mode);
    }
  });
}

/** Where it really is: by whatever name it is called, it has one lock. @param {string} path */
const realPathOf = (path) => (existsSync(path) ? realpathSync(path) : path);

/**
 * The old file or the new one, never less: written beside it, to the disk, and given its name.
 * @param {string} path
 * @param {Ledger} ledger
 * @param {number} mode
 */
function written(path, ledger, mode) {
  const whole = `${path}.${process.pid}.new`;
  try {
    const file = openSync(whole, "wx", mode & 0o777);
    try {
      writeFileSync(file, `${JSON.stringify(ledger, undefined, 1)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(whole, path);
    flushed(dirname(resolve(path)));
  } catch (error) {
    rmSync(whole, { force: true });
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}; no answer`, ledgerFailed);
  }
}

/** The new name is on the disk too. @param {string} folder */
function flushed(folder) {
  if (process.platform === "win32") return; // which opens no folders, and keeps names by itself
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
