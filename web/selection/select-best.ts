import {
  choice,
  confidence,
  delta,
  flag,
  neighbors,
  number,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { attached } from "../data/attached.js";
import { presentRows } from "../data/missing.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";

class SelectFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** for "stable" only: above 0, far below 1 / (number of users) */
  delta = optional(delta(), undefined);
  /**
   * "permute-and-flip" (default) and "exponential" choose from a list that everybody may know; the first
   * is never worse on average, the second adds up better in a "concentrated" ledger. "stable" is for items that
   * occur in the data: the list itself stays private, and rare items are withheld.
   */
  method = optional(
    choice(["permute-and-flip", "exponential", "stable"] as const),
    "permute-and-flip",
  );
  /**
   * for lists: one record more moves all scores the same way, by 0 or 1, as counts do; halves the noise.
   * Default false.
   */
  monotone = optional(flag(), false);
  /** for "stable": the number of candidates to whose scores one record can add 1; default 1 */
  growth = optional(whole(), 1);
  /**
   * for "stable": missing candidates (null, undefined, NaN, an invalid date) are skipped (default), or make the
   * call throw, which reveals that one exists
   */
  missing = optional(choice(["drop", "throw"] as const), undefined);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `selectBest`.
 * @interface
 */
export type SelectOptions = OptionsOf<SelectFields>;

class SelectAccuracyFields extends SelectFields {
  /** their number, which "stable" needs not know */
  candidates = optional(whole(), 0);
}

/**
 * Options of `accuracy.selectBest`.
 * @interface
 */
export type SelectAccuracyOptions = OptionsOf<SelectAccuracyFields>;

export const selectBestDeclaration = new ReleaseDeclaration({
  name: "selectBest",
  of: "Choice",
  Fields: SelectFields,
  AccuracyOptions: SelectAccuracyFields,
  request: requestOf,
  statement: statementOf,
  example: {
    data: [
      new Map([
        ["a", 3],
        ["b", 1],
      ]),
    ],
    options: { method: "stable" },
    known: { candidates: 2 },
  },
});

/**
 * Chooses the best of several candidates by a score, up to noise.
 *
 * Privacy: (epsilon, 0), or (epsilon, delta) for "stable", if one record changes every score by at most
 * 1 (by 0 or 1, all the same way, if `monotone`; as `growth` says for "stable").
 * Source: McSherry, Talwar 2007; McKenna, Sheldon 2020; DR19 and BNS13 for "stable";
 * docs/guarantees/selection.md.
 *
 * @param candidates with whole scores; for "stable" each item at most once (items are equal if a Map treats
 *   them as the same key)
 * @returns null, with a reason, if "stable" finds no candidate frequent enough; that too is a private answer
 * @throws {RangeError | TypeError}
 */
export function selectBest<T>(
  candidates: Map<T, number> | Iterable<{ item: T; score: number }>,
  options: SelectOptions,
): { value: T | null; reason?: string; record: ReleaseRecord } {
  checkCandidates(candidates);
  const asked = selectBestDeclaration.checkCall(options);
  const { drawn, kept, record } = selectBestDeclaration.releaseAnswer(asked, () => {
    const { method, missing } = asked.request;
    const stable = method === "stable";
    const all = scored(candidates);
    const [items, data] = stable ? presentRows(all, missing, "candidates") : all;
    if (stable) checkListedOnce(items);
    return { data, reading: { candidates: items.length }, kept: items };
  });
  return drawn === undefined
    ? { value: null, reason: "no candidate is frequent enough to be named", record }
    : { value: kept[drawn] as T, record };
}

function statementOf({ accuracy: { error, confidence }, parameters, neighbors }: Claim) {
  const holds =
    parameters.method === "stable"
      ? `a candidate is returned if the best score is at least ${formatCount(error)}`
      : `the chosen score is less than ${formatCount(error)} below the best`;
  // Under replace, `monotone` does not halve the noise.
  const halves = parameters.monotone === false && neighbors === "add-remove";
  const hint = halves
    ? " If one record moves all scores the same way, by 0 or 1, `monotone: true` halves this."
    : "";
  return `With ${formatPercent(confidence)} confidence, ${holds}.${hint}`;
}

function requestOf(read: Request<SelectAccuracyFields>) {
  const { method, delta, missing, candidates = 1 } = read;
  const isStable = method === "stable";
  if (!isStable && delta !== undefined) {
    throw new TypeError(`delta belongs to method "stable", not to "${method}"`);
  }
  if (!isStable && missing !== undefined) {
    throw new TypeError(`missing belongs to method "stable": candidates of "${method}" are public`);
  }
  return {
    ...read,
    candidates,
    delta: isStable ? number().read("delta", delta) : 0,
    missing: missing ?? "drop",
  };
}

/** `growth` bounds the number of candidates that one record can raise, so an item must not be two of them. */
function checkListedOnce(items: unknown[]) {
  const seen = new Set();
  for (const item of items) {
    if (seen.has(item)) {
      throw new RangeError("candidates must be grouped: one item occurs twice");
    }
    seen.add(item);
  }
}

/** The check reads no candidate. */
function checkCandidates(candidates: unknown) {
  if (
    typeof candidates === "string" ||
    typeof (candidates as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== "function"
  ) {
    throw new TypeError(
      `candidates must be a Map or an iterable of { item, score }, got ${kindOf(candidates)}`,
    );
  }
  attached(candidates, "candidates");
}

function scored<T>(
  candidates: Map<T, number> | Iterable<{ item: T; score: number }>,
): [items: T[], scores: Float64Array] {
  const pairs: [T, number][] =
    candidates instanceof Map
      ? [...candidates]
      : Array.from(candidates, (candidate) => [candidate?.item, candidate?.score]);
  for (const [, score] of pairs) {
    if (!Number.isSafeInteger(score) || Math.abs(score) > 2 ** 52) {
      throw new TypeError(`scores must be whole numbers within +-2^52, got ${kindOf(score)}`);
    }
  }
  return [pairs.map(([item]) => item), Float64Array.from(pairs, ([, score]) => score)];
}
