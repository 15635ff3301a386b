// Another budget for the same data: the user has to type first what both allow together.
import { type Account, type Loss, spentBy } from "../accounts.js";
import { h } from "../dom.js";
import { factorOf, readable, roundSum, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";
import { field, numberField } from "./controls.js";
import { typedConfirmation } from "./typed-confirmation.js";

export function anotherLedger(workspace: Workspace) {
  const epsilon = numberField({ min: 0.01, max: 100, step: "any", value: 2 });
  const delta = numberField({ min: 0, max: 0.01, step: "any", value: 1e-5 });
  const sum = h("p.sum", { role: "status" });
  const error = h("p.error", { role: "alert", hidden: true });
  const button = h("button", { type: "submit", text: "Put this ledger aside and start another" });
  const typed = typedConfirmation({ button });
  const fields = h(
    "fieldset.plain",
    field("Total epsilon", epsilon),
    field("Total delta", delta),
    sum,
    typed.node,
    error,
    h("div.buttons", button),
  );
  const form = h(
    "form.card.ask",
    { "aria-labelledby": "new-ledger" },
    h("h3", { id: "new-ledger", text: "Start another ledger for the same data" }),
    h(
      "p.hint",
      "Published answers stay public, so a budget cannot be refilled. Open the data of other people under another name: each name has its own ledger.",
    ),
    fields,
  );
  let read = { epsilon: 0, delta: 0 };

  function refresh() {
    if (workspace.account === undefined) return;
    const { account } = workspace;
    read = spentBy([...account.former, account.ledger]);
    const all = {
      epsilon: roundSum(read.epsilon + Number(epsilon.value)),
      delta: roundSum(read.delta + Number(delta.value)),
    };
    sum.replaceChildren(...sentences(account, read, all));
    typed.askWords(`epsilon ${all.epsilon} in all`);
  }

  for (const input of [epsilon, delta]) input.addEventListener("input", refresh);
  workspace.addEventListener("data", typed.clear);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!typed.isTyped()) return;
    error.hidden = true;
    try {
      await workspace.startLedger(
        { epsilon: Number(epsilon.value), delta: Number(delta.value) },
        read,
      );
      typed.clear();
    } catch (problem) {
      error.textContent = (problem as Error).message;
      error.hidden = false;
    }
  });
  return { form, refresh };
}

/** The spent loss, the joint loss, and its meaning for one person. */
function sentences({ name, former, ledger }: Account, spent: Loss, all: Loss) {
  const first = (former[0] ?? ledger).budget;
  const isFirst = spent.epsilon === 0 && spent.delta === 0;
  return [
    isFirst
      ? `Under “${name}” nothing is spent yet. With another ledger it can be `
      : `Under “${name}” epsilon ${readable(spent.epsilon)} is spent already, and another ledger adds to it: `,
    h("b", `epsilon ${readable(all.epsilon)} and delta ${tiny(all.delta)} in all`),
    `, instead of the epsilon ${readable(first.epsilon)} and delta ${tiny(first.delta ?? 0)} that were decided on first. `,
    `Between these data with and without one person, the chance of any set of answers may then differ by a factor of ${factorOf(all.epsilon)} instead of ${factorOf(first.epsilon)}, plus delta.`,
  ];
}
