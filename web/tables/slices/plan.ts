import { claimOf } from "../../ledger/release.js";
import { type SlicesPlanOptions, slicesPlanDeclaration, withCompute } from "./fields.js";

/** The cost of a session with one rate of noise. */
export interface SlicesPlan {
  /** the rate of the noise on every length; 0: exact lengths */
  sliceEpsilon: number;
  /** the cost of everything that is asked of all slices */
  epsilon: number;
  /** as it was given */
  delta: number;
  /** the mean number of rows by which the noise lengthens a slice */
  rowsMore: number;
  /** whether it is the cheapest */
  chosen: boolean;
}

/** Rates of noise beside the cost of one slice. */
const shares = [1 / 16, 1 / 4, 1];

/** The cost of slices of exact lengths, and of three rates of noise on them. */
export function planSlices(options: SlicesPlanOptions): SlicesPlan[] {
  const terms = withCompute("plan.slices.compute", slicesPlanDeclaration.read(options));
  const rates = [0, ...shares.map((share) => share * terms.computeEpsilon)];
  const plans = rates
    .filter((rate) => rate === 0 || (rate >= 1e-5 && rate <= 20))
    .map((sliceEpsilon) => {
      const request = { ...terms, sliceEpsilon, protects: "records" };
      const { epsilon, delta } = claimOf("RowSlices", request);
      const rowsMore = sliceEpsilon === 0 ? 0 : 1 / Math.expm1(sliceEpsilon);
      return { sliceEpsilon, epsilon, delta, rowsMore };
    });
  const least = Math.min(...plans.map(({ epsilon }) => epsilon));
  return plans.map((one) => ({ ...one, chosen: one.epsilon === least }));
}
