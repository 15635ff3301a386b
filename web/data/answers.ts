import { kindOf } from "../core/options.js";

/**
 * The answer of a caller's function for one record, for answers that count. Rejects every other type: the
 * Promise of an async function would be truthy, a NaN falsy. Thrown before anything is drawn, so nothing is
 * half done. Whether it throws depends on the records, as do errors of the caller's function itself. So the
 * message names the kind of the answer and never its value.
 */

/** Rejects async functions and generators before any record is read. */
export function checkAnswering(name: string, asked: (...args: never) => unknown) {
  const kind = Object.prototype.toString.call(asked);
  if (!/Async|Generator/.test(kind)) return;
  throw new TypeError(
    `${name} must answer at once, got ${kind.slice("[object ".length, -1)}, which returns no answer yet`,
  );
}

/** Whether a record counts. */
export function flagOf(name: string, answer: unknown): 0 | 1 {
  if (typeof answer === "boolean" || isNumber(answer)) return answer ? 1 : 0;
  throw new TypeError(
    `${name} must be true or false (or a number) for every record, got ${kindOf(answer)} for one`,
  );
}

/** How much a record counts, before it is cut to [0, 1]. */
export function weightOf(name: string, answer: unknown): number {
  if (typeof answer === "boolean" || isNumber(answer)) return Number(answer);
  throw new TypeError(`${name} must be a number for every record, got ${kindOf(answer)} for one`);
}

/** A label of a record. */
export function predictedLabel(name: string, answer: unknown): 0 | 1 {
  if (typeof answer === "boolean" || answer === 0 || answer === 1) return answer ? 1 : 0;
  throw new TypeError(
    `${name} must give labels 0 or 1 (or false and true), got ${kindOf(answer)} for one`,
  );
}

function isNumber(answer: unknown): answer is number {
  return typeof answer === "number" && !Number.isNaN(answer);
}
