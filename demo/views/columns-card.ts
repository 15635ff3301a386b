// What each column is: a kind for each, and the first rows as these kinds read them.
import type { WhatIsRead } from "../data/data-worker.js";
import type { FirstLook, ShownCell } from "../data/first-rows.js";
import type { Kinds, ReadAs } from "../data/read-as.js";
import { h } from "../dom.js";
import { shorten } from "../words.js";
import { ColumnKind } from "./column-kind.js";

/** From this width on the first rows are open. */
const wide = "(min-width: 900px)";

export class ColumnsCard {
  readonly node: HTMLElement;
  #columns: ColumnKind[] = [];
  readonly #list = h("div.columns");
  readonly #table = h("table.first20");
  readonly #malformed = h("p.count.some", { hidden: true });
  readonly #first: HTMLDetailsElement;

  /** @param suggest asked for a kind of each column */
  constructor(suggest: () => Promise<(ReadAs | undefined)[]>) {
    const button = h("button", {
      type: "button",
      text: "Fill in from the first 20 rows",
      onclick: async () => {
        const found = await suggest();
        this.#columns.forEach((column, at) => column.choose(found[at]));
        this.node.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    this.#first = h(
      "details",
      h("summary", "The first 20 rows, as they are read"),
      h(
        "div.scroll",
        { tabindex: 0, role: "region", "aria-label": "The first 20 rows" },
        this.#table,
      ),
    );
    this.node = h(
      "section.card",
      { "aria-labelledby": "columns-title" },
      h("div.head", h("h2", { id: "columns-title", text: "What each column is" }), button),
      this.#list,
      this.#malformed,
      h(
        "p.hint",
        "A column without a choice is not read. What cannot be read counts as missing. These counts are for you and leave with nothing.",
      ),
      this.#first,
    );
  }

  /** Shows the columns of a file; choices for columns of the same name stay. */
  show({ names, rows }: FirstLook, before: Kinds) {
    const chosen = new Map(this.#columns.map((column) => [column.name, column]));
    this.#columns = names.map((name, at) => {
      const column = new ColumnKind(
        name,
        at,
        rows.map((row) => row[at] ?? ""),
      );
      const old = chosen.get(name);
      if (old?.value !== undefined) column.choose(old.value);
      else if (old?.isIgnored) column.choose(undefined);
      else if (before[name] !== undefined) column.choose(before[name]);
      return column;
    });
    this.#list.replaceChildren(...this.#columns.map(({ node }) => node));
    this.#first.open = matchMedia(wide).matches;
  }

  /** Another file. */
  forget() {
    this.#columns = [];
    this.#list.replaceChildren();
    this.#table.replaceChildren();
  }

  get names() {
    return this.#columns.map(({ name }) => name);
  }

  get kinds(): Kinds {
    const read = this.#columns.flatMap(({ name, value }) => (value ? [[name, value]] : []));
    return Object.fromEntries(read);
  }

  needAsText(name: string) {
    this.#columns.find((column) => column.name === name)?.needAsText();
  }

  /** @param read nothing while the cells are counted */
  tell(read: WhatIsRead | undefined) {
    for (const column of this.#columns) {
      const unread = read?.columns.find(({ name }) => name === column.name)?.unread;
      column.tell(unread, read?.rows ?? 0, read?.placed ?? "line");
    }
    const { count = 0, first = [] } = read?.malformed ?? {};
    this.#malformed.hidden = count === 0;
    this.#malformed.textContent = malformedWords(count, first);
  }

  showFirst(cells: ShownCell[][]) {
    const isRead = this.#columns.map(({ value }) => value !== undefined);
    const cellOf = ({ text, isBad }: ShownCell, at: number) =>
      h(
        isRead[at] ? (isBad ? "td.bad" : "td") : "td.off",
        `${isBad ? "✕ " : ""}${shorten(text, 40)}`,
      );
    this.#table.replaceChildren(
      h(
        "thead",
        h(
          "tr",
          ...this.#columns.map(({ name }, at) =>
            h(isRead[at] ? "th" : "th.off", { scope: "col", text: shorten(name, 40) }),
          ),
        ),
      ),
      h("tbody", ...cells.map((row) => h("tr", ...row.map(cellOf)))),
    );
  }

  focus() {
    this.#columns[0]?.focus();
  }
}

function malformedWords(count: number, first: { place: number; what: string }[]) {
  if (count === 0) return "";
  const places = first.map(({ place, what }) => `line ${place} (${what})`).join(", ");
  const are =
    count === 1
      ? "1 line is malformed and is"
      : `${count.toLocaleString("en")} lines are malformed and are`;
  const isQuote = first.some(({ what }) => what.includes("quote"));
  const breaks = isQuote ? " Do fields hold line breaks? Then say so under “The file”." : "";
  return `${are} skipped: ${places}${count > first.length ? " and others" : ""}.${breaks}`;
}
