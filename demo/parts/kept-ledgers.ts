// Every ledger of this browser, each with a way to end it.
import { type Kept, spentBy } from "../accounts.js";
import { h } from "../dom.js";
import { counted, readable } from "../words.js";
import type { Workspace } from "../workspace.js";
import { spentBefore, totalsOf } from "./budget-words.js";
import { typedConfirmation } from "./typed-confirmation.js";

export function keptLedgers(workspace: Workspace) {
  const list = h("ul.kept");
  const title = h("h3", { id: "kept-title", tabindex: -1, text: "Ledgers kept in this browser" });
  const section = h(
    "section.card.kept",
    { "aria-labelledby": "kept-title", hidden: true },
    title,
    h(
      "p.hint",
      "Only this browser keeps them, also after you close the page. Clearing the browser's data ends them, and other users of this browser can read them.",
    ),
    list,
  );
  let shown = "";

  /** A row stays while its ledger is the same, as the user may be typing there. */
  async function refresh() {
    const all = await workspace.accounts.all();
    const isReading = workspace.reading !== undefined;
    const now = JSON.stringify([
      isReading,
      all.map((one) => [one.name, one.isSample, one.written]),
    ]);
    if (now === shown) return;
    shown = now;
    section.hidden = all.length === 0;
    list.replaceChildren(...all.map((one) => row(one, isReading)));
  }

  function row(one: { name: string; isSample: boolean } & Kept, isReading: boolean) {
    const { name, isSample, answers } = one;
    const called = isSample ? `${name} (sample)` : name;
    const { node: ending, open } = endingOf(one);
    const end = h("button.small", {
      type: "button",
      "aria-label": `End the ledger ${called}`,
      "aria-expanded": "false",
      disabled: isReading,
      text: "End…",
      onclick: () => open(end),
    });
    return h(
      "li",
      h("b", called),
      ` epsilon ${totalsOf(one)} left${spentBefore(one)}, ${counted(answers.length, "answer")} `,
      end,
      ending,
    );
  }

  /** The loss to forget, which the user has to type. */
  function endingOf(one: { name: string; isSample: boolean } & Kept) {
    const { name, isSample, answers } = one;
    const read = spentBy([...one.former, one.ledger]);
    const spent = readable(read.epsilon);
    const error = h("p.error", { role: "alert", hidden: true });
    const button = h("button", { type: "submit", text: `End “${name}” for good` });
    const typed = typedConfirmation({ button });
    typed.askWords(`forget epsilon ${spent}`);
    const keep = h("button", { type: "button", text: "Keep it" });
    const form = h(
      "form.ending",
      { hidden: true },
      h(
        "p",
        `This browser then forgets ${counted(answers.length, "answer")} for epsilon ${spent}, but their readers do not. Do this only if you will never ask about these people again.`,
      ),
      h(
        "p",
        `Data opened as “${name}” afterwards begin with a full budget: about the same people it is spent on top of epsilon ${spent}.`,
      ),
      typed.node,
      error,
      h("div.buttons", button, keep),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!typed.isTyped()) return;
      try {
        await end({ name, isSample }, read);
      } catch (problem) {
        error.textContent = (problem as Error).message;
        error.hidden = false;
      }
    });
    const open = (opener: HTMLElement) => {
      form.hidden = false;
      opener.setAttribute("aria-expanded", "true");
      form.querySelector("input")!.focus();
      keep.onclick = () => {
        form.hidden = true;
        typed.clear();
        opener.setAttribute("aria-expanded", "false");
        opener.focus();
      };
    };
    return { node: form, open };
  }

  async function end(
    which: { name: string; isSample: boolean },
    read: { epsilon: number; delta: number },
  ) {
    await workspace.accounts.end(which, read);
    const { account } = workspace;
    if (account.isKept && account.name === which.name && account.isSample === which.isSample) {
      await workspace.openSample("flights");
    }
    await refresh();
    title.focus(); // the row that had it is gone
  }

  return { section, refresh };
}
