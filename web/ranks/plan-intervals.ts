import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  type Needed,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { numberOption, wholeOption } from "../core/options.js";
import type { Domain } from "../data/domains.js";
import { aboutColumns, domain } from "../data/fields.js";
import { flat, type Values } from "../data/values.js";
import { intervalRequest } from "./intervals.js";

class IntervalPlanFields {
  /** which quantile; default 0.5, the median */
  q = optional(number(0.9), 0.5);
  /** the privacy loss of the value and its interval together, 1e-9 to 10,000 */
  epsilon = number();
  /** as `interval` of `median` */
  of = choice(["data", "population"] as const);
  /** for how many records, each 1 to 2^40 */
  records: Needed<readonly number[]> = {
    kind: "list of whole numbers",
    example: [200, 1000],
    read: (name, value) =>
      Array.from(flat(value as Values, name), (one) => wholeOption(name, one, 1, 2 ** 40)),
  };
  /** as for `median` */
  delta = optional({ ...delta(), example: undefined }, 0);
  /** as for `median` */
  domain: Optional<Domain<unknown>> = domain();
  /** as for `median` */
  neighbors = neighbors();
  /** that no interval is returned that misses; default 0.95 */
  confidence = confidence();
  /** as for `median` */
  intervalShare = optional({ kind: "number", read: numberOption, example: 0.4 }, undefined);
}

/**
 * Options of `plan.interval`.
 * @interface
 */
export type IntervalPlanOptions = OptionsOf<IntervalPlanFields>;

/** The expected interval, in records. How wide it is in values depends on the data. */
export interface IntervalPlan {
  /** the number of records */
  records: number;
  /** how far it has to reach beyond the quantile's rank; left out if there would be no interval */
  target?: number;
  /** its usual half-width on smooth data; no guarantee */
  usual?: number;
  /** the half-width that sampling alone asks for; 0 of the data */
  withoutPrivacy: number;
  /** which ends it has */
  sides: "both" | "low" | "high" | "none";
}

export const intervalPlanDeclaration = new Declaration({
  name: "plan.interval",
  Fields: IntervalPlanFields,
});

/**
 * How many records an interval of `median` or `quantile` will span, for several numbers of records: before any data is
 * touched. The figures are numbers of records only: the width in values depends on the data.
 *
 * @returns one entry for each number of records
 * @throws {RangeError | TypeError}
 */
export function intervalPlan(options: IntervalPlanOptions): IntervalPlan[] {
  const { of, records, ...read } = intervalPlanDeclaration.read(options);
  const all = { ...read, interval: of, outside: "clamp" as const, missing: "drop" as const };
  const request = {
    ...aboutColumns.request(all),
    ...intervalRequest(all, false),
    algorithm: "auto",
    leastPromise: false,
    abstain: true,
    mustAbstain: false,
    text: false,
  };
  return records.map((one) => ({
    records: one,
    ...call<Omit<IntervalPlan, "records">>("intervalPlan", { ...request, records: one }),
  }));
}
