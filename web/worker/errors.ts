import { errorClasses } from "../core/errors.js";

/**
 * The worker has stopped, or its object is lost: the worker was disposed of or failed, or a cancelled call
 * ended it with every monitor and session in it.
 */
export class WorkerStopped extends Error {
  /** Identifies the class of the error. */
  name = "WorkerStopped";
}

const classes: Record<string, new (message?: string) => Error> = {
  ...errorClasses,
  SyntaxError,
  WorkerStopped,
};

/** A thrown value as plain data: an error by its fields, anything else as it is. */
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
