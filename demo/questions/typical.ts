// A typical value of a column: its middle, its mean, its quartiles, or what 9 in 10 are below.
import { histogramChart, lawChart } from "../charts/rank-charts.js";
import { held } from "../data/held.js";
import type { NoneParameters } from "../data/rank-law.js";
import { h } from "../dom.js";
import { domainOf, type ReleaseRecord } from "../engine.js";
import { chooser, field, fill } from "../parts/controls.js";
import { limitsField } from "../parts/limits-field.js";
import { rehearsedLaw } from "../parts/rehearsal.js";
import { voiceField } from "../parts/voice-field.js";
import type { Dataset, Workspace } from "../workspace.js";
import { type Asking, type Extras, type Making, noColumn, type Shown } from "./asking.js";
import { type RankData, type RankTask, rankTasks } from "./rank-tasks.js";
import { expectedOf, noAnswer, numericColumns, peopleOf, roundedValue } from "./words.js";

const choices = [
  { value: "median", text: "the middle: half are below (median)", title: "Median" },
  { value: "mean", text: "the mean", title: "Mean" },
  { value: "quartiles", text: "the three quartiles", title: "Quartiles" },
  { value: "quantile", text: "that 9 in 10 are below", title: "9 in 10 below" },
];

type Ends = { lo: number | null; hi: number | null };

/** All that leaves, as plain data. */
interface Plain {
  question: string;
  column: string;
  value: number | number[] | null;
  reason?: string;
  message?: string;
  interval?: Ends | null;
  intervals?: (Ends | null)[] | null;
  error?: number;
}

const quarters = ["a quarter below", "half below", "three quarters below"];

const titleOf = (question: string) => choices.find(({ value }) => value === question)!.title;

export class Typical implements Asking {
  readonly id = "typical";
  readonly name = "A typical value";
  readonly lead = "No limits of the column have to be known.";
  readonly stop = 2;
  readonly controls: Node[];
  readonly #column = chooser();
  readonly #what = chooser(choices);
  readonly #limits = limitsField({ isGuessed: true });
  readonly #voice = voiceField();
  readonly #around = h("input", { type: "checkbox" });
  readonly #aroundLabel = h(
    "label.check",
    this.#around,
    h("span", "with error bars: between which values the true one lies"),
  );
  readonly #workspace: Workspace;
  readonly #exact: Making["exact"];
  readonly #tasks: ReturnType<typeof rankTasks>;

  constructor({ workspace, exact }: Making) {
    this.#workspace = workspace;
    this.#exact = exact;
    this.#tasks = rankTasks(workspace.engine, {
      options: () => ({ epsilon: exact.value, domain: this.#domain, ...this.#voice.value }),
      isOfUsers: () => workspace.person !== null,
      share: () => 0.9,
      interval: () => (this.#around.checked ? "data" : undefined),
      interior: () => ({ algorithm: "exponential", delta: 0, abstain: true }),
    });
    this.controls = [
      field("Of which column?", this.#column),
      field("Which value?", this.#what),
      this.#limits.node,
      this.#voice.node,
      this.#aroundLabel,
      this.#limits.fold,
    ];
    this.#what.addEventListener("input", () => this.#show());
    this.#what.addEventListener("change", () => {
      if (this.#limits.value.type === "every") this.#suggest(); // a range of the visitor's stays
    });
    this.#column.addEventListener("change", () => this.#suggest());
  }

  fill() {
    const { dataset } = this.#workspace;
    fill(this.#column, numericColumns(dataset), dataset.sample?.quantiles.column);
    this.#what.value = "median";
    this.#around.checked = false;
    this.#suggest();
  }

  cannot(dataset: Dataset) {
    return numericColumns(dataset).length === 0 ? noColumn : undefined;
  }

  cost() {
    return { epsilon: this.#exact.value, delta: 0 };
  }

  async expect() {
    const { engine, dataset } = this.#workspace;
    const accuracy = this.#isMean
      ? (await engine.mean({ users: [], values: [] }, this.#meanOptions())).record.accuracy
      : await this.#task.accuracy();
    return expectedOf(accuracy, this.#voice.isOfRows ? "rows" : peopleOf(dataset));
  }

  title() {
    return `${titleOf(this.#what.value)} of ${this.#column.value}`;
  }

  async draw({ note, ...extras }: Extras) {
    const { engine } = this.#workspace;
    const asked = { question: this.#what.value, column: this.#column.value };
    const all = { ...extras, ...note };
    if (this.#isMean) {
      const options = { ...this.#meanOptions(), ...all };
      const rows = held("rowsOf", { numbers: asked.column });
      const { record, ...answer } = await engine.mean(rows as never, options);
      return { plain: { ...asked, ...(answer as object) }, record };
    }
    const task = this.#task;
    const { record, ...answer } = await task.drawAnswer(this.#data(asked.column), all);
    return { plain: { ...asked, ...answer }, record };
  }

  show(plain: object, record: ReleaseRecord) {
    return shownOf(plain as Plain, record, peopleOf(this.#workspace.dataset));
  }

  async own(last: object | undefined) {
    const name = this.#column.value;
    const before = last as Plain | undefined;
    const marks = before?.column === name ? before.value : null;
    const values = marks === null ? [] : [marks].flat();
    const histogram = await this.#workspace.store.histogram(name);
    const bars = (truths: number[]) => histogramChart({ histogram, name, values, truths });
    if (this.#isMean) return [bars([])];
    const law = await this.#lawOf(this.#task, histogram);
    const truth = "truth" in law ? (law.truth as number) : undefined;
    const chart = lawChart({ law, histogram, values, what: "the answer" });
    return [chart, bars(truth === undefined ? [] : [truth])];
  }

  get #isMean() {
    return this.#what.value === "mean";
  }

  get #task() {
    return this.#tasks[this.#what.value]!();
  }

  get #domain() {
    return domainOf(this.#limits.value, this.#limits.guess);
  }

  #meanOptions() {
    const isKnown = this.#limits.value.type === "range";
    return { epsilon: this.#exact.value, ...(isKnown && { domain: this.#domain }) };
  }

  #show() {
    this.#aroundLabel.hidden = this.#isMean;
    this.#limits.search(this.#isMean);
    const { person = null, people = 0, rows = 0 } = this.#workspace.dataset ?? {};
    this.#voice.offer(!this.#isMean && person !== null && people < rows);
  }

  #suggest() {
    const range = this.#workspace.dataset.sample?.ranges[this.#column.value];
    if (this.#isMean) this.#limits.suggest(range);
    else this.#limits.prepare(range);
    this.#show();
  }

  #data(name: string): RankData {
    return this.#workspace.person === null
      ? held("numbers", name)
      : (held("rowsOf", { numbers: name }) as RankData);
  }

  /** The law of the answer: exact where it is known, else from draws that stay hidden. */
  async #lawOf(task: RankTask, histogram: Awaited<ReturnType<Workspace["store"]["histogram"]>>) {
    const { q, drawAnswer } = task;
    const { store, person } = this.#workspace;
    const column = this.#column.value;
    const isPlain = this.#limits.guess === undefined && !this.#around.checked;
    if (person === null && q !== undefined && isPlain) {
      const { parameters } = (await drawAnswer(new Float64Array(0))).record;
      const { drawEpsilon, noneScore, noneBelow } = parameters as unknown as NoneParameters;
      const none = { drawEpsilon, noneScore, noneBelow };
      const asked = { column, q, epsilon: this.#exact.value, domain: this.#limits.value };
      return store.rankLaw({ ...asked, none, edges: histogram.edges });
    }
    const data = this.#data(column);
    return rehearsedLaw(histogram, async () => {
      const { value } = await drawAnswer(data);
      return value === null ? [] : [value].flat();
    });
  }
}

function shownOf(plain: Plain, record: ReleaseRecord, ones: string): Shown {
  const { question, column, value } = plain;
  const title = `${titleOf(question)} of ${column}`;
  if (value === null) return noAnswer(title, plain, ones);
  const found = [value].flat();
  const all = plain.intervals ?? [plain.interval ?? null];
  const ends = found.map((_, at) => endsOf(all[at]));
  const [low, high] = ends[found.length === 1 ? 0 : 1] ?? [];
  const band =
    low !== undefined && high !== undefined ? ([low, high] as [number, number]) : undefined;
  const words = found.map((one, at) => roundedValue(one, ends[at]));
  const shown = {
    title,
    chart: {
      type: "line" as const,
      points: found,
      ...(found.length > 1
        ? { band: [found[0]!, found.at(-1)!] as [number, number] }
        : band && { band }),
      words: words[found.length > 1 ? 1 : 0]!,
    },
    full: found.join(", "),
    rows: rowsOf(found, ends),
  };
  if (question === "quartiles") {
    return {
      ...shown,
      values: found.map((_, at) => [quarters[at]!, words[at]!]),
      of: `Where a quarter, half and three quarters are below: ${column}.${intervalWords(ends, record)}`,
    };
  }
  const share = { median: "Half are below it, half above.", quantile: "9 in 10 are below it." }[
    question
  ];
  const of =
    share === undefined
      ? `The mean of ${column}${plain.error === undefined ? "" : `, off by at most ${roundedValue(plain.error)}`}.`
      : share;
  return { ...shown, value: `about ${words[0]}`, of: `${of}${intervalWords(ends, record)}` };
}

const endsOf = (ends: Ends | null | undefined): [number?, number?] => [
  ends?.lo ?? undefined,
  ends?.hi ?? undefined,
];

function intervalWords(ends: [number?, number?][], { interval }: ReleaseRecord) {
  if (interval === undefined) return "";
  const sure = `${Number((100 * interval.confidence).toPrecision(6))}%`;
  const said = ends.map(([low, high]) => {
    if (low === undefined && high === undefined) return "too few for error bars";
    if (high === undefined) return `at least ${roundedValue(low!)}`;
    if (low === undefined) return `at most ${roundedValue(high)}`;
    return `between ${roundedValue(low, [low, high])} and ${roundedValue(high, [low, high])}`;
  });
  return ` With ${sure} confidence ${said.join("; ")}.`;
}

function rowsOf(found: number[], ends: [number?, number?][]) {
  const hasEnds = ends.some(([low, high]) => low !== undefined || high !== undefined);
  const heads = hasEnds ? ["value", "from", "to"] : ["value"];
  return [
    heads,
    ...found.map((one, at) => (hasEnds ? [one, ends[at]![0] ?? "", ends[at]![1] ?? ""] : [one])),
  ];
}
