import { describe, kindOf } from "../core/options.js";
import { parsedJson } from "../data/plain-values.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { version } from "../version.js";

/** The saved form of an interactive mechanism. It contains private state, as its `warning` states. */
export interface SavedMechanism {
  /** the version that saved it */
  logstar: string;
  /** the class */
  mechanism: string;
  /** that it is as private as the data */
  warning: string;
  /** its options, with the loss that the ledger granted */
  request: Record<string, unknown>;
  /** its noise */
  plan: Record<string, unknown>;
  /** the released answers so far, and their guarantee */
  record: ReleaseRecord;
  /** its contents: private */
  state: Record<string, unknown>;
}

const warning =
  "This file contains private state: keep it as secret as the data, never publish it, and go on from it once only.";

export function savedMechanism(
  mechanism: string,
  parts: Omit<SavedMechanism, "logstar" | "mechanism" | "warning">,
): SavedMechanism {
  return { logstar: version, mechanism, warning, ...parts };
}

/** @param saved the result of `toJSON`, or its text */
export function readSaved(mechanism: string, saved: unknown): SavedMechanism {
  const plain = parsedJson(saved);
  const isComplete = ["request", "plan", "record", "state"].every(
    (part) => typeof plain?.[part] === "object" && plain[part] !== null,
  );
  if (!isComplete || plain.mechanism !== mechanism) {
    throw new TypeError(`saved must be what ${mechanism}'s toJSON returned, got ${kindOf(saved)}`);
  }
  return plain;
}

/**
 * The noise so far and the noise to come have to be of one calibration: the proofs are about that.
 * @param plan the calibration of this version for the saved request
 */
export function samePlan(saved: SavedMechanism, plan: Record<string, unknown>) {
  const asSaved = JSON.parse(JSON.stringify(plan));
  for (const name of Object.keys(asSaved)) {
    if (name === "why" || asSaved[name] === saved.plan[name]) continue;
    throw new RangeError(
      `saved must have been calibrated as this version (${version}) does: ${name} is ${asSaved[name]} here, got ${describe(saved.plan[name])}`,
    );
  }
}

/** Numbers of a saved state: whole, from 0 to 2^53. */
export function savedNumbers(name: string, numbers: unknown): Float64Array {
  if (!Array.isArray(numbers)) {
    throw new TypeError(`saved ${name} must be an array, got ${kindOf(numbers)}`);
  }
  for (const number of numbers) {
    if (Number.isSafeInteger(number) && number >= 0) continue;
    throw new RangeError(`saved ${name} must be whole numbers from 0, got ${kindOf(number)}`);
  }
  return Float64Array.from(numbers);
}
