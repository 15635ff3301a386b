import { errorClasses } from "../core/errors.js";

/**
 * The worker does not run any more, or what it held is gone: it was disposed of, it failed, or a call
 * was cancelled, which ends every monitor and session that lived in it.
 */
export class WorkerStopped extends Error {
  /** Tells it from other errors. */
  name = "WorkerStopped";
}

const classes: Record<string, new (message?: string) => Error> = {
  ...errorClasses,
  SyntaxError,
  WorkerStopped,
};

/** What was thrown, as plain data: an error by its fields, anything else as it is. */
export type PlainError = { thrown: unknown } | ErrorFields;

/** @see plainError */
type ErrorFields = { name: string; message: string; stack?: string; [field: string]: unknown };

/** An error as plain data: a clone forgets its class and fields. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { thrown: error };
  return { ...error, name: error.name, message: error.message, stack: error.stack };
}

export function errorFrom(plain: PlainError): unknown {
  if ("thrown" in plain) return plain.thrown;
  const { name, message, stack, ...fields } = plain;
  const error = Object.assign(new (classes[name] ?? Error)(message), fields);
  if (error.name !== name) error.name = name;
  error.stack = stack;
  return error;
}
