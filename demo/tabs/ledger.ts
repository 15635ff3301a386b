// The spent loss of these data, the remaining budget, and the records to download.
import { type SavedLedger, spentBy } from "../accounts.js";
import { download, h, icon } from "../dom.js";
import { anotherLedger } from "../parts/another-ledger.js";
import { keptLedgers } from "../parts/kept-ledgers.js";
import { releaseFile } from "../parts/release-sheet.js";
import { counted, readable, tiny } from "../words.js";
import type { Workspace } from "../workspace.js";

export function ledgerTab(workspace: Workspace) {
  const totals = h("div.totals");
  const list = h("tbody");
  const nothing = h("p.hint", "This ledger has no answers yet.");
  const former = h("div.former");
  let formerShown: SavedLedger[] | undefined;
  const where = h("p.hint");
  const kept = keptLedgers(workspace);
  const another = anotherLedger(workspace);

  const table = releaseTable("Releases", list);
  const panel = h(
    "div.ledger",
    h(
      "section.card",
      { "aria-labelledby": "ledger-title" },
      h("h2", { id: "ledger-title", text: "Ledger" }),
      h(
        "p.hint",
        "Every answer about the same rows reveals a little, and these losses add up. The ledger rejects an answer that would exceed the total.",
      ),
      where,
      totals,
      nothing,
      table,
      former,
      downloads(workspace, save),
    ),
    h("div", another.form, kept.section),
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

  async function refresh() {
    if (panel.hidden || workspace.dataset === undefined) return;
    another.refresh();
    await kept.refresh();
    const { ledger, former: aside, name, isKept } = workspace.account;
    const entries = await ledger.entries;
    where.textContent = isKept
      ? `The ledger of “${name}”, kept in this browser: a reload or another tab continues it.`
      : `The ledger of “${name}” ends with this page, as this browser keeps nothing: note the spent loss elsewhere.`;
    totals.replaceChildren(
      meter("epsilon", ledger, readable),
      ledger.budget.delta! > 0 ? meter("delta", ledger, tiny) : "",
    );
    nothing.hidden = entries.length > 0;
    table.hidden = entries.length === 0;
    list.replaceChildren(...entries.map((entry, place) => entryRow(entry, `${place + 1}`)));
    showFormer(aside);
  }

  /** Renders again only on a change, as the user may have unfolded one. */
  function showFormer(aside: SavedLedger[]) {
    if (aside === formerShown) return;
    formerShown = aside;
    former.replaceChildren(...formerLedgers(aside));
  }

  workspace.addEventListener("data", refresh);
  workspace.addEventListener("ledger", refresh);
  workspace.addEventListener("reading", refresh);
  return { id: "ledger", name: "Ledger", panel, shown: refresh };
}

function downloads(workspace: Workspace, save: () => void) {
  return h(
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
  );
}

/** Spent and left as a bar. */
export function meter(
  name: "epsilon" | "delta",
  { budget, spent, remaining }: Pick<SavedLedger, "budget" | "spent" | "remaining">,
  word: (number: number) => string,
) {
  const bar = h("meter", {
    min: 0,
    max: budget[name],
    value: spent[name],
    "aria-label": `${name} spent`,
  });
  return h(
    "div.meter",
    h("span", h("b", name), ` spent ${word(spent[name])} of ${word(budget[name]!)}`),
    h("span", `${word(Number(remaining[name].toPrecision(6)))} left`),
    bar,
  );
}

function releaseTable(name: string, rows: Node) {
  const heads = ["What", "epsilon", "delta", "Record"];
  return h(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": name },
    h("table", h("thead", h("tr", ...heads.map((text) => h("th", { scope: "col", text })))), rows),
  );
}

type Entry = SavedLedger["entries"][number];

/** @param number of its record */
function entryRow({ mechanism, label, charged, record }: Entry, number: string) {
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
              "aria-label": `JSON of record ${number}`,
              onclick: () => download(`record-${number}.json`, text as string),
            },
            "JSON",
          )
        : "no answer came",
    ),
  );
}

/** Ledgers that were put aside under this name still count: each with its entries. */
function formerLedgers(ledgers: SavedLedger[]) {
  if (ledgers.length === 0) return [];
  const word = ledgers.length === 1 ? "One ledger was" : `${ledgers.length} ledgers were`;
  return [
    h(
      "p",
      `${word} put aside for these data, with epsilon ${readable(spentBy(ledgers).epsilon)} spent. If the people are the same, that loss counts too.`,
    ),
    ...ledgers.map(formerLedger),
  ];
}

function formerLedger({ budget, spent, entries }: SavedLedger, place: number) {
  const number = place + 1;
  const rows = entries.map((entry, at) => entryRow(entry, `${number}.${at + 1}`));
  return h(
    "details",
    h(
      "summary",
      `Ledger ${number}: epsilon ${readable(spent.epsilon)} of ${readable(budget.epsilon)} spent on ${counted(entries.length, "release")}`,
    ),
    releaseTable(`Releases of ledger ${number}`, h("tbody", ...rows)),
  );
}
