// What a call on one record or a few may do.
import assert from "node:assert/strict";
import { stepsOf, TooManySteps } from "./counted-core.mjs";

/** Steps that take about 100 ms: entries of functions and turns of loops. */
export const most = 5e7;

/** Errors that are answers to options: these losses and sizes are not possible together. */
const documented = /^(RangeError|TypeError|BudgetExceeded)$/;

/** Whether a call does more than that. A failure that no function documents fails the test. */
export function doesTooMuch({ title, run }) {
  const { thrown } = stepsOf(run, most);
  if (thrown === undefined) return false;
  if (thrown instanceof TooManySteps) return true;
  assert.match(thrown.name, documented, `${title}: ${thrown.stack}`);
  return false;
}
