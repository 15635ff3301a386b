// How a column is spread, from low to high: bars between known values, or ten parts of equally many people.
import type { Bin } from "#dist/index.js";
import { histogramChart } from "../charts/rank-charts.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { domainOf, type ReleaseRecord } from "../engine.js";
import { chooser, field, fill } from "../parts/controls.js";
import { limitsField } from "../parts/limits-field.js";
import { readable } from "../words.js";
import { type Asking, type Making, noColumn, type Shown } from "./asking.js";
import {
  expectedOf,
  noAnswer,
  numericColumns,
  peopleOf,
  roundedCount,
  roundedValue,
} from "./words.js";

const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

type Plain = {
  question: "histogram" | "deciles";
  column: string;
  reason?: string;
  message?: string;
} & ({ question: "histogram"; value: Bin[] } | { question: "deciles"; value: number[] | null });

type Answered = Promise<{
  value: never;
  record: ReleaseRecord;
  reason?: string;
  message?: string;
}>;

export function distribution({ workspace, exact }: Making): Asking {
  const { engine, store } = workspace;
  const column = chooser();
  const how = chooser([
    { value: "histogram", text: "bars between values that I choose" },
    { value: "deciles", text: "ten parts of equally many people (deciles)" },
  ]);
  const edges = h("input", {
    type: "text",
    placeholder: "such as: 18, 30, 45, 65",
    autocomplete: "off",
  });
  const edgesField = field("Where bars meet", edges, {
    hint: h("p.hint", "Known beforehand, never read off the data."),
  });
  const limits = limitsField({ isGuessed: true });
  const isBars = () => how.value === "histogram";
  function show() {
    edgesField.hidden = !isBars();
    for (const part of [limits.node, limits.fold]) part.hidden = isBars();
  }
  how.addEventListener("input", show);
  function suggest() {
    const { sample } = workspace.dataset;
    limits.prepare(sample?.ranges[column.value]);
    edges.value = sample?.edges[column.value]?.join(", ") ?? "";
    show();
  }
  column.addEventListener("change", suggest);
  const barOptions = () => ({ epsilon: exact.value, edges: edgesIn(edges.value) });
  const partOptions = () => ({
    epsilon: exact.value,
    domain: domainOf(limits.value, limits.guess),
    abstain: true as const,
  });
  const nobody = { users: [], values: [] };
  const ask = (data: object, extras: object = {}): Answered =>
    (isBars()
      ? engine.histogram(data as never, { ...barOptions(), ...extras })
      : engine.quantiles(data as never, tenths, { ...partOptions(), ...extras })) as never;

  return {
    id: "dist",
    name: "Distribution",
    lead: "How many people are in each stretch of a column.",
    stop: 2,
    controls: [
      field("Of which column?", column),
      field("How?", how),
      edgesField,
      limits.node,
      limits.fold,
    ],
    fill() {
      const { dataset } = workspace;
      fill(column, numericColumns(dataset), dataset.sample?.quantiles.column);
      how.value = "histogram";
      suggest();
    },
    cannot: (dataset) => (numericColumns(dataset).length === 0 ? noColumn : undefined),
    cost: () => ({ epsilon: exact.value, delta: 0 }),
    expect: async () =>
      expectedOf((await ask(nobody)).record.accuracy, peopleOf(workspace.dataset)),
    title: () => `Distribution of ${column.value}`,
    async draw({ note, ...extras }) {
      const asked = { question: how.value, column: column.value };
      const data = held("rowsOf", { numbers: column.value });
      const { record, ...answer } = await ask(data, { ...extras, ...note });
      return { plain: { ...asked, ...(answer as object) }, record };
    },
    show: (plain) => shownOf(plain as Plain, peopleOf(workspace.dataset)),
    async own() {
      const histogram = await store.histogram(column.value);
      return [histogramChart({ histogram, name: column.value, values: [], truths: [] })];
    },
  };
}

function edgesIn(text: string) {
  const edges = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  if (edges.length === 0 || edges.some(Number.isNaN)) {
    throw new Error("Write down where bars meet: numbers that grow, with commas.");
  }
  return edges;
}

function shownOf(plain: Plain, ones: string): Shown {
  const { question, column, value } = plain;
  const title = `Distribution of ${column}`;
  if (value === null) return noAnswer(title, plain, ones);
  if (question === "deciles") {
    return {
      title,
      values: value.map((one, at) => [`${10 * (at + 1)} in 100 below`, roundedValue(one)]),
      of: `Where the tenths of the ${ones} meet: ${column}.`,
      chart: { type: "line", points: value, words: roundedValue(value[4]!) },
      full: value.join(", "),
      rows: [["share below", column], ...value.map((one, at) => [tenths[at]!, one])],
    };
  }
  return {
    title,
    of: `How many ${ones} have which ${column}.`,
    chart: {
      type: "columns",
      columns: value.map((bin) => ({ name: binName(bin), value: roundedCount(bin.count) })),
    },
    full: value.map((bin) => `${binName(bin)}: ${bin.count}`).join("; "),
    rows: [[column, ones], ...value.map((bin) => [binName(bin), bin.count])],
  };
}

function binName({ from, to }: Bin) {
  if (from === undefined) return `under ${readable(to)}`;
  return to === undefined ? `over ${readable(from)}` : `to ${readable(to)}`;
}
