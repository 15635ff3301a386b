// The same answer for each group, side by side: the groups found privately, or a public list of them.
import type { Bin } from "#dist/index.js";
import { truthChart } from "../charts/groups-chart.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { domainOf, type ReleaseRecord } from "../engine.js";
import { chooser, deltaChooser, field, fill } from "../parts/controls.js";
import { limitsField } from "../parts/limits-field.js";
import { voiceField } from "../parts/voice-field.js";
import { type Asking, type Making, noColumn, type Shown } from "./asking.js";
import {
  expectedOf,
  groupColumn,
  numericColumns,
  peopleOf,
  roundedCount,
  textColumns,
} from "./words.js";

/** An answer of one group. */
export interface GroupAnswer {
  group: string | number;
  value: number | number[] | Bin[] | null;
  reason?: string;
  error?: number;
}

interface Plain {
  question: string;
  by: string;
  column?: string;
  groups: GroupAnswer[];
}

const tasks = [
  { value: "count", text: "how many people", title: "How many" },
  { value: "median", text: "the middle (median)", title: "Median", isOfRanks: true },
  { value: "mean", text: "the mean", title: "Mean", isBounded: true },
  { value: "sum", text: "the total", title: "Total", isBounded: true },
  { value: "quartiles", text: "the three quartiles", title: "Quartiles", isOfRanks: true },
];

/** A function of rows of people, whatever it answers. */
type Ask = (
  data: object,
  ...asked: unknown[]
) => Promise<{ record: ReleaseRecord; groups: GroupAnswer[] }>;

/** The fields, and the question that they state. */
class Fields {
  readonly by = chooser();
  readonly #what = chooser(tasks);
  readonly #column = chooser();
  readonly #columnField = field("Of which column?", this.#column);
  readonly #found = chooser([
    { value: "private", text: "those with enough people, found privately" },
    { value: "list", text: "a list that I write down" },
  ]);
  readonly #list = h("textarea", { rows: 3 });
  readonly #listField = field("Their names, one a line", this.#list, {
    hint: h("p.hint", "Never copied from the data: it would give away which groups there are."),
  });
  readonly #delta = deltaChooser("1e-7");
  readonly #limits = limitsField({ isGuessed: true, advanced: [this.#delta.node] });
  readonly #voice = voiceField();
  readonly controls: Node[];
  readonly #making: Making;

  constructor(making: Making) {
    this.#making = making;
    this.controls = [
      field("For each", this.by),
      field("Show", this.#what),
      this.#columnField,
      field("Which groups?", this.#found),
      this.#listField,
      this.#limits.node,
      this.#voice.node,
      this.#limits.fold,
    ];
    for (const control of [this.#what, this.#found]) {
      control.addEventListener("input", () => this.#show());
    }
    for (const control of [this.#what, this.#column]) {
      control.addEventListener("change", () => this.#suggest());
    }
  }

  get task() {
    return tasks.find(({ value }) => value === this.#what.value)!;
  }

  get column() {
    return this.#hasValues ? this.#column.value : undefined;
  }

  get columns() {
    return { groups: this.by.value, ...(this.column !== undefined && { numbers: this.column }) };
  }

  get voice() {
    return this.#voice.value;
  }

  get loss() {
    const isPrivate = this.#found.value === "private";
    return { epsilon: this.#making.exact.value, delta: isPrivate ? this.#delta.value : 0 };
  }

  get title() {
    const { dataset } = this.#making.workspace;
    return titleOf(this.task.value, this.column, this.by.value, peopleOf(dataset));
  }

  options() {
    const { value, isOfRanks } = this.task;
    return {
      epsilon: this.#making.exact.value,
      ...this.#groups(),
      ...this.#bounds(),
      ...(isOfRanks && { abstain: true, ...this.#voice.value }),
      ...(value === "count" && { perUser: "spread" }),
    };
  }

  fill() {
    const { dataset } = this.#making.workspace;
    fill(this.by, textColumns(dataset), dataset.sample?.groups.by ?? groupColumn(dataset));
    const numeric = numericColumns(dataset);
    fill(this.#column, numeric, dataset.sample?.quantiles.column);
    for (const option of this.#what.options)
      option.disabled = option.value !== "count" && numeric.length === 0;
    this.#what.value = numeric.length > 0 && dataset.sample?.key !== "flights" ? "median" : "count";
    this.#suggest();
  }

  get #hasValues() {
    return this.task.value !== "count";
  }

  #groups() {
    if (this.#found.value === "private")
      return { groups: "private" as const, delta: this.#delta.value };
    const names = this.#list.value
      .split("\n")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    if (names.length === 0) throw new Error("Write down the names of the groups, one a line.");
    return { groups: names };
  }

  #bounds() {
    const { isBounded, isOfRanks } = this.task;
    const isFound = isBounded && this.#limits.value.type === "every";
    if (!this.#hasValues || isFound) return {};
    return { domain: domainOf(this.#limits.value, isOfRanks ? this.#limits.guess : undefined) };
  }

  #suggest() {
    const range = this.#making.workspace.dataset?.sample?.ranges[this.#column.value];
    if (this.task.isBounded) this.#limits.suggest(range);
    else this.#limits.prepare(range);
    this.#show();
  }

  #show() {
    const { isBounded, isOfRanks } = this.task;
    this.#columnField.hidden = !this.#hasValues;
    this.#listField.hidden = this.#found.value !== "list";
    this.#limits.node.hidden = !this.#hasValues;
    this.#limits.search(isBounded === true || !this.#hasValues);
    const { person = null, people = 0, rows = 0 } = this.#making.workspace.dataset ?? {};
    this.#voice.offer(isOfRanks === true && person !== null && people < rows);
  }
}

export function groups(making: Making): Asking {
  const { workspace } = making;
  const fields = new Fields(making);
  const ask = (data: object, options: object) => {
    const functions = workspace.engine as unknown as Record<string, Ask>;
    const { value } = fields.task;
    return value === "quartiles"
      ? functions.quantiles!(data, [0.25, 0.5, 0.75], options)
      : functions[value]!(data, options);
  };
  // The accuracy depends on the options only, so the page asks about nobody.
  const nobody = () => ({
    users: [],
    groups: [],
    ...(fields.column !== undefined && { values: [] }),
  });
  return {
    id: "groups",
    name: "By group",
    lead: "One answer for each group. Groups of too few people are not named.",
    stop: 3,
    controls: fields.controls,
    fill: () => fields.fill(),
    cannot: (dataset) => (textColumns(dataset).length === 0 ? noColumn : undefined),
    cost: () => fields.loss,
    async expect() {
      const { accuracy } = (await ask(nobody(), fields.options())).record;
      return expectedOf(accuracy, peopleOf(workspace.dataset));
    },
    title: () => fields.title,
    async draw({ note, ...extras }) {
      const { by, column, task } = fields;
      const asked = { question: task.value, by: by.value, column };
      const data = held("rowsOf", fields.columns);
      const { record, groups } = await ask(data, { ...fields.options(), ...extras, ...note });
      return { plain: { ...asked, groups }, record };
    },
    show: (plain, record) => shownOf(plain as Plain, record, peopleOf(workspace.dataset)),
    async own(last) {
      const { columns, task, voice, column = "" } = fields;
      const { error } = (await ask(nobody(), fields.options())).record.accuracy;
      const truth = await workspace.store.groupPicture({ ...columns, ...voice, q: 0.5, error });
      const answers = last === undefined ? [] : (last as Plain).groups;
      return [truthChart({ truth, task: task.value, name: column, answers })];
    },
  };
}

function titleOf(question: string, column: string | undefined, by: string, ones: string) {
  const { title } = tasks.find(({ value }) => value === question)!;
  return `${title} ${column === undefined ? ones : `of ${column}`} by ${by}`;
}

const middleOf = ({ value }: GroupAnswer) =>
  Array.isArray(value) ? (value[1] as number) : (value as number | null);

function shownValue(one: GroupAnswer, question: string) {
  const value = middleOf(one);
  return value !== null && question === "count" ? roundedCount(value) : value;
}

function shownOf(
  { question, by, column, groups }: Plain,
  { parameters }: ReleaseRecord,
  ones: string,
): Shown {
  const title = titleOf(question, column, by, ones);
  const head =
    question === "count" ? ones : `${question === "quartiles" ? "median" : question} ${column}`;
  const found = parameters.foundRange as [number, number] | null | undefined;
  const within = found
    ? ` Values beyond ${found[0]} and ${found[1]} were moved to the nearer one.`
    : "";
  return {
    title,
    of:
      groups.length === 0
        ? "No group has enough people to be named."
        : `${groups.length} groups.${within}`,
    ...(groups.length > 0 && {
      chart: {
        type: "bars" as const,
        heads: [by, head] as [string, string],
        bars: groups.map((one) => ({ name: `${one.group}`, value: shownValue(one, question) })),
      },
    }),
    full: `${groups.length} groups`,
    rows: [
      [
        by,
        ...(question === "quartiles"
          ? ["a quarter below", "half below", "three quarters below"]
          : [head]),
      ],
      ...groups.map(({ group, value }) => [
        `${group}`,
        ...(Array.isArray(value) ? (value as number[]) : [value ?? "too few"]),
      ]),
    ],
  };
}
