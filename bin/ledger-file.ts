// A ledger in a file: the charge is on the disk before the answer is shown.
import { randomUUID } from "node:crypto";
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
import { Failure, failedOutside } from "./failures.js";
import { locked } from "./lock.js";
import { reasonOf } from "./sources.js";

/** How long another process may have it, in seconds. */
const patience = 30;

/** The owner's words about the people of a ledger, kept in its file. */
const abouts: WeakMap<Ledger, string> = new WeakMap();

/** The words that `ledger new --about` wrote. */
export const aboutOf = (ledger: Ledger) => abouts.get(ledger);

export async function newLedger(
  path: string,
  budget: ConstructorParameters<typeof Ledger>[0],
  about?: string,
) {
  const ledger = new Ledger(budget);
  if (about !== undefined) abouts.set(ledger, about);
  await locked(`${path}.lock`, patience, (isHeld) => {
    const checkAbsent = () => {
      if (!existsSync(path)) return;
      throw new Failure(
        `${path} already exists: use it for all questions about these people (a new ledger would double the budget)`,
      );
    };
    checkAbsent();
    written(path, ledger, 0o600, () => {
      checkHeld(path, isHeld);
      checkAbsent();
    });
  });
  return ledger;
}

export function readLedger(path: string): Ledger {
  return ledgerOf(path, textOf(path));
}

function ledgerOf(path: string, text: string) {
  try {
    const content = JSON.parse(text);
    const ledger = Ledger.fromJSON(content);
    if (typeof content.about === "string") abouts.set(ledger, content.about);
    return ledger;
  } catch (error) {
    throw new Failure(`${path} cannot be read as a ledger: ${(error as Error).message}`);
  }
}

function textOf(path: string) {
  try {
    checkOneName(path);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Failure) throw error;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
    }
    throw new Failure(
      `${path} does not exist: create it with \`logstar ledger new ${path} --epsilon 1 --unit user\``,
    );
  }
}

/** Asks with the ledger of a file, and returns the answer after the file contains the charge. */
export function chargedTo<T>(
  path: string,
  askQuestion: (ledger: Ledger) => T | Promise<T>,
): Promise<{ answer: T; ledger: Ledger }> {
  const file = realPathOf(path);
  return locked(`${file}.lock`, patience, async (isHeld) => {
    const text = textOf(file);
    const ledger = ledgerOf(file, text);
    const before = ledger.head;
    try {
      const answer = await askQuestion(ledger);
      return { answer, ledger };
    } finally {
      // The charge stands if the answer fails. If saving fails too, report that error.
      if (ledger.head !== before) {
        written(file, ledger, statSync(file).mode, () => {
          checkHeld(file, isHeld);
          checkSame(file, text);
        });
      }
    }
  });
}

/** The real path: one lock for all names of a file. */
const realPathOf = (path: string) => (existsSync(path) ? realpathSync(path) : path);

/** A file with two hard links becomes two ledgers once one of them is written. */
function checkOneName(path: string) {
  const { nlink } = statSync(path);
  if (nlink <= 1) return;
  throw new Failure(
    `${path} must have one name, got ${nlink} hard links: a charge under one name would not appear under the others; replace them by symbolic links`,
  );
}

function checkHeld(path: string, isHeld: () => boolean) {
  if (isHeld()) return;
  throw new Failure(
    `${path} cannot be written: its lock disappeared during the command; the answer is withheld`,
    failedOutside,
  );
}

/** @param text as it was read */
function checkSame(path: string, text: string) {
  if (textOf(path) === text) return;
  throw new Failure(
    `${path} cannot be written: another program changed it during the command; the answer is withheld`,
    failedOutside,
  );
}

/**
 * Replaces the old file at once: writes the new one beside it, to the disk, and renames it.
 * @param check at the last moment: an error of it leaves the old file
 */
function written(path: string, ledger: Ledger, mode: number, check: () => void) {
  const whole = `${path}.${randomUUID()}.new`;
  try {
    const file = openSync(whole, "wx", mode & 0o777);
    try {
      const content = { about: abouts.get(ledger), ...ledger.toJSON() };
      writeFileSync(file, `${JSON.stringify(content, undefined, 1)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    check();
    renameSync(whole, path);
    flushed(dirname(resolve(path)));
  } catch (error) {
    rmSync(whole, { force: true });
    if (error instanceof Failure) throw error;
    throw new Failure(
      `${path} cannot be written: ${reasonOf(error)}; the answer is withheld`,
      failedOutside,
    );
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
