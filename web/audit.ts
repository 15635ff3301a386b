/**
 * Looks for proof that a function is less private than it claims: `import { audit } from "logstar/audit"`.
 * For tests of your own code, on made-up data.
 * @module
 */

import { epsilonAtLeast } from "./audit/bounds.js";
import { bestEvent, happens } from "./audit/events.js";
import { sampler } from "./audit/sample.js";
import { statementOf } from "./audit/statement.js";
import { type Counts, Tally } from "./audit/tally.js";
import { type AuditOptions, auditTerms } from "./audit/terms.js";

export type { AuditOptions } from "./audit/terms.js";

/** The findings of an audit: plain data. */
export interface AuditReport {
  /**
   * the bound: at the claimed delta the function loses at least this much on these two inputs, but for probability
   * `alpha`; 0 says nothing
   */
  epsilon: number;
  /** the claim */
  claim: { epsilon: number; delta: number };
  /** whether the bound is above the claim. A bound below it proves nothing */
  refuted: boolean;
  /** the event in words */
  event: string;
  /** its occurrences in the runs of the test */
  counts: { first: number; second: number; of: number };
  /** the number of runs that ended with an error */
  thrown: { first: number; second: number };
  /** the number of runs on each input */
  runs: number;
  /** the probability with which the bound may be false */
  alpha: number;
  /** all this in a few sentences */
  statement: string;
}

/**
 * Runs a function many times on two neighbouring inputs and bounds its epsilon from below: a test that can
 * refute a claim of differential privacy and can never confirm one. It takes any function of data, from this
 * library or elsewhere, that returns an answer or a promise. An error is an outcome like any other.
 *
 * The first half of the runs searches for an event that is more frequent on one input. Examples are a number
 * beyond a threshold, one of some values, no answer or an error. For a list they are its length, first
 * elements, members and order. On the second half it counts that one event.
 *
 * Source: Clopper, Pearson 1934 for both probabilities, each at alpha / 2; docs/audit.md.
 *
 * Cost: twice `runs` calls of the function, one after the other on this thread, and about as much time
 * again as it takes to write each answer as JSON. Memory keeps each distinct answer of the first half of the
 * runs once. An event of probabilities p and q shows in n runs on each input, at the default alpha, about 7 /
 * sqrt(n p) + 7 / sqrt(n q) less than ln(p / q).
 *
 * @param mechanism takes the same object each time; it must neither change that object nor remember earlier
 * runs
 * @param inputs data that differ in one record, or as the claim says; you ensure that they are neighbours
 * @returns the same each time, if the function gives the same answers in the same order
 * @throws {RangeError | TypeError | Error} the last if no run on either input has an answer
 */
export async function audit<Input, Answer>(
  mechanism: (input: Input) => Answer | Promise<Answer>,
  inputs: readonly [Input, Input],
  options: AuditOptions<Answer>,
): Promise<AuditReport> {
  const terms = auditTerms(mechanism, inputs, options);
  const { epsilon: claimed, delta, runs, alpha } = terms;
  const sample = sampler(mechanism, inputs, terms);
  const quarter = Math.floor(runs / 4);
  const [explored, compared] = [new Tally(), new Tally()];
  await sample(quarter, (outcome, side) => explored.add(outcome, side));
  await sample(quarter, (outcome, side) => compared.add(outcome, side));
  const { event, likelier } = bestEvent(explored, compared, quarter, terms);
  const of = runs - 2 * quarter;
  const seen: Counts = [0, 0];
  const thrown = await sample(of, (outcome, side) => {
    if (happens(event, outcome)) ++seen[side];
  });
  const epsilon = epsilonAtLeast(seen[likelier], seen[(1 - likelier) as 0 | 1], of, terms);
  const report = {
    epsilon,
    claim: { epsilon: claimed, delta },
    refuted: epsilon > claimed,
    event: `${event.path} ${event.words}`,
    counts: { first: seen[0], second: seen[1], of },
    thrown,
    ...{ runs, alpha },
  };
  return { ...report, statement: statementOf(report) };
}
