import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  levels,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import type { Domain } from "../data/domains.js";
import { domain } from "../data/fields.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { InteriorAlgorithm } from "./options.js";

export class InteriorPlanFields {
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

class InteriorPointPlanFields extends InteriorPlanFields {
  /** how often the domain is shrunk, 1 to 3, as for `interiorPoint` */
  levels = levels();
  /** the number of records on either side of the answer, as for `interiorPoint` */
  depth = optional(whole(2), undefined);
}

/**
 * Options of `plan.interiorPoint`.
 * @interface
 */
export type InteriorPointPlanOptions = OptionsOf<InteriorPointPlanFields>;

/** The needs of one algorithm that finds an interior point. */
export interface InteriorPointPlan {
  /** the value of `algorithm` */
  algorithm: InteriorAlgorithm;
  /**
   * the sufficient number of records; Infinity if it cannot run with this delta. (For "tree-log" and "heavy-paths"
   * this holds up to `parameters.mostRecords`; a larger `size` needs more.)
   */
  records: number;
  /**
   * the number of records with which half of the answers lie within smooth data: no guarantee. Absent if
   * unknown, as for keys of more than 64 bits other than text
   */
  usual?: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** no algorithm of the requested privacy needs fewer records: `plan.leastPossible` */
  leastPossible: number;
  /**
   * of its calibration, as on the algorithm's page. The exponential mechanism with a guess (`expect`) also has
   * `recordsIfExpected`: the sufficient number of records if all lie within the guess
   */
  parameters: Record<string, number>;
  /**
   * whether `algorithm: "auto"` takes it. Candidates have a `usual` of at most 1.15 times the minimum, or are
   * all algorithms if `usual` is absent; "auto" takes the candidate with the smallest `records`
   */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

export const interiorPointPlanDeclaration = new Declaration({
  name: "plan.interiorPoint",
  Fields: InteriorPointPlanFields,
});

/**
 * Returns the number of records that each algorithm needs to find a point between the smallest and the largest
 * record, with the requested confidence, by its theorem (the pages in docs/guarantees).
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function interiorPoint(options: InteriorPointPlanOptions): InteriorPointPlan[] {
  const { name } = interiorPointPlanDeclaration;
  const { request, isOfBits } = requestOf(name, interiorPointPlanDeclaration.read(options));
  const { algorithms, chosen, rankError } = call<PlansFromCore>("interiorPlans", request);
  const best = algorithms.find((one) => one.algorithm === chosen)!;
  const leastPossible = call<number>("leastPossibleRecords", request);
  return algorithms.map(({ available, records, usual, epsilon, delta, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? records : Number.POSITIVE_INFINITY,
    ...(usual !== undefined && { usual }),
    loss: { epsilon, delta },
    leastPossible,
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
 * The core's request.
 * @param name of the function, for errors
 */
export function requestOf(name: string, { domain, bits, ...request }: Request<InteriorPlanFields>) {
  if ((domain === undefined) === (bits === undefined)) {
    throw new TypeError(`${name} needs either domain or bits`);
  }
  const core = domain?.core ?? { type: "bigIntegers", bits };
  const isText = core.type === "text";
  return { request: { ...request, domain: core, text: isText }, isOfBits: bits !== undefined };
}

/** The core's facts on each algorithm, the choice of "auto", and the rank error of the exponential mechanism. */
interface PlansFromCore {
  algorithms: (Omit<InteriorPointPlan, "loss" | "chosen" | "why"> & {
    available: boolean;
    epsilon: number;
    delta: number;
  })[];
  chosen: InteriorAlgorithm;
  rankError: number;
}

/** @param measure the exponential mechanism's measure in words, if other than the domain's */
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
  // Its promise may be better and its usual error worse.
  if (records < best.records && usual !== undefined && best.usual !== undefined) {
    return `${enough}, but ${half(usual)}, and ${formatCount(best.usual)} by ${best.algorithm}.`;
  }
  return `${enough}, but ${best.algorithm} needs ${formatCount(best.records)}.`;
}
