// What is left of a budget, and what ledgers that were put aside spent on the same data.
import { spentBy } from "../accounts.js";
import { readable } from "../words.js";

/** @param {any} account as it is, or as it was kept @returns {string} such as "1.5 of 2" */
export const totalsOf = ({ ledger: { remaining, budget } }) =>
  `${readable(remaining.epsilon, 3)} of ${readable(budget.epsilon, 3)}`;

/** @param {any} account @returns {string} after the totals */
export const spentBefore = ({ former }) =>
  former.length === 0 ? "" : `, and ${readable(spentBy(former).epsilon, 3)} spent before`;
