import { kindOf } from "../core/options.js";

/**
 * What a caller's function said of one record, where the answer counts. Nothing is taken for something
 * else: the Promise of an async function would be true, a NaN false. Thrown before anything is drawn,
 * so nothing is half done. Whether it is thrown depends on the records, as with whatever the function
 * throws itself; so the message names the kind of what came and never the thing.
 */

/** What is known to be no answer before any record is looked at. */
export function checkAnswering(name: string, asked: (...args: never) => unknown) {
  const kind = Object.prototype.toString.call(asked);
  if (!/Async|Generator/.test(kind)) return;
  throw new TypeError(
    `${name} must answer at once, got ${kind.slice("[object ".length, -1)}: what it returns is no answer yet`,
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
