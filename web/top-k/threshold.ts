import { describe } from "../core/options.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";

// The most frequent items by a threshold: adds noise to every item that occurs, and returns the first k above
// the threshold by their noisy counts. To sort and to cut is post-processing, so the ranking is as private as
// the selection. To sort and to cut is post-processing, so it is as private as their selection.

/** Whether a claim is of it. */
export const isAbove = ({ parameters }: Claim) => parameters.variant === "threshold";

/** Rejects options that the threshold does not use. */
export function checkForThreshold({
  perUser,
  kBar,
}: {
  perUser: number | "spread";
  kBar?: number;
}) {
  if (perUser === Number.POSITIVE_INFINITY) {
    throw new RangeError(
      `perUser must be a whole number or "spread" for variant: "threshold", got ${describe(perUser)}`,
    );
  }
  if (kBar !== undefined) {
    throw new TypeError(`kBar belongs to other variants than "threshold", got ${describe(kBar)}`);
  }
}

export function aboveStatement({ accuracy, conditions, parameters, protects }: Claim) {
  const sure = formatPercent(accuracy.confidence);
  const counted = protects === "records" ? "" : `, where ${counts(parameters)}`;
  return `For any one item, with ${sure} confidence: if it is returned, its noisy count is within ${formatCount(accuracy.error)} ${protects} of the true one${counted}. An item of ${formatCount(conditions.namedFrom)} ${protects} passes the threshold with ${sure} confidence; of the items that pass, the ${formatCount(parameters.k)} with the highest noisy counts are returned.`;
}

function counts({ perUser, units }: Claim["parameters"]) {
  if (perUser === "spread") {
    return `each user counts as one, split evenly over their rows in ${formatCount(units)}ths`;
  }
  const places = perUser === 1 ? "one item" : `${formatCount(perUser)} items`;
  return `each user counts once at each of at most ${places}`;
}
