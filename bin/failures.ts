// Messages and exit codes of failures.
import { BudgetExceeded } from "logstar";

/** A mistake that the user can correct. */
export class Failure extends Error {
  exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The file has unreadable parts. */
export const unreadFile = 2;

/** The ledger's file is in use or unwritable. */
export const ledgerFailed = 3;

export function exitCodeOf(error: unknown) {
  if (error instanceof BudgetExceeded) return 2;
  return error instanceof Failure ? error.exitCode : 1;
}

/** The library names options as JavaScript does: `perUser` is `--per-user` here. */
export function messageOf(error: unknown) {
  const message = error instanceof Error ? error.message : `${error}`;
  if (error instanceof Failure || !(error instanceof RangeError || error instanceof TypeError)) {
    return message;
  }
  return message
    .replace(/^[a-z][A-Za-z]*(?= (must|belongs|belong)\b)/, (name) => `--${flagOf(name)}`)
    .replace(/, got undefined$/, ", and is missing");
}

/** The name of an option in a terminal. */
export const flagOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
