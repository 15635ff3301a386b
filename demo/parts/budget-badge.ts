// What is left, always in sight.
import { h } from "../dom.js";
import { spentBefore, totalsOf } from "./budget-words.js";

/** @param {import("../workspace.js").Workspace} workspace */
export function budgetBadge(workspace) {
  const place = document.querySelector("#budget");
  const words = h("span");
  const bar = h("meter", { min: 0, "aria-hidden": "true" });
  place.replaceChildren(words, bar);
  workspace.addEventListener("ledger", () => {
    const { budget, remaining } = workspace.ledger;
    const { account } = workspace;
    words.textContent = `epsilon left: ${totalsOf(account)}${spentBefore(account)}`;
    bar.max = budget.epsilon;
    bar.value = remaining.epsilon;
  });
}
