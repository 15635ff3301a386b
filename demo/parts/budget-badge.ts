// The remaining budget, always in sight.
import { h, place } from "../dom.js";
import type { Workspace } from "../workspace.js";
import { spentBefore, totalsOf } from "./budget-words.js";

export function budgetBadge(workspace: Workspace) {
  const badge = place("#budget");
  const words = h("span");
  const bar = h("meter", { min: 0, "aria-hidden": "true" });
  badge.replaceChildren(words, bar);
  workspace.addEventListener("ledger", () => {
    const { budget, remaining } = workspace.ledger;
    const { account } = workspace;
    words.textContent = `epsilon left: ${totalsOf(account)}${spentBefore(account)}`;
    bar.max = budget.epsilon;
    bar.value = remaining.epsilon;
  });
}
