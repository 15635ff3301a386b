import { formatCount, shareUp } from "../ledger/record.js";

/** What the core plans for quantiles drawn one way. */
export interface SanitizerPlanFromCore {
  by: "quantiles" | "slices";
  available: boolean;
  obstacle: string;
  points: number;
  records: number;
  freshRecords: number;
  agnosticRecords?: number;
  errors: number;
  share: number;
  epsilon: number;
  delta: number;
  leastRecords?: number;
  errorBelowMin?: number;
}

/**
 * The fields that a plan of a threshold and of a box share.
 * @param least what the number of `leastRecords` is about: "each label has at least N records"
 */
export function sanitizerEntry(
  plan: SanitizerPlanFromCore,
  { epsilon, delta }: { epsilon: number; delta: number },
  records: string,
  least: (number: string) => string,
) {
  const { by } = plan;
  const never = Number.POSITIVE_INFINITY;
  if (!plan.available) {
    return {
      ...{ by, records: never, freshRecords: never, errors: never, loss: { epsilon, delta } },
      ...{ chosen: false, why: `It ${plan.obstacle}.` },
    };
  }
  const { points, share, agnosticRecords, leastRecords, errorBelowMin } = plan;
  const most = (errors: number) =>
    `at most ${formatCount(errors)} errors plus ${shareUp(share)} of all ${records}`;
  const condition =
    leastRecords === undefined
      ? "."
      : ` if ${least(formatCount(leastRecords))}, and ${most(errorBelowMin as number)} otherwise.`;
  return {
    ...{ by, points, records: plan.records, freshRecords: plan.freshRecords },
    ...(agnosticRecords !== undefined && { agnosticRecords }),
    ...{ errors: plan.errors, share },
    ...(leastRecords !== undefined && { leastRecords }),
    loss: { epsilon: plan.epsilon, delta: plan.delta },
    ...{ chosen: false, why: `With points: ${points} it makes ${most(plan.errors)}${condition}` },
  };
}

/** The fields of a plan that only learners through a sanitizer have. */
export interface SanitizerFields {
  /** of "sanitizer" and "sanitizers": the value of `points` */
  points?: number;
  /** of these: the share of all records that it promises on top of `errors` */
  share?: number;
  /**
   * of these by slices: the number of records from which the promise holds, of each label for a threshold, of all
   * points for a box. With fewer it promises what `why` says, and `records` counts on as many
   */
  leastRecords?: number;
}
