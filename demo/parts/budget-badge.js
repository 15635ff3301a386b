// What is left, always in sight.
import { h } from "../dom.js";
import { readable } from "../words.js";

/** @param {import("../workspace.js").Workspace} workspace */
export function budgetBadge(workspace) {
  const place = document.querySelector("#budget");
  const words = h("span");
  const bar = h("meter", { min: 0, "aria-hidden": "true" });
  place.replaceChildren(words, bar);
  workspace.addEventListener("ledger", () => {
    const { budget, remaining } = workspace.ledger;
    words.textContent = `epsilon left: ${readable(remaining.epsilon, 3)} of ${readable(budget.epsilon, 3)}`;
    bar.max = budget.epsilon;
    bar.value = remaining.epsilon;
  });
}
