// Which data: a file of one's own, a sample, or people who were asked before.
import type { Accounts, Known } from "../accounts.js";
import { h, icon, place } from "../dom.js";
import { leftWords, usualCost } from "../parts/budget-words.js";
import { samples } from "../samples.js";
import { counted } from "../words.js";

const kinds = [
  ["CSV, TSV", "any separator and encoding, numbers as “1,234.5” or “1.234,5”"],
  ["Parquet", "with its own types"],
  ["NDJSON, JSON", "a list of objects, one a row"],
  ["Excel, .xlsx", "one sheet, with its numbers and dates"],
  [".gz of these", "unpacked in this page"],
];

const endings = ".csv,.tsv,.tab,.txt,.ndjson,.jsonl,.json,.parquet,.pq,.xlsx,.gz";

type Opening = {
  /** a visitor is about to choose a file */
  begin: () => unknown;
  /** a visitor chose it, or dropped it */
  open: (file: File) => unknown;
};

export function dataView(accounts: Accounts, { begin, open }: Opening) {
  const input = h("input", { type: "file", id: "file", accept: `${endings},text/csv,text/plain` });
  input.addEventListener("click", begin); // what answers need comes while the visitor looks for the file
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined) open(file);
    input.value = ""; // the visitor may choose the same file again
  });
  const drop = h(
    "label.drop",
    { id: "drop" },
    input,
    icon("file"),
    h("span", h("b", "Open a file"), ", or drop it anywhere on this page"),
    h("small", "It stays here: nothing of it is sent."),
  );
  const known = h("section.known", { "aria-labelledby": "known-title", hidden: true });
  place("#data").append(h("h1", { tabindex: -1, text: "Which data?" }), drop, side(), known);
  acceptDrops(drop, open);
  return {
    choose: () => input.click(),
    async show() {
      const all = await accounts.known();
      known.hidden = all.length === 0;
      known.replaceChildren(
        h("h2", { id: "known-title", text: "Asked before, in this browser" }),
        h("ul.rows", ...all.map(knownRow)),
        h("p.hint", "Only what was asked is kept, never the data. Open the file again to go on."),
      );
    },
  };
}

const knownRow = ({ name, ledger, answers = [] }: Known & { answers?: object[] }) =>
  h(
    "li",
    h(
      "div.row",
      h("b", name),
      h(
        "span",
        `${counted(answers.length, "answer")} given, ${leftWords(ledger.remaining.epsilon, usualCost, "")}`,
      ),
    ),
  );

const side = () =>
  h(
    "div.side",
    h(
      "section",
      { "aria-labelledby": "samples-title" },
      h("h2", { id: "samples-title", text: "Samples" }),
      h(
        "ul.rows",
        ...samples.map(({ key, name, about }) =>
          h("li", h("a", { href: `#/ask?data=${key}` }, h("b", name), h("span", about))),
        ),
      ),
      h("p.hint", "Everybody has these, so asking them costs nothing of your budgets."),
    ),
    h(
      "section",
      { "aria-labelledby": "kinds-title" },
      h("h2", { id: "kinds-title", text: "What can be opened" }),
      h("dl.kinds", ...kinds.map(([name, how]) => h("div", h("dt", name!), h("dd", how!)))),
    ),
  );

/** Opens a file that the visitor drops anywhere on the page, where a browser would navigate to it. */
function acceptDrops(drop: HTMLElement, open: (file: File) => unknown) {
  const mark = (over: boolean) => drop.classList.toggle("over", over);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) open(file);
  });
}
