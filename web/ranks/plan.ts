import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import type { Domain } from "../data/domains.js";
import { domain } from "../data/fields.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { InteriorAlgorithm } from "./options.js";

class InteriorPlanFields {
  /** the domain, as a call takes it: its usual values weigh more; or its size as `bits` */
  domain: Optional<Domain | undefined> = optional(
    { read: domain().read, kind: "domain" },
    undefined,
  );
  /** the number of bits of its keys, 1 to 67,108,864, all of which weigh alike, as of `bigIntegers(bits)` */
  bits = optional(whole(64), undefined);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** default 0, which leaves the exponential mechanism and the pure form of cut choice */
  delta = optional(delta(), 0);
  /** default "add-remove" */
  neighbors = neighbors();
  /** default 0.95 */
  confidence = confidence();
}

/**
 * Options of `plan.interiorPoint`.
 * @interface
 */
export type InteriorPointPlanOptions = OptionsOf<InteriorPlanFields>;

/** What one algorithm needs for an interior point. */
export interface InteriorPointPlan {
  /** what to pass as `algorithm` */
  algorithm: InteriorAlgorithm;
  /**
   * how many records are enough; Infinity if it cannot run with this delta. (For "tree-log" and "heavy-paths", from
   * so many up to `parameters.mostRecords`; a larger `size` takes more.)
   */
  records: number;
  /**
   * the number of records with which half of the answers lie within smooth data: no guarantee. It is left out where
   * it is not known, of keys of more than 64 bits that are no texts
   */
  usual?: number;
  /** what a run spends */
  loss: { epsilon: number; delta: number };
  /**
   * of its calibration, as on the algorithm's page; of the exponential mechanism with a guess (`expect`) also
   * `recordsIfExpected`: how many are enough if all lie where they are expected
   */
  parameters: Record<string, number>;
  /**
   * whether `algorithm: "auto"` takes it: of those whose `usual` is at most 1.15 times the least the one with the
   * least `records`; without `usual` of all the one with the least `records`
   */
  chosen: boolean;
  /** it is chosen or not, in words */
  why: string;
}

export const interiorPointPlanDeclaration = new Declaration({
  name: "plan.interiorPoint",
  Fields: InteriorPlanFields,
});

export const leastPossibleDeclaration = new Declaration({
  name: "plan.leastPossible",
  Fields: InteriorPlanFields,
});

/**
 * How many records each algorithm needs so that, with the confidence asked for, it finds a point
 * between the smallest and the largest record, by its theorem (the pages in docs/guarantees).
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function interiorPoint(options: InteriorPointPlanOptions): InteriorPointPlan[] {
  const { request, isOfBits } = requestOf(interiorPointPlanDeclaration, options);
  const { algorithms, chosen, rankError } = call<PlansFromCore>("interiorPlans", request);
  const best = algorithms.find((one) => one.algorithm === chosen)!;
  return algorithms.map(({ available, records, usual, epsilon, delta, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? records : Number.POSITIVE_INFINITY,
    ...(usual !== undefined && { usual }),
    loss: { epsilon, delta },
    parameters:
      plan.algorithm === "exponential" ? { ...plan.parameters, rankError } : plan.parameters,
    chosen: plan.algorithm === chosen,
    why: reason(
      { available, records, usual, delta, ...plan },
      best,
      request.confidence,
      isOfBits ? " if all keys weigh alike" : "",
    ),
  }));
}

/**
 * How many records any algorithm of this privacy needs, whoever writes it: with fewer, none finds a
 * point between the smallest and the largest record with the confidence asked for, for all data. What
 * `plan.interiorPoint` says lies above it; the distance is what a better algorithm could gain at most.
 * Proved in docs/guarantees/cut-choice.md, Theorem 10, for both kinds of neighbours.
 *
 * @param options as for `plan.interiorPoint`
 * @returns a number of records
 * @throws {RangeError | TypeError}
 */
export function leastPossible(options: InteriorPointPlanOptions): number {
  return call<number>("leastPossibleRecords", requestOf(leastPossibleDeclaration, options).request);
}

function requestOf(planned: Declaration<InteriorPlanFields>, options: InteriorPointPlanOptions) {
  const { domain, bits, ...request } = planned.read(options);
  if ((domain === undefined) === (bits === undefined)) {
    throw new TypeError(`${planned.name} needs either domain or bits`);
  }
  const core = domain?.core ?? { type: "bigIntegers", bits };
  const isText = core.type === "text";
  return { request: { ...request, domain: core, text: isText }, isOfBits: bits !== undefined };
}

/** What the core says of each algorithm, which one "auto" takes, and the rank error of the exponential mechanism. */
interface PlansFromCore {
  algorithms: (Omit<InteriorPointPlan, "loss" | "chosen" | "why"> & {
    available: boolean;
    epsilon: number;
    delta: number;
  })[];
  chosen: InteriorAlgorithm;
  rankError: number;
}

/** @param measure of the exponential mechanism, in words, if it is not that of the domain */
function reason(
  {
    available,
    records,
    usual,
    delta,
    algorithm,
  }: { available: boolean; records: number; usual?: number; delta: number; algorithm: string },
  best: { records: number; usual?: number; algorithm: string },
  confidence: number,
  measure: string,
) {
  if (!available) return "It needs a delta above 0.";
  const keys = algorithm === "exponential" ? measure : "";
  const enough = `${formatCount(records)} records suffice with ${formatPercent(confidence)} confidence${keys}`;
  const half = (some: number) => `half of the answers on smooth data need ${formatCount(some)}`;
  if (algorithm === best.algorithm) {
    const first = delta === 0 ? `It needs no delta, and ${enough}` : enough;
    return usual === undefined ? `${first}.` : `${first}; ${half(usual)}.`;
  }
  // It was left out for what is usual if it promises more.
  if (records < best.records && usual !== undefined && best.usual !== undefined) {
    return `${enough}, but ${half(usual)}, and ${formatCount(best.usual)} by ${best.algorithm}.`;
  }
  return `${enough}, but ${best.algorithm} needs ${formatCount(best.records)}.`;
}
