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
import { presentRows } from "../data/missing.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatPercent, formatScore } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { optionsOfAny, ReleaseDeclaration } from "../ledger/released.js";
import type { SelectCall, Selected } from "./call.js";
import { type Candidates, checkCandidates, checkListedOnce, scored } from "./candidates.js";
import { sensitivity } from "./fields.js";
import { selectSeveral, selectSeveralDeclaration } from "./select-several.js";

class SelectFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** for "stable", "gap" and "choosing" only: above 0, far below 1 / (number of users) */
  delta = optional(delta(), undefined);
  /**
   * "permute-and-flip" (default) and "exponential" choose from a list that everybody may know; the first
   * is never worse on average, the second adds up better in a "concentrated" ledger. "stable" is for items that
   * occur in the data: the list itself stays private, and rare items are withheld. "choosing" is the published
   * form of it, which needs more records. "gap" returns the best candidate if it leads all others clearly.
   */
  method = optional(
    choice(["permute-and-flip", "exponential", "stable", "gap", "choosing"] as const),
    "permute-and-flip",
  );
  /**
   * for lists and "gap": one record more moves all scores the same way, by 0 or 1, as counts do; halves the
   * noise. Default false.
   */
  monotone = optional(flag(), false);
  /** for "stable" and "choosing": the number of candidates to whose scores one record can add 1; default 1 */
  growth = optional(whole(), 1);
  /**
   * for "gap": the score of every candidate that is not listed. The list is private then, and candidates of no
   * more than this score do not count as listed. By default there are no others, and the list is public
   */
  others = optional({ read: number().read, kind: "number" }, undefined);
  /**
   * by how much one record moves each score at most, with at most 20 binary digits; scores are any numbers then.
   * Default 1, for whole scores
   */
  sensitivity = sensitivity();
  /**
   * where the list is private: missing candidates (null, undefined, NaN, an invalid date) are skipped (default),
   * or make the call throw, which reveals that one exists
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
  /** their number, which only a public list has */
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
 * Chooses the best of several candidates by a score, up to noise; with `k` the k best, in order.
 *
 * Privacy: (epsilon, 0), or (epsilon, delta) with a delta, if one record changes every score by at most
 * `sensitivity` (1 by default; all scores the same way, if `monotone`; as `growth` says for "stable" and
 * "choosing").
 * Source: McSherry, Talwar 2007; McKenna, Sheldon 2020; DR19 and BNS13 for "stable"; BNS13 section 2.5.3
 * (A_dist, corrected) for "gap" and section 4.1 for "choosing"; DR19 Lemma 4.2 for `k`;
 * docs/guarantees/selection.md, docs/guarantees/ranked-lists.md.
 *
 * @param candidates with scores; for private lists each item at most once (items are equal if a Map treats
 *   them as the same key)
 * @returns null, with a reason, if no candidate is frequent enough, or leads by enough; that too is a private
 *   answer
 * @throws {RangeError | TypeError}
 */
export function selectBest<T, K = never>(
  candidates: Candidates<T>,
  options: SelectCall<"here", K>,
): Selected<T, K> {
  checkCandidates(candidates);
  const once = selectionOptions(options);
  const answer =
    once?.k === undefined ? selectOne(candidates, once) : selectSeveral(candidates, once);
  return answer as Selected<T, K>;
}

/** Options read once, as `k` decides what they are. */
const selectionOptions = (options: unknown) =>
  optionsOfAny(options, selectBestDeclaration, selectSeveralDeclaration);

/** The declaration that takes these options. */
export function selectionWay(options: unknown) {
  const once = selectionOptions(options);
  return {
    way: once?.k === undefined ? selectBestDeclaration : selectSeveralDeclaration,
    options: once,
  };
}

function selectOne<T>(candidates: Candidates<T>, options: unknown) {
  const asked = selectBestDeclaration.checkCall(options);
  const { drawn, kept, record } = selectBestDeclaration.releaseAnswer(asked, () => {
    const { missing, isPrivate } = asked.request;
    const all = scored(candidates, asked.read.sensitivity);
    const [items, data] = isPrivate ? presentRows(all, missing, "candidates") : all;
    if (isPrivate) checkListedOnce(items);
    return { data, reading: { candidates: items.length }, kept: items };
  });
  return drawn === undefined
    ? { value: null, reason: nothingFound(asked.read.method), record }
    : { value: kept[drawn] as T, record };
}

const nothingFound = (method: string) =>
  method === "gap"
    ? "no candidate leads the others by enough to be named"
    : "no candidate is frequent enough to be named";

function statementOf(
  { accuracy: { error, confidence }, parameters, neighbors }: Claim,
  { sensitivity }: { sensitivity?: number },
) {
  const shown = formatScore(error, sensitivity);
  const sure = formatPercent(confidence);
  if (parameters.method === "gap") {
    return `With ${sure} confidence, the best candidate is returned if its score is at least ${shown} above every other score.`;
  }
  const holds = ["stable", "choosing"].includes(parameters.method!)
    ? `a candidate is returned if the best score is at least ${shown}`
    : `the chosen score is less than ${shown} below the best`;
  // Under replace, `monotone` does not halve the noise.
  const halves = parameters.monotone === false && neighbors === "add-remove";
  const hint = halves
    ? " If one record moves all scores the same way, by 0 or 1, `monotone: true` halves this."
    : "";
  return `With ${sure} confidence, ${holds}.${hint}`;
}

function requestOf(read: Request<SelectAccuracyFields>) {
  const { method, delta, missing, candidates = 1, others, sensitivity = 1 } = read;
  const isPure = method === "permute-and-flip" || method === "exponential";
  const isPrivate = !isPure && (method !== "gap" || others !== undefined);
  if (isPure && delta !== undefined) {
    throw new TypeError(
      `delta belongs to method "stable", "gap" or "choosing", not to "${method}"`,
    );
  }
  if (!isPrivate && missing !== undefined) {
    throw new TypeError(
      `missing belongs to method "stable", "choosing" or "gap" with others: candidates of "${method}" are public`,
    );
  }
  if (method !== "gap" && others !== undefined) {
    throw new TypeError(`others belongs to method "gap", not to "${method}"`);
  }
  return {
    ...read,
    candidates,
    sensitivity,
    isPrivate,
    delta: isPure ? 0 : number().read("delta", delta),
    missing: missing ?? "drop",
  };
}
