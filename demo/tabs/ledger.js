// What was spent on these data, what is left, and the records to download.
import { download, h, icon } from "../dom.js";
import { field, numberField } from "../parts/controls.js";
import { releaseFile } from "../parts/release-sheet.js";
import { readable, tiny } from "../words.js";

/** @param {import("../workspace.js").Workspace} workspace */
export function ledgerTab(workspace) {
  const totals = h("div.totals");
  const list = h("tbody");
  const nothing = h("p.hint", "Nothing has been released from these data yet.");
  const former = h("div.former");
  const where = h("p.hint");
  const kept = h("section.card.kept", { "aria-labelledby": "kept-title", hidden: true });
  const epsilon = numberField({ min: 0.01, max: 100, step: "any", value: 2 });
  const delta = numberField({ min: 0, max: 0.01, step: "any", value: 1e-5 });
  const error = h("p.error", { role: "alert", hidden: true });

  const table = h(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": "Releases" },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          ...["What", "epsilon", "delta", "Record"].map((text) => h("th", { scope: "col", text })),
        ),
      ),
      list,
    ),
  );
  const form = h(
    "form.card.ask",
    { "aria-labelledby": "new-ledger" },
    h("h3", { id: "new-ledger", text: "Start another ledger" }),
    h(
      "p.hint",
      "A budget cannot be filled up again: what was released cannot be taken back. Another ledger is right for other people's data. For the same people, what all ledgers spent adds up.",
    ),
    field("Total epsilon", epsilon),
    field("Total delta", delta),
    error,
    h(
      "div.buttons",
      h("button", { type: "submit", text: "Put this ledger aside and start another" }),
    ),
  );
  const panel = h(
    "div.ledger",
    h(
      "section.card",
      { "aria-labelledby": "ledger-title" },
      h("h2", { id: "ledger-title", text: "Ledger" }),
      h(
        "p.hint",
        "Every answer about the same rows gives away a little, and it adds up. The ledger refuses what would exceed the total.",
      ),
      where,
      totals,
      nothing,
      table,
      former,
      h(
        "div.buttons",
        h(
          "button",
          { type: "button", onclick: save },
          icon("download"),
          "Download the ledger with all records",
        ),
        h(
          "button",
          { type: "button", onclick: () => download("answers.json", releaseFile(workspace)) },
          icon("download"),
          "Download all answers",
        ),
        h("button", { type: "button", onclick: () => print(), text: "Print the answers" }),
      ),
    ),
    h("div", form, kept),
  );

  async function save() {
    const { former: aside } = workspace.account;
    const saved = {
      data: workspace.dataset.name,
      ledger: await workspace.ledger.toJSON(),
      former: aside,
    };
    download("ledger.json", JSON.stringify(saved, null, 2));
  }

  /** Every ledger of this browser, each with a way to end it. */
  async function showKept() {
    const all = await workspace.accounts.all();
    kept.hidden = all.length === 0;
    kept.replaceChildren(
      h("h3", { id: "kept-title", text: "Ledgers kept in this browser" }),
      h(
        "p.hint",
        "They stay here when the page is closed, and nowhere else: clearing the browser's data ends them, and nothing protects them from whoever uses this browser.",
      ),
      h("ul.kept", ...all.map(keptRow)),
    );
  }

  function keptRow({ name, ledger, answers }) {
    const { remaining, budget } = ledger;
    const ending = h(
      "div.ending",
      { hidden: true },
      h(
        "p",
        "What was spent is forgotten then, but not by those who saw the answers. Right if these people will never be asked again.",
      ),
      h(
        "div.buttons",
        h("button", { type: "button", text: `End “${name}” for good`, onclick: () => end(name) }),
        h("button", {
          type: "button",
          text: "Keep it",
          onclick: () => {
            ending.hidden = true;
          },
        }),
      ),
    );
    return h(
      "li",
      h("b", name),
      ` epsilon ${readable(remaining.epsilon, 3)} of ${readable(budget.epsilon, 3)} left, ${answers.length === 1 ? "1 answer" : `${answers.length} answers`} `,
      h("button.small", {
        type: "button",
        "aria-label": `End the ledger ${name}`,
        text: "End…",
        onclick: () => {
          ending.hidden = false;
        },
      }),
      ending,
    );
  }

  async function end(name) {
    await workspace.accounts.end(name);
    if (workspace.account.isKept && workspace.account.name === name) {
      await workspace.openSample("flights");
    }
    await showKept();
  }

  async function refresh() {
    if (panel.hidden || workspace.dataset === undefined) return;
    await showKept();
    const { ledger, former: aside, name, isKept } = workspace.account;
    const entries = await ledger.entries;
    where.textContent = isKept
      ? `That of “${name}”, kept in this browser: a reload or another tab goes on with it.`
      : `That of “${name}” ends with this page.`;
    totals.replaceChildren(
      meter("epsilon", ledger, readable),
      ledger.budget.delta > 0 ? meter("delta", ledger, tiny) : "",
    );
    nothing.hidden = entries.length > 0;
    table.hidden = entries.length === 0;
    list.replaceChildren(...entries.map(entryRow));
    former.replaceChildren(...formerLedgers(aside));
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.hidden = true;
    try {
      await workspace.startLedger({ epsilon: Number(epsilon.value), delta: Number(delta.value) });
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
    }
  });
  workspace.addEventListener("data", refresh);
  workspace.addEventListener("ledger", refresh);
  return { id: "ledger", name: "Ledger", panel, shown: refresh };
}

/** Spent and left as a bar. */
export function meter(name, { budget, spent, remaining }, word) {
  const bar = h("meter", {
    min: 0,
    max: budget[name],
    value: spent[name],
    "aria-label": `${name} spent`,
  });
  return h(
    "div.meter",
    h("span", h("b", name), ` spent ${word(spent[name])} of ${word(budget[name])}`),
    h("span", `${word(Number(remaining[name].toPrecision(6)))} left`),
    bar,
  );
}

function entryRow({ mechanism, label, charged, record }, number) {
  const text = record && JSON.stringify(record, null, 2);
  return h(
    "tr",
    h("th", { scope: "row" }, label ? h("b", `${label}: `) : "", mechanism),
    h("td.number", readable(charged.epsilon)),
    h("td.number", tiny(charged.delta)),
    h(
      "td",
      record
        ? h(
            "button.small",
            {
              type: "button",
              "aria-label": `JSON of record ${number + 1}`,
              onclick: () => download(`record-${number + 1}.json`, text),
            },
            "JSON",
          )
        : "no answer came",
    ),
  );
}

function formerLedgers(ledgers) {
  if (ledgers.length === 0) return [];
  const sum = ledgers.reduce((total, { spent }) => total + spent.epsilon, 0);
  const word = ledgers.length === 1 ? "One ledger was" : `${ledgers.length} ledgers were`;
  return [
    h(
      "p",
      `${word} put aside for these data, with epsilon ${readable(sum)} spent. If it was about the same people, that counts too.`,
    ),
  ];
}
