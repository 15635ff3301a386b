// Results of enumeration for the pages: the claims of tests/exact and tests/laws, and figures of errata.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testsByFile } from "../../tests/exact/listed.mjs";
import { root } from "../shell.mjs";

/** The cells of a file that tests wrote, an array per line; empty without the file. */
function rowsOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t"));
}

/**
 * One claim of a test and what enumeration found.
 * @typedef {object} Claim
 * @property {string} test
 * @property {string} mode empty unless the test goes through several
 * @property {string} neighbors
 * @property {string} scope
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} worst the largest divergence at epsilon
 * @property {number} ratio the largest log-ratio
 * @property {number} pairs
 * @property {boolean} holds
 */

/**
 * Reads the files that tests/support/verification_log.cpp wrote, one per test.
 * @returns {{ claims: Claim[], figures: { slip: string, test: string, what: string, found: string }[] }}
 */
export function readFindings(folder = join(root, "build/native/claims")) {
  const rows = testsByFile()
    .flatMap(([, names]) => names)
    .map((name) => `${name.replace(/[^A-Za-z0-9]/g, "-").slice(0, 240)}.tsv`)
    .flatMap((name) => rowsOf(join(folder, name)));
  const isFigure = ([kind]) => kind === "erratum";
  return {
    claims: rows
      .filter((row) => !isFigure(row))
      .map(([test, mode, neighbors, scope, ...numbers]) => {
        const [epsilon, delta, worst, ratio, pairs, holds] = numbers.map(Number);
        const found = { epsilon, delta, worst, ratio, pairs, holds: holds === 1 };
        return { test, mode, neighbors, scope, ...found };
      }),
    figures: rows
      .filter(isFigure)
      .map(([, slip, test, what, found]) => ({ slip, test, what, found })),
  };
}

/**
 * The result of a case of tests/laws for one kind of neighbours, enumerated through JavaScript.
 * @typedef {object} LawClaim
 * @property {string[]} exports
 * @property {string} mode
 * @property {string} neighbors
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} worst the largest divergence at epsilon, of the pair that uses most of its delta
 * @property {number} share the largest log-ratio as a share of epsilon
 * @property {number} pairs
 * @property {number} outcomes
 */

/** Reads the file that tests/laws/leave.mjs wrote. @returns {LawClaim[]} */
export function readLaws() {
  return rowsOf(join(root, "build/claims/laws/main.tsv")).map(
    ([exports, mode, neighbors, ...numbers]) => {
      const [epsilon, delta, worst, share, pairs, outcomes] = numbers.map(Number);
      const names = { exports: exports.split(","), mode, neighbors };
      return { ...names, epsilon, delta, worst, share, pairs, outcomes };
    },
  );
}

// Sums of rounded numbers have errors of this size: print 0.
export const rounded = (number) => (number < 1e-9 ? 0 : Number(number.toPrecision(2)));
export const sum = (claims, what = "pairs") =>
  claims.reduce((total, claim) => total + claim[what], 0);
export const count = (number) => number.toLocaleString("en");
/** Escapes a text for a table's cell. */
export const cell = (text) => text.replaceAll("|", "\\|");

/** A page that was built before enumeration says so. */
export const notEnumerated = "This copy was made without enumerating: `npm run verify` enumerates.";
