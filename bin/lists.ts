// Lists and numbers as they are written in a terminal. A list is one record of CSV, so that a name may hold a comma.

import { fieldsOf } from "../demo/files/fields.js";
import { emptyWords } from "../demo/files/readings.js";
import { isoTime } from "../dist/data/iso-time.js";
import { Failure, flagOf } from "./failures.js";

/**
 * @param {string} name of the option
 * @param {string[]} written it may be there several times
 */
export function listOf(name, written) {
  return written.flatMap((text) => {
    const parts = fieldsOf(text, ",");
    if (parts === undefined) {
      throw new Failure(
        `--${flagOf(name)} must be names with commas between them, those that hold a comma in quotes ('"R&D, Oslo",Sales'), got ${text}`,
      );
    }
    return parts.map((part) => part.trim());
  });
}

/**
 * The same of what cells are to be called.
 * @param {string} name
 * @param {string[]} written
 * @param {string[]} [empty] texts that stand for an empty cell
 */
export function namesOf(name, written, empty) {
  const words = emptyWords(empty);
  return listOf(name, written).map((part) => {
    if (!words.has(part.toLowerCase())) return part;
    throw new Failure(
      `--${flagOf(name)} must be names, got ${part === "" ? "an empty one" : part}: cells that say so are empty, and empty ones do not count`,
    );
  });
}

/** @param {string} name of the option @param {string} written */
export function numberOf(name, written) {
  const number = written.trim() === "" ? Number.NaN : Number(written);
  if (!Number.isNaN(number)) return number;
  throw new Failure(`--${flagOf(name)} must be a number, got ${written || "nothing"}`);
}

/** Numbers or dates. @param {string[]} written */
export function edgesOf(written) {
  return listOf("edges", written).map((part) => {
    const number = part === "" ? Number.NaN : Number(part);
    if (!Number.isNaN(number)) return number;
    const time = isoTime(part);
    if (!Number.isNaN(time)) return new Date(time);
    throw new Failure(
      `--edges must be numbers or dates in ISO 8601 (2026-03-29, 2026-03-29 02:30:00Z), got ${part || "nothing"}`,
    );
  });
}

/** For an option that may be there several times. @param {string} one @param {string[]} [before] */
export const collected = (one, before = []) => [...before, one];
