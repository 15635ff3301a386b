// What a person is told when something could not be done, and what a program is: the exit code.
import { BudgetExceeded } from "logstar";

/** What the person who asked can mend. */
export class Failure extends Error {
  exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Of a file that holds what cannot be read. */
export const unreadFile = 2;

/** Of a ledger's file that is in use or cannot be written. */
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
    .replace(/, got undefined$/, ", and is not there");
}

/** The name of an option as it is written in a terminal. */
export const flagOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
