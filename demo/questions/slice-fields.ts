// The fields of slices: whom each takes, and what is asked of it. A person adds slices and takes them away.

import type { DomainChoice } from "../data/domain-points.js";
import { h } from "../dom.js";
import { chooser, field, fill, numberField } from "../parts/controls.js";
import { rangedColumn } from "../parts/ranged-column.js";
import type { Dataset } from "../workspace.js";
import { type SliceRequest, sliceTasks, taskOf } from "./slice-tasks.js";
import { numericColumns, textColumns } from "./words.js";

/** The most slices of one session. */
const most = 10;

const ends = [
  { value: "low", text: "lowest" },
  { value: "high", text: "highest" },
];

const reducers = [
  { value: "median", text: "their middle" },
  { value: "mean", text: "their mean" },
  { value: "min", text: "the lowest" },
  { value: "max", text: "the highest" },
  { value: "sum", text: "their sum" },
];

/** A slice that is asked for, and between which values the numbers of its question lie. */
export type AskedSlice = SliceRequest & { domain: DomainChoice };

/** One slice. */
class SliceField {
  readonly #legend = h("legend");
  readonly #end = chooser(ends);
  readonly #length = numberField({ min: 1, max: 1e9, value: 1000 });
  readonly #by = chooser();
  readonly #perUser = chooser(reducers);
  readonly #perUserField = field("Of several rows counts", this.#perUser);
  readonly #what = chooser(sliceTasks);
  readonly #numbers = rangedColumn(true, numericColumns, lastNumber);
  readonly #numbersField = field("of which column?", this.#numbers.column);
  readonly #items = chooser();
  readonly #itemsField = field("of which column?", this.#items);
  readonly #remove = h("button.plain", { type: "button" });
  readonly node = h(
    "fieldset.slice",
    this.#legend,
    field("From the", this.#end),
    field("How many?", this.#length),
    field("by column", this.#by),
    this.#perUserField,
    field("Ask them for", this.#what),
    this.#numbersField,
    this.#itemsField,
    this.#numbers.limits.node,
    this.#remove,
  );
  #isOfUsers = false;

  constructor(remove: (one: SliceField) => void) {
    this.#what.addEventListener("input", () => this.#show());
    this.#remove.addEventListener("click", () => remove(this));
  }

  /** The columns of the open data. */
  fill(dataset: Dataset) {
    const texts = textColumns(dataset);
    this.#isOfUsers = dataset.person !== null;
    fill(this.#by, numericColumns(dataset), dataset.sample?.quantiles.column);
    fill(this.#items, texts, dataset.sample?.topK.column);
    this.#numbers.fill(dataset);
    const offered = sliceTasks.filter(({ takes }) => takes === "numbers" || texts.length > 0);
    fill(this.#what, offered, "median");
    this.#show();
  }

  /** Begins as another one. */
  begin(from: SliceField) {
    for (const [one, other] of [
      [this.#length, from.#length],
      [this.#by, from.#by],
      [this.#perUser, from.#perUser],
    ] as const) {
      one.value = other.value;
    }
  }

  set end(end: SliceRequest["from"]) {
    this.#end.value = end;
  }

  /** Its place among all, and whether it may go. */
  place(at: number, mayGo: boolean) {
    this.#legend.textContent = `Slice ${at + 1}`;
    this.#remove.hidden = !mayGo;
    this.#remove.textContent = `Take slice ${at + 1} away`;
  }

  focus() {
    this.#end.focus();
  }

  get value(): AskedSlice {
    const length = Number(this.#length.value);
    if (!Number.isInteger(length) || length < 1) {
      throw new Error("Write down how many a slice takes: 1 or more.");
    }
    const takesNumbers = taskOf(this.#what.value).takes === "numbers";
    return {
      from: this.#end.value as SliceRequest["from"],
      length,
      by: this.#by.value,
      ...(this.#isOfUsers && {
        perUser: this.#perUser.value as NonNullable<SliceRequest["perUser"]>,
      }),
      what: this.#what.value,
      column: takesNumbers ? this.#numbers.column.value : this.#items.value,
      domain: takesNumbers ? this.#numbers.limits.value : { type: "every" },
    };
  }

  #show() {
    const takesNumbers = taskOf(this.#what.value).takes === "numbers";
    this.#numbersField.hidden = !takesNumbers;
    this.#numbers.limits.node.hidden = !takesNumbers;
    this.#itemsField.hidden = takesNumbers;
    this.#perUserField.hidden = !this.#isOfUsers;
  }
}

/** A question about others than those by whom a slice is cut. */
const lastNumber = (dataset: Dataset) =>
  numericColumns(dataset).findLast((name) => name !== dataset.sample?.quantiles.column);

/** All slices of a session, in their turn. */
export class SliceFields {
  readonly #list = h("div.slices");
  readonly #add = h("button", { type: "button", text: "Add a slice" });
  readonly node = h("div.slices", this.#list, this.#add);
  #all: SliceField[] = [];
  #dataset: Dataset | undefined;

  constructor() {
    this.#add.addEventListener("click", () => {
      const one = this.#another();
      one.begin(this.#all.at(-1)!);
      this.#change([...this.#all, one]);
      one.focus();
    });
  }

  /** Two slices of the open data: the lowest, and the highest. */
  fill(dataset: Dataset) {
    this.#dataset = dataset;
    const [low, high] = [this.#another(), this.#another()];
    high.end = "high";
    this.#show([low, high]);
  }

  get value() {
    return this.#all.map((one) => one.value);
  }

  #another() {
    const one = new SliceField((gone) => {
      this.#change(this.#all.filter((other) => other !== gone));
      this.#add.focus();
    });
    one.fill(this.#dataset!);
    return one;
  }

  #show(all: SliceField[]) {
    this.#all = all;
    for (const [at, one] of all.entries()) one.place(at, all.length > 1);
    this.#list.replaceChildren(...all.map(({ node }) => node));
    this.#add.hidden = all.length >= most;
  }

  /** As a visitor asks for it. */
  #change(all: SliceField[]) {
    this.#show(all);
    this.node.dispatchEvent(new Event("input", { bubbles: true })); // the price is another
  }
}
