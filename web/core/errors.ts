/**
 * A request that could make a ledger's total loss exceed its budget. The ledger has charged nothing, and
 * nothing was sampled.
 */
export class BudgetExceeded extends Error {
  /** Identifies the class of the error. */
  name = "BudgetExceeded";
  /** The loss that the caller requested. */
  asked: { epsilon: number; delta: number } | undefined;
  /** The loss that remained. */
  left: { epsilon: number; delta: number } | undefined;
}

/**
 * The platform's source of random bits refused. Every release needs it.
 */
export class EntropyUnavailable extends Error {
  /** Identifies the class of the error. */
  name = "EntropyUnavailable";
}

/** The error classes that cross by name. */
export const errorClasses = { RangeError, TypeError, BudgetExceeded, EntropyUnavailable };

/**
 * Returns the core's answer or throws the error that it returned (no exception may leave WebAssembly).
 */
export function unwrap<Answer>(returned: unknown): Answer {
  const error = (returned as { error?: { type: string; message: string } } | undefined)?.error;
  if (error === undefined) return returned as Answer;
  const Constructor = errorClasses[error.type as keyof typeof errorClasses] ?? Error;
  throw new Constructor(error.message);
}
