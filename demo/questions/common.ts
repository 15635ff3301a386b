// What comes most often in a column, without a list of the possible values.
import type { UserRows } from "#dist/index.js";
import { rankingChart } from "../charts/ranking-chart.js";
import { held } from "../data/held.js";
import { h } from "../dom.js";
import { chooser, deltaChooser, field, fill, numberField } from "../parts/controls.js";
import { type Asking, type Making, noColumn, type Shown } from "./asking.js";
import { expectedOf, groupColumn, peopleOf, roundedCount } from "./words.js";

const rehearsals = 100;

interface Plain {
  column: string;
  k: number;
  items: { item: string; count?: number }[];
}

export function common({ workspace, exact }: Making): Asking {
  const { engine, store } = workspace;
  const column = chooser();
  const places = numberField({ min: 1, max: 100, value: 5 });
  const counts = h("input", { type: "checkbox" });
  const perPerson = numberField({ min: 1, max: 1000, value: 1 });
  const perPersonField = field("How many of a person count?", perPerson, {
    hint: h("p.hint", "The most, chosen at random. Fewer mean a smaller error."),
  });
  const delta = deltaChooser();
  const most = (input: HTMLInputElement, limit: number) =>
    Math.min(limit, Math.max(1, Math.round(Number(input.value)) || 1));
  const options = () => ({
    k: most(places, 100),
    epsilon: exact.value,
    delta: delta.value,
    perUser: workspace.person === null ? 1 : most(perPerson, 1000),
    counts: counts.checked,
  });
  /** The mechanism reads the first kBar = 10 k values and the next one. */
  const headSize = () => 10 * options().k + 1;
  const rankable = ({ columns }: typeof workspace.dataset) => columns.filter((one) => one.canRank);

  return {
    id: "common",
    name: "Most common",
    lead: "A ranking (top-k). Nobody has to list the possible values, and what too few people share is not named.",
    stop: 3,
    controls: [
      field("Of which column?", column),
      field("How many places?", places),
      perPersonField,
      h("label.check", counts, h("span", "With how many people each has, about")),
      h("details", h("summary", "Advanced"), delta.node),
    ],
    fill() {
      const { dataset } = workspace;
      perPersonField.hidden = workspace.person === null;
      const found = rankable(dataset);
      const favourite = dataset.sample?.topK.column ?? groupColumn(dataset);
      fill(
        column,
        found.map(({ name }) => name),
        favourite,
      );
    },
    cannot: (dataset) => (rankable(dataset).length === 0 ? noColumn : undefined),
    cost: () => ({ epsilon: exact.value, delta: delta.value }),
    expect: async () =>
      expectedOf(await engine.accuracy.topK(options()), peopleOf(workspace.dataset)),
    title: () => `Most common ${column.value}`,
    async draw({ note, ...extras }) {
      const name = column.value;
      const asked = options();
      const rows =
        workspace.person === null
          ? held("ranking", { name, limit: headSize() })
          : (held("rowsOf", { items: name }) as UserRows);
      const { items, record } = await engine.topK(rows, { ...asked, ...note, ...extras });
      return { plain: { column: name, k: asked.k, items }, record };
    },
    show: (plain) => shownOf(plain as Plain, peopleOf(workspace.dataset)),
    async own(last) {
      const name = column.value;
      const asked = options();
      const isOfRows = workspace.person === null;
      const rows = await (isOfRows ? store.counts : store.people)(name, headSize());
      const named = new Set((last as Plain | undefined)?.items.map(({ item }) => item) ?? []);
      const { statement } = isOfRows
        ? await engine.topKForecast(rows, asked)
        : { statement: "The number of people with each value." };
      const chances = isOfRows ? await chancesOf(() => engine.topK(rows, asked)) : undefined;
      const shown = rows.slice(0, Math.max(12, Math.min(40, asked.k + 5)));
      const what = workspace.ones;
      return [rankingChart({ rows: shown, chances, what, named, name, rehearsals, statement })];
    },
  };
}

/** The share of hidden rehearsals that return each value. */
async function chancesOf(rehearse: () => Promise<{ items: { item: string }[] }>) {
  const named: Map<string, number> = new Map();
  for (let i = 0; i < rehearsals; ++i) {
    const { items } = await rehearse();
    for (const { item } of items) named.set(item, (named.get(item) ?? 0) + 1);
  }
  return named;
}

function shownOf({ column, k, items }: Plain, ones: string): Shown {
  const short =
    items.length < k ? ` Only ${items.length} of ${k} stand out enough to be named.` : "";
  return {
    title: `Most common ${column}`,
    ...(items.length === 0 && { value: "None" }),
    of: `The first ${items.length}, in order.${short}`,
    ...(items.length > 0 && {
      chart: {
        type: "bars" as const,
        heads: [column, items[0]!.count === undefined ? "" : `${ones}, about`] as [string, string],
        bars: items.map(({ item, count }, at) => ({
          name: `${at + 1}. ${item}`,
          value: count === undefined ? null : roundedCount(count),
        })),
        isRanked: true,
      },
    }),
    full: items
      .map(({ item, count }) => (count === undefined ? item : `${item} ${count}`))
      .join(", "),
    rows: [[column, "people, about"], ...items.map(({ item, count }) => [item, count ?? ""])],
  };
}
