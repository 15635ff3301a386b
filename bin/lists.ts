// Lists and numbers in the syntax of a terminal. A list is one record of CSV, so that a name may hold a comma.

import { isoTime } from "#dist/data/iso-time.js";
import { fieldsOf } from "../demo/files/fields.js";
import { emptyWords } from "../demo/files/readings.js";
import { Failure, flagOf } from "./failures.js";

/**
 * @param name of the option
 * @param written it may be there several times
 */
export function listOf(name: string, written: string[]) {
  return written.flatMap((text) => {
    const parts = fieldsOf(text, ",");
    if (parts === undefined) {
      throw new Failure(
        `--${flagOf(name)} must be names separated by commas, with quotes around names that contain a comma ('"R&D, Oslo",Sales'), got ${text}`,
      );
    }
    return parts.map((part) => part.trim());
  });
}

/**
 * Reads names of cells.
 * @param empty words for an empty cell
 */
export function namesOf(name: string, written: string[], empty?: readonly string[]) {
  const words = emptyWords(empty);
  return listOf(name, written).map((part) => {
    if (!words.has(part.toLowerCase())) return part;
    throw new Failure(
      `--${flagOf(name)} must be names, got ${part === "" ? "an empty one" : part}: cells that say so are empty, and empty ones do not count`,
    );
  });
}

/** @param name of the option */
export function numberOf(name: string, written: string) {
  const number = written.trim() === "" ? Number.NaN : Number(written);
  if (!Number.isNaN(number)) return number;
  throw new Failure(`--${flagOf(name)} must be a number, got ${written || "nothing"}`);
}

/** Numbers or dates. */
export function edgesOf(written: string[]) {
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

/** For an option that may be there several times. */
export const collected = (one: string, before: string[] = []) => [...before, one];
