import { Declaration } from "../core/declaration.js";
import { choice, flag, type OptionsOf, optional, type Request, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { perUser } from "../data/fields.js";
import { limitOf } from "../data/per-user.js";
import { boundedTasks, leastPossibleFor } from "../ledger/least-possible.js";
import { InteriorPlanFields, requestOf as interiorRequestOf } from "./plan.js";

class LeastPossibleFields extends InteriorPlanFields {
  /**
   * what is asked of the data, a function's name, or "sums" for sums over any k of the items; default
   * "interiorPoint"
   */
  task = optional(choice(["interiorPoint", ...boundedTasks] as const), "interiorPoint");
  /**
   * how many points, items or candidates there are, in place of `domain` and `bits`; "learnPoint" and "topK" may have
   * any number, by default
   */
  candidates = optional({ ...whole(), example: undefined }, undefined);
  /**
   * for "sums", "selectBest" and "topK": how many at once, 1 (default) to 1,000,000; for "learnRectangle" the number of
   * axes, each with as many keys
   */
  k = optional(whole(), 1);
  /** for "topK" with candidates: the maximum number of items per user; default Infinity */
  perUser = optional({ ...perUser(), example: undefined }, undefined);
  /** for "quasiConcaveMax" and "selectBest": one record more moves all scores the same way; default false */
  monotone = optional(flag(), false);
}

/**
 * Options of `plan.leastPossible`.
 * @interface
 */
export type LeastPossibleOptions = OptionsOf<LeastPossibleFields>;

export const leastPossibleDeclaration = new Declaration({
  name: "plan.leastPossible",
  Fields: LeastPossibleFields,
  example: { options: { bits: 64 } },
});

/**
 * What no algorithm of this privacy can promise with this confidence for all data. The promises of this package lie above
 * it; the difference is the maximum gain of a better algorithm. Proved in docs/guarantees/least-possible.md, and for
 * "interiorPoint" in docs/guarantees/cut-choice.md, Theorem 10.
 *
 * @returns for "interiorPoint" the least number of records; for "quasiConcaveMax" the least error; for "learnPoint" the
 *   least number of errors of a rule that gives label 1 to one item at most, for "learnThreshold" that of a threshold,
 *   for "learnRectangle" that of a box; for "sanitizePoints", "sanitizeThresholds" and "sums" the least error in records
 *   of all counts, numbers or sums at once; for "selectBest", and "topK" of a list, how far a returned one is below one
 *   left out, at least; for "topK" without a list the number of users from which an item is named with this confidence,
 *   at least, if one without users never is. Infinity if nothing can be
 *   promised, 0 if nothing is excluded.
 * @throws {RangeError | TypeError}
 */
export function leastPossible(options: LeastPossibleOptions): number {
  const { task, candidates, k, perUser, monotone, ...read } =
    leastPossibleDeclaration.read(options);
  if (task === "interiorPoint") {
    refuseOthers({ candidates, perUser, ...(k !== 1 && { k }), ...(monotone && { monotone }) });
    return call<number>(
      "leastPossibleRecords",
      interiorRequestOf("plan.leastPossible", read).request,
    );
  }
  const { domain, bits, ...shared } = read;
  const bounded = {
    ...shared,
    ...{ task, k, monotone, candidates },
    domain: domain?.core ?? (bits === undefined ? undefined : { type: "bigIntegers", bits }),
    perUser: perUser === undefined ? undefined : limitOf(perUser),
  };
  checkOneSize(task, { domain, bits, candidates });
  return leastPossibleFor(bounded);
}

function refuseOthers(options: Partial<Request<LeastPossibleFields>>) {
  for (const [name, given] of Object.entries(options)) {
    if (given === undefined) continue;
    throw new TypeError(`${name} belongs to other tasks than "interiorPoint"`);
  }
}

function checkOneSize(task: string, sizes: object) {
  const given = Object.values(sizes).filter((one) => one !== undefined).length;
  const least = task === "learnPoint" || task === "topK" ? 0 : 1;
  if (given >= least && given <= 1) return;
  throw new TypeError(
    `plan.leastPossible needs ${least === 0 ? "at most one" : "exactly one"} of domain, bits and candidates for ${task}`,
  );
}
