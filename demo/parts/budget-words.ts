// What is left of a budget, in answers like the one in hand.
import { type Known, spentBy } from "../accounts.js";
import { readable } from "../words.js";

/** What most questions cost. */
export const usualCost = 0.2;

/** How many answers of this price are left. */
export const answersLeft = (left: number, cost: number) => Math.floor(left / cost + 1e-9);

/** @returns such as "about 6 more answers like this" */
export function leftWords(left: number, cost: number, like = " like this") {
  const count = answersLeft(left, cost);
  if (count === 0) return like === "" ? "too little left" : "too little left for this";
  return count === 1 ? `1 more answer${like}` : `about ${count} more answers${like}`;
}

/**
 * @param account as it is, or as it was kept
 * @returns such as "1.5 of 2"
 */
export const totalsOf = ({ ledger: { remaining, budget } }: Pick<Known, "ledger">): string =>
  `${readable(remaining.epsilon, 3)} of ${readable(budget.epsilon, 3)}`;

/** @returns after the totals */
export const spentBefore = ({ former }: Pick<Known, "former">): string =>
  former.length === 0 ? "" : `, and ${readable(spentBy(former).epsilon, 3)} spent before`;
