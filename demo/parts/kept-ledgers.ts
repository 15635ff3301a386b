// Every ledger of this browser, each with a way to end it.
import type { Kept, Loss } from "../accounts.js";
import { h } from "../dom.js";
import { counted } from "../words.js";
import type { Workspace } from "../workspace.js";
import { spentBefore, totalsOf } from "./budget-words.js";
import { endingForm, type Named } from "./ending-form.js";

type End = (which: Named, read: Loss) => Promise<void>;

export function keptLedgers(workspace: Workspace) {
  const list = h("ul.kept");
  const title = h("h3", { id: "kept-title", tabindex: -1, text: "Names in this browser" });
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
    const now = JSON.stringify(all.map((one) => [one.name, one.isSample, one.written]));
    if (now === shown) return;
    shown = now;
    section.hidden = all.length === 0;
    list.replaceChildren(...all.map((one) => row(one, end)));
  }

  async function end(which: Named, read: Loss) {
    await workspace.accounts.end(which, read);
    const { account } = workspace;
    if (account.isKept && account.name === which.name && account.isSample === which.isSample) {
      workspace.forget();
    }
    await refresh();
    title.focus(); // the row that had it is gone
  }

  return { section, refresh };
}

function row(one: Named & Kept, end: End) {
  const { name, isSample, answers } = one;
  const called = isSample ? `${name} (sample)` : name;
  const { node: ending, open } = endingForm(one, (read) => end({ name, isSample }, read));
  const opener = h("button.small", {
    type: "button",
    "aria-label": `End the ledger ${called}`,
    "aria-expanded": "false",
    text: "End…",
    onclick: () => open(opener),
  });
  return h(
    "li",
    h(
      "div.row",
      h("b", called),
      h(
        "span",
        `${counted(answers.length, "answer")} given, epsilon ${totalsOf(one)} left${spentBefore(one)}`,
      ),
    ),
    opener,
    ending,
  );
}
