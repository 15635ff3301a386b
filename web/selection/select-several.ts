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
import { date, label, ledger } from "../ledger/fields.js";
import { formatPercent, formatScore, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { type Candidates, scored } from "./candidates.js";
import { sensitivity } from "./fields.js";

// The k best of a public list, in order: k draws, each from what is left.

class SelectSeveralFields {
  /** the number of candidates to return, 1 to 1,000,000, at most all */
  k = whole(2);
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** for "exponential": above 0, far below 1 / (number of users); lets k draws add up to less. Default 0 */
  delta = optional(delta(), undefined);
  /**
   * "permute-and-flip" (default; k times the number of candidates is at most 10^8) or "exponential". The second adds
   * up better: with a delta, and in a "concentrated" ledger.
   */
  method = optional(
    { ...choice(["permute-and-flip", "exponential"] as const), example: "exponential" as const },
    "permute-and-flip",
  );
  /**
   * one record more moves all scores the same way, by 0 or 1, as counts do; halves the noise. Default false.
   */
  monotone = optional(flag(), false);
  /**
   * by how much one record moves each score at most, with at most 20 binary digits; scores are any numbers then.
   * Default 1, for whole scores
   */
  sensitivity = sensitivity();
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
 * Options of `selectBest` for the k best of a public list.
 * @interface
 */
export type SelectSeveralOptions = OptionsOf<SelectSeveralFields>;

class SelectSeveralAccuracyFields extends SelectSeveralFields {
  /** the number of candidates; default k */
  candidates = optional(whole(9), undefined);
}

/**
 * Options of `accuracy.selectBest` for the k best of a public list.
 * @interface
 */
export type SelectSeveralAccuracyOptions = OptionsOf<SelectSeveralAccuracyFields>;

export const selectSeveralDeclaration = new ReleaseDeclaration({
  name: "selectBest",
  of: "RankedList",
  Fields: SelectSeveralFields,
  AccuracyOptions: SelectSeveralAccuracyFields,
  request: requestOf,
  parameters: ({ method }) => ({ method }),
  statement: statementOf,
  example: {
    data: [
      new Map([
        ["a", 3],
        ["b", 1],
        ["c", 2],
      ]),
    ],
    known: { candidates: 3 },
  },
});

/** @param options read once */
export function selectSeveral<T>(
  candidates: Candidates<T>,
  options: unknown,
): { value: T[]; record: ReleaseRecord } {
  const asked = selectSeveralDeclaration.checkCall(options);
  const { drawn, kept, record } = selectSeveralDeclaration.releaseAnswer(asked, () => {
    const [items, data] = scored(candidates, asked.read.sensitivity);
    return { data, reading: { candidates: items.length }, kept: items };
  });
  return { value: drawn.items.map((place: number) => kept[place] as T), record };
}

function requestOf(read: Request<SelectSeveralAccuracyFields>) {
  const { method, k, delta, candidates = k, sensitivity = 1 } = read;
  if (method !== "exponential" && delta !== undefined) {
    throw new TypeError(`delta belongs to method "exponential" with k, not to "${method}"`);
  }
  return {
    ...read,
    ...{ candidates, sensitivity, counts: false, protects: "records", perUser: undefined },
    delta: delta === undefined ? 0 : number().read("delta", delta),
    variant: method === "exponential" ? "peel" : method,
  };
}

function statementOf(
  { accuracy: { error, confidence } }: Claim,
  { sensitivity }: { sensitivity?: number },
) {
  return `With ${formatPercent(confidence)} confidence, no returned score is ${formatScore(error, sensitivity)} or more below that of a candidate that is left out.`;
}
