// A value between the extremes, from the fewest people there can be.
import type { InteriorAlgorithm } from "#dist/index.js";
import { histogramChart } from "../charts/rank-charts.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, deltaChooser, field, fill, numberField } from "../parts/controls.js";
import { rangedColumn } from "../parts/ranged-column.js";
import { readable } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import { type Asking, type Extras, type Making, noColumn, type Shown } from "./asking.js";
import { algorithms, type RankData } from "./rank-tasks.js";
import { expectedOf, noAnswer, numericColumns, peopleOf } from "./words.js";

interface Plain {
  column: string;
  algorithm: string;
  value: number | null;
  reason?: string;
  message?: string;
  limits?: [number, number];
}

export class Interior implements Asking {
  readonly id = "interior";
  readonly name = "Interior point";
  readonly lead =
    "Any value that is not outside the data. The question that needs the fewest people.";
  readonly stop = 2;
  readonly controls: Node[];
  readonly #of = rangedColumn(false, numericColumns);
  readonly #algorithm = chooser();
  readonly #size = numberField({ min: 1, max: 1e9, value: 20_000 });
  readonly #sizeField = field("At most so many people", this.#size, {
    hint: h("p.hint", "Known beforehand, never counted from the data."),
  });
  readonly #delta = deltaChooser();
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];

  constructor({ workspace, exact }: Making) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.controls = [
      field("Of which column?", this.#of.column),
      field("Algorithm", this.#algorithm),
      this.#sizeField,
      this.#of.limits.node,
      this.#delta.node,
    ];
    this.#algorithm.addEventListener("input", () => this.#show());
  }

  fill() {
    const { dataset } = this.#workspace;
    this.#of.fill(dataset);
    const offered = algorithms.filter(({ ofUsers }) => dataset.person === null || ofUsers);
    fill(this.#algorithm, offered, "cut");
    this.#show();
  }

  cannot(dataset: Dataset) {
    return numericColumns(dataset).length === 0 ? noColumn : undefined;
  }

  cost() {
    return { epsilon: this.#exact.value, delta: this.#hasDelta ? this.#delta.value : 0 };
  }

  async expect() {
    const { engine, person, dataset } = this.#workspace;
    const users = person !== null && { perUser: "spread" as const };
    const accuracy = await engine.accuracy.interiorPoint({ ...this.#options(), ...users } as never);
    return expectedOf(accuracy, peopleOf(dataset));
  }

  title() {
    return `Interior point of ${this.#of.column.value}`;
  }

  async draw({ note, ...extras }: Extras) {
    const { engine, person } = this.#workspace;
    const column = this.#of.column.value;
    const asked = this.#options();
    const { ends: limits } = this.#of.limits;
    const data: RankData =
      person === null ? held("numbers", column) : (held("rowsOf", { numbers: column }) as RankData);
    const all = { ...asked, abstain: true, ...extras, ...note };
    const { value, record, ...rest } = await engine.interiorPoint(data, all as never);
    const { reason, message } = rest as { reason?: string; message?: string };
    const plain = {
      ...{ column, algorithm: asked.algorithm, value },
      ...(reason && { reason }),
      ...(message && { message }),
      ...(limits && { limits }),
    };
    return { plain, record };
  }

  show(plain: object) {
    return shownOf(plain as Plain, peopleOf(this.#workspace.dataset));
  }

  async own(last: object | undefined) {
    const column = this.#of.column.value;
    const histogram = await this.#workspace.store.histogram(column);
    const before = last as Plain | undefined;
    const value = before?.column === column ? before.value : null;
    const values = value === null ? [] : [value];
    return [histogramChart({ histogram, name: column, values, truths: [] })];
  }

  get #chosen() {
    return algorithms.find(({ value }) => value === this.#algorithm.value)!;
  }

  get #hasDelta() {
    return this.#algorithm.value !== "exponential";
  }

  #options() {
    return {
      epsilon: this.#exact.value,
      delta: this.#hasDelta ? this.#delta.value : 0,
      domain: domainOf(this.#of.limits.value),
      algorithm: this.#algorithm.value as InteriorAlgorithm,
      ...(this.#chosen.sized && { size: Number(this.#size.value) }),
    };
  }

  #show() {
    this.#sizeField.hidden = !this.#chosen.sized;
    this.#delta.node.hidden = !this.#hasDelta;
  }
}

function shownOf({ column, value, limits, ...none }: Plain, ones: string): Shown {
  const title = `Interior point of ${column}`;
  if (value === null) return noAnswer(title, none, ones);
  return {
    title,
    value: readable(value),
    of: `Lies between the smallest and the largest ${column}.`,
    chart: { type: "line", points: [value], limits, words: readable(value) },
    full: `${value}`,
    rows: [["value"], [value]],
  };
}
