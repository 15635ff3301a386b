// The fields of the question about a stream: its steps, the condition of a row, and the threshold.
import type { Condition, StepBy } from "../data/stream-steps.js";
import { h } from "../dom.js";
import { chooser, deltaChooser, field, fill, numberField } from "../parts/controls.js";
import { readable } from "../words.js";
import type { Workspace } from "../workspace.js";
import type { Making } from "./asking.js";
import { WeightField } from "./weight-field.js";

const dayInput = () => h("input", { type: "date", required: true });

export class StreamFields {
  readonly #stepBy = chooser();
  readonly #from = dayInput();
  readonly #to = dayInput();
  readonly #column = chooser();
  readonly #limit = numberField({ step: "any", value: 0 });
  readonly #value = chooser();
  readonly #threshold = numberField({ min: 0, value: 30 });
  readonly #period = [
    field("From day", this.#from),
    field("to day", this.#to, {
      hint: h("p.hint", "Never read off the data: it would reveal which days occur in it."),
    }),
  ];
  readonly #weight = new WeightField(() => this.#showCondition());
  readonly #thresholdField = field("More than how many?", this.#threshold);
  readonly #delta = deltaChooser();
  readonly #limitField = field("is above", this.#limit);
  readonly #valueField = field("is", this.#value);
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];

  constructor({ workspace, exact }: Making) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.#column.addEventListener("input", () => this.#showCondition());
    this.#stepBy.addEventListener("input", () => this.#showCondition());
  }

  controls() {
    return [
      field("Step through", this.#stepBy),
      ...this.#period,
      field("Those whose", this.#column),
      this.#limitField,
      this.#valueField,
      ...this.#weight.nodes,
      this.#thresholdField,
      h("details", h("summary", "Advanced"), this.#delta.node),
    ];
  }

  get hasColumn() {
    return this.#column.value !== "";
  }

  get threshold() {
    return Number(this.#threshold.value);
  }

  /** The noun for one step. */
  get unit() {
    return this.#steps().unit;
  }

  /** The condition in words, after the rows that meet it. */
  get what() {
    const column = this.#column.value;
    return this.#facts().isNumeric
      ? `have ${column} above ${readable(Number(this.#limit.value))}`
      : `have ${column} ${this.#value.value}`;
  }

  request() {
    const weight = this.#weight.value;
    return { stepBy: this.#steps(), condition: this.#condition(), ...(weight && { weight }) };
  }

  /** How many units of the threshold one row is at most. */
  get weightUnit() {
    return this.#weight.unit;
  }

  /** What is counted, on the axis of a picture. */
  get axis() {
    return this.#weight.value?.column ?? "rows";
  }

  /** What is counted, in words. */
  counted(ones: string) {
    return this.#weight.counted(ones, this.what);
  }

  question(ones: string) {
    return `more than ${readable(this.threshold)} ${this.counted(ones)}`;
  }

  /** A row is in one step only, so it takes part in one yes at most. */
  monitor() {
    return {
      threshold: this.threshold / this.#weight.unit,
      weighted: this.#weight.value !== undefined,
      perRecord: 1,
      epsilon: this.#exact.value,
      delta: this.#delta.value,
    };
  }

  /** Offers the columns of the open data. */
  fill() {
    const { columns, sample } = this.#workspace.dataset;
    const orders = stepChoices(columns.filter((one) => one.isDate && one.canRank));
    fill(this.#stepBy, orders, orders[0]!.value);
    [this.#from.value, this.#to.value] = sample?.stream.period ?? ["", ""];
    const usable = columns.filter(
      (one) => one.isNumeric || (one.canRank && !one.isDate && one.distinct <= 1000),
    );
    fill(
      this.#column,
      usable.map(({ name }) => name),
      sample?.stream.column,
    );
    this.#weight.fill(this.#workspace.dataset);
    if (sample) {
      this.#limit.value = `${sample.stream.limit}`;
      this.#threshold.value = `${sample.stream.threshold}`;
    }
    this.#showCondition();
  }

  #steps(): StepBy {
    return { ...JSON.parse(this.#stepBy.value), from: this.#from.value, to: this.#to.value };
  }

  #condition(): Condition {
    const column = this.#column.value;
    return this.#facts().isNumeric
      ? { type: "above", column, limit: Number(this.#limit.value) }
      : { type: "is", column, value: this.#value.value };
  }

  #facts() {
    return this.#workspace.dataset.columns.find(({ name }) => name === this.#column.value)!;
  }

  #showCondition() {
    const facts = this.#facts();
    this.#limitField.hidden = !facts?.isNumeric;
    this.#valueField.hidden = facts === undefined || facts.isNumeric;
    const isDated = this.unit !== "part";
    for (const part of this.#period) part.hidden = !isDated;
    for (const date of [this.#from, this.#to]) date.required = isDated; // the user could not fill in a hidden field
    fill(this.#value, facts?.labels ?? []);
    const label = this.#thresholdField.querySelector("label")!;
    label.textContent = this.#weight.isUsed
      ? "More than how much together?"
      : "More than how many?";
  }
}

/** The ways to step through the rows: by the days of a column, or by chance. */
function stepChoices(dated: { name: string }[]) {
  const choices = dated.flatMap(({ name }) =>
    ["week", "day"].map((unit) => ({
      value: JSON.stringify({ column: name, unit }),
      text: `${name}, ${unit} by ${unit}`,
    })),
  );
  const byChance = {
    value: JSON.stringify({ unit: "part" }),
    text: "the rows, in parts drawn by chance",
  };
  return [...choices, byChance];
}
