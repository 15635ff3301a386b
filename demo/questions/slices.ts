// The lowest so many people, the next so many: the middle of each. All is paid for at the start.
import { histogramChart } from "../charts/rank-charts.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, deltaChooser, field, fill, numberField } from "../parts/controls.js";
import { limitsField } from "../parts/limits-field.js";
import { whole } from "../words.js";
import type { Dataset, Workspace } from "../workspace.js";
import { type Asking, type Extras, type Making, noColumn, type Shown } from "./asking.js";
import { expectedOf, numericColumns, peopleOf, roundedValue, tooFew } from "./words.js";

interface Plain {
  column: string;
  from: "low" | "high";
  length: number;
  medians: (number | null)[];
}

export class Slices implements Asking {
  readonly id = "slices";
  readonly name = "Slices";
  readonly lead =
    "Cuts the lowest or highest people off, again and again, and answers about each slice. All is paid for at the start.";
  readonly stop = 0;
  readonly controls: Node[];
  readonly #column = chooser();
  readonly #from = chooser([
    { value: "low", text: "lowest" },
    { value: "high", text: "highest" },
  ]);
  readonly #length = numberField({ min: 1, max: 1e9, value: 1000 });
  readonly #many = numberField({ min: 1, max: 20, value: 3 });
  readonly #limits = limitsField();
  readonly #delta = deltaChooser();
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];
  #loss = { epsilon: 0, delta: 0 };

  constructor({ workspace, exact }: Making) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.controls = [
      field("Of which column?", this.#column),
      field("Cut from the", this.#from),
      field("People in a slice", this.#length, { hint: h("p.hint", "Chosen beforehand.") }),
      field("Slices", this.#many),
      this.#limits.node,
      h("details", h("summary", "Advanced"), this.#delta.node),
    ];
    this.#column.addEventListener("change", () => this.#suggest());
  }

  fill() {
    const { dataset } = this.#workspace;
    fill(this.#column, numericColumns(dataset), dataset.sample?.quantiles.column);
    this.#suggest();
  }

  cannot(dataset: Dataset) {
    if (numericColumns(dataset).length === 0) return noColumn;
    const why =
      "Slices are cut off rows, so each row has to be a different person; these people have several.";
    return dataset.person === null ? undefined : { why, sample: "flights" };
  }

  cost() {
    return this.#loss;
  }

  async expect() {
    const { engine, dataset } = this.#workspace;
    this.#loss = await this.#price();
    const domain = domainOf(this.#limits.value);
    const asked = { epsilon: this.#exact.value, domain, abstain: false };
    return expectedOf(await engine.accuracy.median(asked), peopleOf(dataset));
  }

  title() {
    return `Medians of slices of ${this.#column.value}`;
  }

  async draw({ ledger, signal, note }: Extras) {
    const { engine, account } = this.#workspace;
    const from = this.#from.value as Plain["from"];
    const asked = { column: this.#column.value, from, length: Number(this.#length.value) };
    const options = this.#options();
    const data = held("numbers", asked.column);
    const session = await new engine.SliceSession(data, { ...options, ledger, ...note });
    await account.keep(); // the charge is kept before the first answer
    const medians: (number | null)[] = [];
    let record: Awaited<ReturnType<typeof session.median>>["record"] | undefined;
    for (let at = 0; at < options.slices; ++at) {
      const slice = await session.slice({ length: asked.length, from });
      const answer = await session.median(slice, { signal });
      medians.push(answer.value);
      record = answer.record;
    }
    await session.dispose();
    return { plain: { ...asked, medians }, record: record! };
  }

  show(plain: object) {
    return shownOf(plain as Plain, peopleOf(this.#workspace.dataset));
  }

  async own(last: object | undefined) {
    const name = this.#column.value;
    const histogram = await this.#workspace.store.histogram(name);
    const values = ((last as Plain | undefined)?.medians ?? []).filter((one) => one !== null);
    return [histogramChart({ histogram, name, values, truths: [] })];
  }

  #options() {
    return {
      domain: domainOf(this.#limits.value),
      slices: Math.min(20, Math.max(1, Math.round(Number(this.#many.value)) || 1)),
      compute: { epsilon: this.#exact.value },
      delta: this.#delta.value,
    };
  }

  /** What a session costs depends on its options only: one on no data, without a ledger, tells it. */
  async #price() {
    const session = await new this.#workspace.engine.SliceSession(
      new Float64Array(0),
      this.#options(),
    );
    const loss = await (session.loss as unknown as Promise<{ epsilon: number; delta: number }>);
    await session.dispose();
    return loss;
  }

  #suggest() {
    this.#limits.suggest(this.#workspace.dataset.sample?.ranges[this.#column.value]);
  }
}

function shownOf({ column, from, length, medians }: Plain, ones: string): Shown {
  const title = `Medians of slices of ${column}`;
  const found = medians.filter((one) => one !== null);
  if (found.length === 0) return tooFew(title, undefined);
  const end = from === "low" ? "lowest" : "highest";
  return {
    title,
    values: medians.map((one, at) => [
      at === 0 ? `the ${end} ${whole(length)}` : "the next",
      one === null ? "none" : roundedValue(one),
    ]),
    of: `The middle ${column} of each slice of ${whole(length)} ${ones}.`,
    chart: {
      type: "line",
      points: found,
      words: roundedValue(found[Math.floor(found.length / 2)]!),
    },
    full: medians.join(", "),
    rows: [["slice", column], ...medians.map((one, at) => [at + 1, one ?? "none"])],
  };
}
