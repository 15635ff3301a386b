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
import { type Bounded, leastPossibleFor } from "../ledger/least-possible.js";
import { formatCount, formatPercent } from "../ledger/record.js";

class PlanFields {
  /** the maximum error, as a share of the records, 0.001 to 1 */
  accuracy = number(0.1);
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** default "add-remove" */
  neighbors = neighbors();
  /** default 0.95 */
  confidence = confidence();
}

class PointsPlanFields extends PlanFields {
  /** above 0, far below 1 / (number of records) */
  delta = delta();
  /** the number of items at once; default 1 */
  items = optional(whole(), 1);
}

class ThresholdsPlanFields extends PlanFields {
  /** the possible values, of at most 64 bits; default: `reals()` */
  domain: Optional<Domain<unknown>> = domain();
  /** default 0, which leaves the methods without a delta */
  delta = optional(delta(), 0);
}

/**
 * Options of `plan.sanitizePoints`.
 * @interface
 */
export type PointsPlanOptions = OptionsOf<PointsPlanFields>;

/**
 * Options of `plan.sanitizeThresholds`.
 * @interface
 */
export type ThresholdsPlanOptions = OptionsOf<ThresholdsPlanFields>;

/** The needs of one method that sanitizes data. */
export interface SanitizerPlan {
  /** the value of `method` */
  method: string;
  /**
   * the sufficient number of records for an error of at most `accuracy` of them; Infinity if the method cannot
   * promise that with these options
   */
  records: number;
  /** of "quantiles" and "slices": the value of `points` */
  points?: number;
  /**
   * no method of the requested privacy needs fewer records for an error of at most `accuracy` that holds for all
   * values at once, for "stable" of `sanitizePoints` for `items` items at once: `plan.leastPossible`, divided by the
   * accuracy
   */
  leastPossible: number;
  /**
   * of "quantiles" and "slices": the sufficient number of independent draws for an error of at most `accuracy` of
   * the population that they come from, with up to twice the failure probability
   */
  freshRecords?: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** whether `method: "auto"` takes it */
  chosen: boolean;
  /** its promise in words */
  why: string;
}

export const sanitizePointsPlanDeclaration = new Declaration({
  name: "plan.sanitizePoints",
  Fields: PointsPlanFields,
});

/**
 * Returns the number of records that `sanitizePoints` needs so that, with the requested confidence, an item's count is
 * off by at most a share `accuracy` of them: by "stable" the count of any item chosen beforehand, by SanPoints
 * ("rounds", "paper") the counts of all items at once.
 *
 * @returns one for each method
 * @throws {RangeError | TypeError}
 */
export function planSanitizedPoints(options: PointsPlanOptions): SanitizerPlan[] {
  const request = sanitizePointsPlanDeclaration.read(options);
  const { epsilon, delta, accuracy, items, ...shared } = request;
  const plans = call<{ method: string; offBy: number; records: number }[]>("pointsPlan", request);
  const share = formatPercent(accuracy);
  const why = ({ method, offBy, records }: (typeof plans)[number]) => {
    if (!Number.isFinite(records)) return "No number of records is enough at this loss.";
    return method === "stable"
      ? `Counts are off by at most ${formatCount(offBy)}: ${share} of ${formatCount(records)} records.`
      : `From there on every item's share is off by at most ${share}, of all items at once.`;
  };
  const leastOf = (asked: Pick<Bounded, "domain" | "candidates">) =>
    leastRecords(accuracy, { epsilon, delta, ...shared, task: "sanitizePoints", ...asked });
  // The items that are asked for, and one that the other records have.
  const leastOfSome = leastOf({ candidates: items + 1 });
  const leastOfAll = leastOf(manyItems);
  return plans.map((plan) => ({
    method: plan.method,
    records: plan.records,
    leastPossible: plan.method === "stable" ? leastOfSome : leastOfAll,
    loss: { epsilon, delta },
    chosen: plan.method === "stable",
    why: why(plan),
  }));
}

/** There is no domain, so there are as many items as one likes: the most that the core takes. */
const manyItems = { domain: { type: "bigIntegers", bits: 2 ** 20 } };

/** An error of half of the records needs no data. */
const leastRecords = (accuracy: number, bounded: Bounded) =>
  accuracy < 0.5 ? Math.max(1, Math.ceil(leastPossibleFor(bounded) / accuracy)) : 1;

export const sanitizeThresholdsPlanDeclaration = new Declaration({
  name: "plan.sanitizeThresholds",
  Fields: ThresholdsPlanFields,
});

/**
 * Returns the number of records that `sanitizeThresholds` needs so that, with the requested confidence, the share of
 * records at or below any value is off by at most `accuracy`.
 *
 * @returns one for each method; "counts" if the domain has at most 1,024 values
 * @throws {RangeError | TypeError}
 */
export function planSanitizedThresholds(options: ThresholdsPlanOptions): SanitizerPlan[] {
  const { domain, ...request } = sanitizeThresholdsPlanDeclaration.read(options);
  const { epsilon, delta } = request;
  const plan = call<{
    points: number;
    records: number;
    maxTies: number;
    freshRecords: number;
    slicedPoints: number;
    slicedRecords: number;
    slicedFreshRecords: number;
    countedRecords: number;
    leastSize: number;
  }>("distributionPlan", { ...request, domain: domain.core });
  const { points, records, maxTies, freshRecords, countedRecords, leastSize } = plan;
  const hasSlices = Number.isFinite(plan.slicedPoints);
  const isFew = Number.isFinite(countedRecords);
  const leastPossible = leastRecords(request.accuracy, {
    ...request,
    ...{ task: "sanitizeThresholds", domain: domain.core },
  });
  return [
    ...(isFew ? [{ ...countsPlan(countedRecords, epsilon), leastPossible }] : []),
    {
      method: "quantiles",
      records,
      leastPossible,
      points,
      freshRecords,
      loss: { epsilon, delta: 0 },
      chosen: !isFew && !hasSlices,
      why: `That is enough with points: ${points}, if no value occurs more than ${formatCount(maxTies)} times.`,
    },
    ...(hasSlices
      ? [
          {
            method: "slices",
            records: plan.slicedRecords,
            leastPossible,
            points: plan.slicedPoints,
            freshRecords: plan.slicedFreshRecords,
            loss: { epsilon, delta },
            chosen: !isFew,
            why: `That is enough with points: ${plan.slicedPoints}.`,
          },
        ]
      : []),
    {
      method: "paper",
      records: leastSize,
      leastPossible,
      loss: { epsilon, delta },
      chosen: false,
      why: whyIntervals(delta, leastSize),
    },
  ];
}

function countsPlan(records: number, epsilon: number) {
  const why = "Each value of the domain is counted.";
  return { method: "counts", records, loss: { epsilon, delta: 0 }, chosen: true, why };
}

function whyIntervals(delta: number, leastSize: number) {
  if (delta === 0) return "It needs a delta above 0.";
  return Number.isFinite(leastSize)
    ? `It promises that from a declared size of ${formatCount(leastSize)}.`
    : "No size that can be declared is enough.";
}
