// The tests of tests/exact/ by file, and the mechanisms of the package: each has a manifest beside its laws,
// `<mechanism>.mechanism.mjs`. Code that goes through all mechanisms reads the manifests.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/shell.mjs";

const folder = join(root, "tests/exact");

/** Each file of a suite with the names of its tests, in order. @returns {[string, string[]][]} */
export function testsByFile(suite = "exact") {
  const folder = join(root, "tests", suite);
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const names = [...text.matchAll(/TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)].map(
        ([, name]) =>
          [...name.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
            .map(([, part]) => part.replace(/\\(.)/g, "$1"))
            .join(""),
      );
      return [file.replace("_test.cpp", ""), names];
    });
}

/** The slips of docs/errata.md that tests report figures of. @returns {Set<string>} */
export function slips() {
  const names = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), "utf8").matchAll(/Erratum \w+\("([a-z-]+)"\)/g),
    ]);
  return new Set(names.map(([, name]) => name));
}

/**
 * One mode of a mechanism.
 * @typedef {object} Mode
 * @property {string[]} [exports] whose mode it is, unless it is one of all exports of the manifest
 * @property {string} mode its name; empty if there is one only
 * @property {string} [only] the tests' claims count that name this mode, or none
 * @property {string[]} neighbors each kind that it accepts
 * @property {string[]} tests the exact tests whose claims are about it
 * @property {string[]} [controls] tests that reject a broken variant of it, unless `tests` has some
 * @property {string[]} parity the beginnings of the draws of tests/parity/draws.txt that compare it
 *
 * A call that is audited as people make it.
 * @typedef {object} AuditedCall
 * @property {{ epsilon: number, delta?: number }} claim
 * @property {(logstar: any, input: any) => unknown} run
 * @property {[unknown, unknown]} inputs neighbours, of which one record or user matters much
 * @property {number} [runs] on each input, 4,000 unless it says another number
 * @property {number} [shows] the least epsilon that the audit finds: about half of what it found, so that its silence
 *   means something
 *
 * @typedef {object} Mechanism
 * @property {string[]} [exports] the exports of the package, or names of C++, that its modes are of
 * @property {string[]} guarantees the pages of docs/guarantees with its proofs
 * @property {Mode[]} modes
 * @property {{ mistake: string, tests: string[] }[]} [mistakes] published mistakes, and the tests that reject them
 * @property {Record<string, { checked: string, tight: string }>} [prices] headers of src/ that promise its loss: what
 *   tests/prices checks of each, and whether the price is near the true one
 * @property {Record<string, AuditedCall>} [audited] by the export's name, with more after a comma
 * @property {import("../laws/check.mjs").Case[]} [laws] its laws as it is called, on data that is hard to read
 * @property {(logstar: any) => object[]} [statements] what checks its published sentence, as in tests/js/statements
 * @property {(logstar: any) => Record<string, (...given: any[]) => unknown>} [draws] its kinds of draws of
 *   tests/parity/draws.txt
 * @property {string[]} [severalTypes] arguments and options that take values of several types: "laplaceCount.0"
 * @property {[string, RegExp][]} [wrongCalls] calls that the compiler rejects, and what it says
 * @property {import("../mutations/listed.mjs").Mutation[]} [mutations] what its tests have to notice
 */

/** Each mechanism, by the path of its manifest in tests/exact. @type {Map<string, Mechanism>} */
export const mechanisms = new Map();
for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
  if (!file.endsWith(".mechanism.mjs")) continue;
  const { default: mechanism } = await import(new URL(file, import.meta.url).href);
  mechanisms.set(file, mechanism);
}

const all = [...mechanisms.values()];

/** The modes of all mechanisms. @type {(Mode & { exports: string[] })[]} */
export const modes = all.flatMap(({ exports, modes }) =>
  modes.map((mode) => ({ ...mode, exports: mode.exports ?? exports })),
);

/** Published mistakes and the tests that reject them. */
export const mistakes = all.flatMap((mechanism) => mechanism.mistakes ?? []);

/** The promises in headers of mechanisms, which tests/prices checks. */
export const prices = Object.assign({}, ...all.map((mechanism) => mechanism.prices ?? {}));

/** Calls to audit. @type {Record<string, AuditedCall>} */
export const audited = Object.assign({}, ...all.map((mechanism) => mechanism.audited ?? {}));

/** Laws as people call a mechanism; families of mechanisms have theirs in tests/laws. */
export const laws = all.flatMap((mechanism) => mechanism.laws ?? []);

/** Checkers of sentences; families have theirs in tests/js/statements. */
export const statements = (logstar) =>
  all.flatMap((mechanism) => mechanism.statements?.(logstar) ?? []);

/** Kinds of draws on record; families have theirs in tests/js. */
export const draws = (logstar) =>
  Object.assign({}, ...all.map((mechanism) => mechanism.draws?.(logstar) ?? {}));

/** Places of calls where values of several types are right. */
export const severalTypes = all.flatMap((mechanism) => mechanism.severalTypes ?? []);

/** Calls that the compiler rejects; families have theirs in tests/structure. */
export const wrongCalls = all.flatMap((mechanism) => mechanism.wrongCalls ?? []);

/** The exports that are not mechanisms, with the reason. @type {Record<string, string>} */
export const others = JSON.parse(readFileSync(join(folder, "no-mechanisms.json"), "utf8"));
