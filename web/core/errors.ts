/**
 * A request that could make a ledger's total loss exceed its budget. Nothing was drawn or spent.
 */
export class BudgetExceeded extends Error {
  /** Tells it from other errors. */
  name = "BudgetExceeded";
  /** What a ledger was asked for. */
  asked: { epsilon: number; delta: number } | undefined;
  /** What it had left. */
  left: { epsilon: number; delta: number } | undefined;
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
 */
export function unwrap<Answer>(returned: unknown): Answer {
  const error = (returned as { error?: { type: string; message: string } } | undefined)?.error;
  if (error === undefined) return returned as Answer;
  const Constructor = errorClasses[error.type as keyof typeof errorClasses] ?? Error;
  throw new Constructor(error.message);
}
