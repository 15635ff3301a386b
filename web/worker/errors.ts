import { errorClasses } from "../core/errors.js";

/**
 * The worker does not run any more, or what it held is gone: it was disposed of, it failed, or a call
 * was cancelled, which ends every monitor and session that lived in it.
 */
export class WorkerStopped extends Error {
  /** Tells it from other errors. */
  name = "WorkerStopped";
}

/** @type {Record<string, ErrorConstructor>} */
const classes = /** @type {any} */ ({ ...errorClasses, SyntaxError, WorkerStopped });

/**
 * An error as plain data: a clone forgets its class and fields.
 * @param {unknown} error
 */
export function plainError(error) {
  if (!(error instanceof Error)) return { thrown: error };
  return { ...error, name: error.name, message: error.message, stack: error.stack };
}

/** @param {any} plain */
export function errorFrom(plain) {
  if ("thrown" in plain) return plain.thrown;
  const { name, message, stack, ...fields } = plain;
  const error = Object.assign(new (classes[name] ?? Error)(message), fields);
  if (error.name !== name) error.name = name;
  error.stack = stack;
  return error;
}
