// Messages and exit codes of failures.
import { BudgetExceeded } from "logstar";

/** The ledger rejects the charge. */
const overBudget = 1;

/** The question, an option or the file is wrong. */
export const wrongInput = 2;

/** The engine failed, or the ledger's file is in use or unwritable. */
export const failedOutside = 3;

/** A mistake that the user can correct. */
export class Failure extends Error {
  exitCode: number;

  constructor(message: string, exitCode = wrongInput) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown) {
  if (error instanceof BudgetExceeded) return overBudget;
  return error instanceof Failure ? error.exitCode : wrongInput;
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
