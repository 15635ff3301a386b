import { Declaration } from "../core/declaration.js";
import {
  numberThat,
  type Optional,
  type OptionsOf,
  optional,
  wholeWithin,
} from "../core/fields.js";
import { describe, kindOf } from "../core/options.js";
import { seed } from "../core/seeded-bytes.js";

class AuditFields<Answer = unknown> {
  /** the claim, 0 or more */
  epsilon = numberThat("0 or more", (x) => x >= 0 && x < Infinity);
  /** the claim, 0 or more and below 1; default 0 */
  delta = optional(
    numberThat("0 or more and below 1", (x) => x >= 0 && x < 1),
    0,
  );
  /** the number of runs on each of the two inputs, 100 to 100,000,000; default 20,000 */
  runs = optional(wholeWithin(100, 100_000_000), 20_000);
  /** the probability with which the bound may be false, above 0 and below 1; default 1e-6 */
  alpha = optional(
    numberThat("above 0 and below 1", (x) => x > 0 && x < 1),
    1e-6,
  );
  /**
   * a function of an answer that returns the plain data to compare; one number that separates the inputs shows
   * more than a large object; default: the whole answer
   */
  statistic: Optional<(answer: Answer) => unknown> = optional(
    { read: functionOfAnswer, kind: "function" },
    asItIs,
  );
  /** the seed for the order of the inputs in each pair of runs, a whole number; default 1 */
  seed = optional(seed(), 1);
}

/**
 * The claim, and the effort of the search.
 * @interface
 */
export type AuditOptions<Answer = unknown> = OptionsOf<AuditFields<Answer>>;

export const auditDeclaration = new Declaration({ name: "audit", Fields: AuditFields });

/** The arguments of `audit`, checked and complete. */
export function auditTerms(mechanism: unknown, inputs: unknown, options: unknown) {
  const terms = auditDeclaration.read(options);
  if (typeof mechanism !== "function") {
    throw new TypeError(`mechanism must be a function of the data, got ${describe(mechanism)}`);
  }
  if (!Array.isArray(inputs) || inputs.length !== 2) {
    const got = Array.isArray(inputs) ? `an array of ${inputs.length}` : kindOf(inputs);
    throw new TypeError(`inputs must be an array of two neighbouring inputs, got ${got}`);
  }
  return terms;
}

const asItIs = (answer: unknown) => answer;

function functionOfAnswer(name: string, value: unknown) {
  if (typeof value === "function") return value as (answer: unknown) => unknown;
  throw new TypeError(`${name} must be a function of an answer, got ${describe(value)}`);
}
