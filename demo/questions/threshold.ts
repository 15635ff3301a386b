// From which value on a label changes: a rule of one threshold. The plain question sets the rest itself.
import type { ThresholdHypothesis } from "#dist/index.js";
import { lawChart } from "../charts/rank-charts.js";
import { labelledChart } from "../charts/threshold-charts.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, field, fill } from "../parts/controls.js";
import { rangedColumn } from "../parts/ranged-column.js";
import { readable } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import type { Asking, Cannot, Extras, Making, Shown } from "./asking.js";
import { expectedOf, noAnswer, numericColumns, peopleOf } from "./words.js";

type Side = "above" | "below";

interface Plain {
  x: string;
  label: { column: string; value: string };
  rule: ThresholdHypothesis<number> | null;
  reason?: string;
  limits?: [number, number];
}

const couldBeLabel = ({ columns, person }: Dataset) =>
  columns.filter(
    ({ name, canRank, isDate, distinct }) =>
      name !== person && canRank && !isDate && distinct >= 2 && distinct <= 1000,
  );

const titleIn = ({ x, label }: Pick<Plain, "x" | "label">) =>
  `${x} predicts ${label.column} ${label.value}`;

export class Threshold implements Asking {
  readonly id: string;
  readonly name: string;
  readonly lead: string;
  readonly stop = 3;
  readonly controls: Node[];
  readonly #x = rangedColumn(true, numericColumns, ({ sample }) => sample?.thresholds.x);
  readonly #label = chooser();
  readonly #is = h("input", { type: "text", autocomplete: "off" });
  readonly #side = chooser([
    { value: "above", text: "above the threshold" },
    { value: "below", text: "at or below the threshold" },
  ]);
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];

  /** @param isFull whether the visitor sets the side as well */
  constructor({ workspace, exact }: Making, isFull: boolean) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.id = isFull ? "threshold" : "predict";
    this.name = isFull ? "Threshold" : "What predicts a label";
    this.lead = isFull
      ? "Beyond which value does a label change? With the side and the range as you set them."
      : "A rule of one threshold, to be used on anybody.";
    this.controls = [
      field("What is to be predicted?", this.#label),
      field("being", this.#is, { hint: h("p.hint", "Written as you know it.") }),
      field("From which column?", this.#x.column),
      ...(isFull ? [field("It lies", this.#side)] : []),
      this.#x.limits.node,
    ];
  }

  fill() {
    const { dataset } = this.#workspace;
    const hints = dataset.sample?.thresholds;
    this.#x.fill(dataset);
    const labels = couldBeLabel(dataset).map(({ name }) => name);
    fill(this.#label, labels, hints?.label);
    this.#is.value = hints?.value ?? "";
    if (hints) this.#side.value = hints.ones;
  }

  cannot(dataset: Dataset): Cannot | undefined {
    const { advice } = dataset.sample?.thresholds ?? {};
    if (advice !== undefined) return { why: advice, sample: "penguins" };
    if (numericColumns(dataset).length > 0 && couldBeLabel(dataset).length > 0) return undefined;
    return { why: "These data have no label and number for this question.", sample: "penguins" };
  }

  cost() {
    return { epsilon: this.#exact.value, delta: 0 };
  }

  async expect() {
    if (this.#is.value.trim() === "") {
      throw new Error("Write down the label that is to be predicted.");
    }
    const { engine, dataset } = this.#workspace;
    const accuracy = await engine.accuracy.learnThreshold(this.#options());
    return expectedOf(accuracy, peopleOf(dataset));
  }

  title() {
    return titleIn(this.#request());
  }

  async draw({ note, ...extras }: Extras) {
    const { engine } = this.#workspace;
    const asked = this.#request();
    const { ends: limits } = this.#x.limits;
    const given = { ...held("labelled", asked), ones: this.#side.value as Side };
    const all = { ...this.#options(), ...given, ...extras, ...note };
    const { value: rule, record, reason } = await engine.learnThreshold(all);
    const plain = {
      ...{ ...asked, rule },
      ...(reason !== undefined && { reason }),
      ...(limits && { limits }),
    };
    return { plain, record };
  }

  show(plain: object) {
    const ones = peopleOf(this.#workspace.dataset);
    return shownOf(plain as Plain, titleIn(plain as Plain), ones);
  }

  async own(last: object | undefined) {
    const { store, person } = this.#workspace;
    const asked = this.#request();
    const picture = await store.labelledPicture(asked);
    const before = last as Plain | undefined;
    const mark = before?.x === asked.x ? (before.rule?.threshold ?? undefined) : undefined;
    const pictured = { picture, name: asked.x, value: asked.label.value, mark };
    // Chance selects one row of each person, so the picture omits the law of the threshold.
    if (person !== null) return [labelledChart({ ...pictured, law: {} })];
    const options = { epsilon: this.#exact.value, domain: this.#x.limits.value };
    const ones = this.#side.value as Side;
    const law = await store.thresholdLaw({ ...asked, ...options, ones, edges: picture.edges });
    const values = mark === undefined ? [] : [mark];
    return [
      lawChart({ law, histogram: picture, values, what: "the threshold" }),
      labelledChart({ ...pictured, law }),
    ];
  }

  #request() {
    const label = { column: this.#label.value, value: this.#is.value.trim() };
    return { x: this.#x.column.value, label };
  }

  #options() {
    return { epsilon: this.#exact.value, domain: domainOf(this.#x.limits.value) };
  }
}

function shownOf({ rule, x, label, limits, ...none }: Plain, title: string, ones: string): Shown {
  if (rule === null) return noAnswer(title, none, ones);
  if (rule.threshold === null) {
    const value = rule.constant === 1 ? "always" : "never";
    return {
      title,
      value,
      of: `Says that ${label.column} is ${label.value} ${value}, whatever ${x}.`,
      full: value,
      rows: [["rule"], [value]],
    };
  }
  const isAbove = rule.ones === "above";
  const words = `${isAbove ? "above" : "up to"} ${readable(rule.threshold)}`;
  return {
    title,
    value: words,
    of: `Whose ${x} is ${isAbove ? "above it" : "at it or below"} has ${label.column} ${label.value}, says the rule.`,
    chart: {
      type: "line",
      points: [rule.threshold],
      side: isAbove ? "above" : "below",
      limits,
      words: `${label.value} ${words}`,
    },
    full: `${x} ${isAbove ? ">" : "<="} ${rule.threshold}`,
    rows: [
      ["column", "side", "threshold", "predicts"],
      [x, rule.ones, rule.threshold, `${label.column} ${label.value}`],
    ],
  };
}
