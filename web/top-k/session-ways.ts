import { call } from "../core/load.js";
import { numberOption, wholeOption } from "../core/options.js";
import { isCountedRows, type Rows } from "../data/histogram.js";
import { limitOf } from "../data/per-user.js";
import type { Claim } from "../ledger/release.js";
import type { Unit } from "../ledger/unit.js";
import { kBarOf, statementOf } from "./options.js";
import { checkMaySpread, isOfEveryItem } from "./rows.js";
import { aboveStatement } from "./threshold.js";
import { everyItemOf, headOf, type ItemCounts } from "./top-k.js";

/** A question as the core takes it. */
type ByDraws = { k: number; kBar: number; perUser: number | undefined; spread?: undefined };
type ByThreshold = { k: number; perUser: number | undefined; spread: boolean };

/** The limits of a session. */
interface Totals {
  outcomes: number;
  calls: number;
  epsilon: number;
  delta: number;
  neighbors: "add-remove" | "replace";
}

/** The limits as the core takes them, with the facts of one way. */
export interface Terms extends Totals {
  optimised?: boolean;
  refundable?: boolean;
  perUser?: number;
  protects?: "records" | "users";
}

/** One of the two ways of a session: methods, as each has its own questions. */
export interface Way<Asked = ByDraws | ByThreshold> {
  /** its name in the core */
  of: string;
  /** a question as the core takes it */
  asked(question: { k: number; kBar?: number; perUser: number | "spread" }): Asked;
  /** rejects rows by their public facts; `isChosen`: the session chose the way, not the caller */
  checkKind(rows: Rows, perUser: number | "spread" | undefined, isChosen: boolean): void;
  /** rejects rows by their contents */
  checkRead(rows: Rows, isChosen: boolean): void;
  read(rows: Rows, asked: Asked & { missing: "drop" | "throw" }): ItemCounts;
  statement: (claim: Claim) => string;
  /** the saved state as the core takes it */
  stateOf(plain: Record<string, unknown>): object;
}

export const byDraws: Way<ByDraws> = {
  of: "TopKSession",
  asked: ({ k, kBar, perUser }) => {
    if (perUser !== "spread") return { k, kBar: kBarOf(kBar, k), perUser: limitOf(perUser) };
    throw new TypeError(
      'perUser must be a whole number or Infinity in a session that draws, got "spread"',
    );
  },
  checkKind: () => {},
  checkRead: () => {},
  read: headOf,
  statement: statementOf,
  stateOf: ({ itemEpsilon, callDelta, returned, called }) => ({
    itemEpsilon: numberOption("itemEpsilon", itemEpsilon),
    callDelta: numberOption("callDelta", callDelta),
    ...usedOf({ returned, called }),
  }),
};

const heads = "whose variant is not named: they may be the highest counts alone";

export const byThreshold: Way<ByThreshold> = {
  of: "ThresholdSession",
  asked: ({ k, kBar, perUser }) => {
    if (kBar === undefined) {
      return { k, perUser: limitOf(perUser), spread: perUser === "spread" };
    }
    throw new TypeError(`kBar belongs to sessions that draw, got ${kBar}`);
  },
  checkKind: (rows, perUser, isChosen) => {
    checkMaySpread(rows, perUser);
    if (!isChosen || Array.isArray(rows) || isOfEveryItem(rows, perUser)) return;
    throw new TypeError(`rows must not be a histogram in a session ${heads}`);
  },
  checkRead: (rows, isChosen) => {
    if (!isChosen || !isCountedRows(rows)) return;
    throw new TypeError(`rows must not be { item, count } in a session ${heads}`);
  },
  read: everyItemOf,
  statement: aboveStatement,
  stateOf: ({ grantedEpsilon, grantedDelta, sum, returned, called }) => ({
    grantedEpsilon: numberOption("grantedEpsilon", grantedEpsilon),
    grantedDelta: numberOption("grantedDelta", grantedDelta),
    sum: `${sum}`,
    ...usedOf({ returned, called }),
  }),
};

const usedOf = ({ returned, called }: { returned: unknown; called: unknown }) => ({
  returned: wholeOption("returned", returned),
  called: wholeOption("called", called),
});

/**
 * The terms of a session as the core takes them, and the way it answers.
 * @param read its options
 */
export function wayOf(
  {
    variant,
    perUser,
    kBar,
    confidence,
    ...terms
  }: Totals & {
    variant: string;
    perUser: number | "spread" | undefined;
    kBar: number | undefined;
    confidence: number;
  },
  { hasLedger, unit }: { hasLedger: boolean; unit: Unit | undefined },
): { way: Way; terms: Terms; isChosen: boolean } {
  const draws = {
    ...terms,
    optimised: variant === "optimised-threshold",
    refundable: hasLedger,
  };
  const steps: Terms = {
    ...terms,
    perUser: perUser === undefined ? 1 : limitOf(perUser),
    protects: unit === "record" ? "records" : "users",
  };
  const mayBeEither =
    kBar === undefined && perUser !== undefined && perUser !== Number.POSITIVE_INFINITY;
  if (variant === "threshold") return { way: byThreshold, terms: steps, isChosen: false };
  if (
    variant === "auto" &&
    mayBeEither &&
    call<{ threshold: boolean }>("chooseTopKSession", draws, { ...steps, confidence }).threshold
  ) {
    return { way: byThreshold, terms: steps, isChosen: true };
  }
  return { way: byDraws, terms: draws, isChosen: false };
}
