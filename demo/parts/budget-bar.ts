// What is left of the budget, always in sight, in answers like the one in hand.
import { h, place } from "../dom.js";
import { openDialog } from "../routes.js";
import type { Workspace } from "../workspace.js";
import { answersLeft, leftWords, usualCost } from "./budget-words.js";

export function budgetBar(workspace: Workspace) {
  const button = place<HTMLButtonElement>("#open-ledger");
  const long = h("span", { id: "budget-long" });
  const short = h("span", { id: "budget-short", "aria-hidden": "true" });
  const bar = h("i");
  button.replaceChildren(long, short, h("span.meter", { "aria-hidden": "true" }, bar));
  button.addEventListener("click", () => openDialog("ledger"));
  let cost: number | undefined;

  function show() {
    const { account } = workspace;
    if (account === undefined) return;
    const { isSample, ledger } = account;
    const { epsilon } = ledger.remaining;
    const words = isSample
      ? "Sample: free to try"
      : leftWords(epsilon, cost ?? usualCost, cost === undefined ? "" : undefined);
    const count = answersLeft(epsilon, cost ?? usualCost);
    long.textContent = words[0]!.toUpperCase() + words.slice(1);
    short.textContent = isSample ? "Sample" : count === 0 ? "too little left" : `≈ ${count} more`;
    bar.style.setProperty("--share", `${epsilon / ledger.budget.epsilon}`);
    button.classList.toggle("is-sample", isSample);
    const opens = isSample ? "Open the practice list" : "Open the budget and its history";
    button.setAttribute("aria-label", `${words}. ${opens}`);
  }
  workspace.addEventListener("ledger", show);
  return {
    /** @param next the price of the question in hand, if there is one */
    ofCost(next: number | undefined) {
      cost = next;
      show();
    },
    /** @param isShown not before data are chosen */
    reveal(isShown: boolean) {
      button.hidden = !isShown || workspace.account === undefined;
    },
  };
}
