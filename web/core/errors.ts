/**
 * A request that could make a ledger's total loss exceed its budget. Nothing was drawn or spent.
 */
export class BudgetExceeded extends Error {
  /** Tells it from other errors. */
  name = "BudgetExceeded";
  /** What a ledger was asked for. @type {{ epsilon: number, delta: number } | undefined} */
  asked;
  /** What it had left. @type {{ epsilon: number, delta: number } | undefined} */
  left;
}

/**
 * The platform's source of random bits refused. Nothing is released without it.
 */
export class EntropyUnavailable extends Error {
  /** Tells it from other errors. */
  name = "EntropyUnavailable";
}

/** The classes of errors that are told by name. */
export const errorClasses = { RangeError, TypeError, BudgetExceeded, EntropyUnavailable };

/**
 * What the core returned, or the error it returned instead of throwing (no exception may leave
 * WebAssembly).
 * @template T
 * @param {T & { error?: { type: string, message: string } }} returned
 * @returns {T}
 */
export function unwrap(returned) {
  const error = returned?.error;
  if (error === undefined) return returned;
  const Constructor = errorClasses[/** @type {keyof typeof errorClasses} */ (error.type)] ?? Error;
  throw new Constructor(error.message);
}
