// The remaining budget, and the loss of ledgers that were put aside for the same data.
import { type Known, spentBy } from "../accounts.js";
import { readable } from "../words.js";

/**
 * @param account as it is, or as it was kept
 * @returns such as "1.5 of 2"
 */
export const totalsOf = ({ ledger: { remaining, budget } }: Pick<Known, "ledger">): string =>
  `${readable(remaining.epsilon, 3)} of ${readable(budget.epsilon, 3)}`;

/** @returns after the totals */
export const spentBefore = ({ former }: Pick<Known, "former">): string =>
  former.length === 0 ? "" : `, and ${readable(spentBy(former).epsilon, 3)} spent before`;
