import { call } from "../core/load.js";
import { numberOption, wholeOption } from "../core/options.js";
import { isCountedRows } from "../data/histogram.js";
import { limitOf } from "../data/per-user.js";
import { kBarOf, statementOf } from "./options.js";
import { checkMaySpread, isOfEveryItem } from "./rows.js";
import { aboveStatement } from "./threshold.js";
import { everyItemOf, headOf } from "./top-k.js";

/**
 * One of the two ways in which a session answers.
 * @typedef {object} Way
 * @property {string} of its name in the core
 * @property {(question: { k: number, kBar?: number, perUser: number | "spread" }) => any} asked a question as
 *   the core takes it
 * @property {(rows: any, perUser: number | "spread" | undefined, isChosen: boolean) => void} checkKind refuses rows by
 *   what is public of them; `isChosen`: nobody has named the way
 * @property {(rows: any, isChosen: boolean) => void} checkRead the same by what they hold
 * @property {(rows: any, asked: any) => { items: any[], counts: Float64Array }} read
 * @property {(claim: import("../ledger/release.js").Claim) => string} statement
 * @property {(plain: any) => any} stateOf what was saved, as the core takes it
 */

/** @type {Way} */
export const byDraws = {
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

/** @type {Way} */
export const byThreshold = {
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

/** @param {{ returned: unknown, called: unknown }} plain */
const usedOf = ({ returned, called }) => ({
  returned: wholeOption("returned", returned),
  called: wholeOption("called", called),
});

/**
 * The terms of a session as the core takes them, and the way it answers.
 * @param {any} read its options
 * @param {{ hasLedger: boolean, unit: import("../ledger/unit.js").Unit | undefined }} context
 * @returns {{ way: Way, terms: any, isChosen: boolean }}
 */
export function wayOf({ variant, perUser, kBar, confidence, ...terms }, { hasLedger, unit }) {
  const draws = {
    ...terms,
    optimised: variant === "optimised-threshold",
    refundable: hasLedger,
  };
  const steps = {
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
    call("chooseTopKSession", draws, { ...steps, confidence }).threshold
  ) {
    return { way: byThreshold, terms: steps, isChosen: true };
  }
  return { way: byDraws, terms: draws, isChosen: false };
}
