import { describe, kindOf } from "../core/options.js";
import { parsedJson } from "../data/plain-values.js";
import { version } from "../version.js";

/**
 * What an interactive mechanism is saved as. It holds private state, which the text itself says.
 * @typedef {object} SavedMechanism
 * @property {string} logstar the version that saved it
 * @property {string} mechanism the class
 * @property {string} warning that it is as private as the data
 * @property {Record<string, any>} request what it was made with, as the ledger granted it
 * @property {Record<string, any>} plan its noise
 * @property {import("../ledger/record.js").ReleaseRecord} record what was released so far, and its guarantee
 * @property {Record<string, any>} state what it holds: private
 */

const warning =
  "This file contains private state: keep it as secret as the data, never publish it, and go on from it once only.";

/**
 * @param {string} mechanism
 * @param {Omit<SavedMechanism, "logstar" | "mechanism" | "warning">} parts
 * @returns {SavedMechanism}
 */
export function savedMechanism(mechanism, parts) {
  return { logstar: version, mechanism, warning, ...parts };
}

/**
 * @param {string} mechanism
 * @param {unknown} saved what `toJSON` returned, or its text
 * @returns {SavedMechanism}
 */
export function readSaved(mechanism, saved) {
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
 * @param {SavedMechanism} saved
 * @param {Record<string, any>} plan what this version calibrates from the saved request
 */
export function samePlan(saved, plan) {
  const asSaved = JSON.parse(JSON.stringify(plan));
  for (const name of Object.keys(asSaved)) {
    if (name === "why" || asSaved[name] === saved.plan[name]) continue;
    throw new RangeError(
      `saved must have been calibrated as this version (${version}) does: ${name} is ${asSaved[name]} here, got ${describe(saved.plan[name])}`,
    );
  }
}

/**
 * Numbers of a saved state: whole, from 0 to 2^53.
 * @param {string} name
 * @param {unknown} numbers
 * @returns {Float64Array}
 */
export function savedNumbers(name, numbers) {
  if (!Array.isArray(numbers)) {
    throw new TypeError(`saved ${name} must be an array, got ${kindOf(numbers)}`);
  }
  for (const number of numbers) {
    if (Number.isSafeInteger(number) && number >= 0) continue;
    throw new RangeError(`saved ${name} must be whole numbers from 0, got ${kindOf(number)}`);
  }
  return Float64Array.from(numbers);
}
