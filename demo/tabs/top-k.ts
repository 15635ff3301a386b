// The most frequent values of a column, without a list of the domain.
import type { UserRows } from "#dist/index.js";
import { rankingChart } from "../charts/ranking-chart.js";
import { h } from "../dom.js";
import {
  chooser,
  deltaChooser,
  epsilonSlider,
  field,
  fill,
  numberField,
} from "../parts/controls.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { whole } from "../words.js";
import type { Workspace } from "../workspace.js";

const rehearsals = 100;

export function topKTab(workspace: Workspace) {
  const { engine, store } = workspace;
  const column = chooser();
  const k = numberField({ min: 1, max: 100, value: 5 });
  const perPerson = numberField({ min: 1, max: 1000, value: 1 });
  const perPersonField = field("Items of a person that count", perPerson, {
    hint: h("p.hint", "The maximum, chosen at random. Fewer items mean a smaller error."),
  });
  const counts = h("input", { type: "checkbox" });
  const epsilon = epsilonSlider(0.3);
  const delta = deltaChooser();
  const options = () => ({
    k: Math.min(100, Math.max(1, Math.round(Number(k.value)) || 1)),
    epsilon: epsilon.value,
    delta: delta.value,
    perUser: workspace.person === null ? 1 : Math.max(1, Math.round(Number(perPerson.value)) || 1),
    counts: counts.checked,
  });

  /** The mechanism reads the first kBar = 10 k values and the next one. */
  const headSize = () => 10 * options().k + 1;

  async function forecast() {
    if (column.value === "") return undefined;
    return (await engine.accuracy.topK(options())).statement;
  }

  /** The share of hidden rehearsals that return each value.  */
  async function chancesOf(rows: { item: string; count: number }[]) {
    const named: Map<string, number> = new Map();
    const asked = options();
    for (let i = 0; i < rehearsals; ++i) {
      const { items } = await engine.topK(rows, asked);
      for (const { item } of items) named.set(item, (named.get(item) ?? 0) + 1);
    }
    return named;
  }

  async function picture(released: { column: string; items: string[] } | undefined) {
    const isOfRows = workspace.person === null;
    const rows = await (isOfRows ? store.counts : store.people)(column.value, headSize());
    const named: Set<string> = new Set(released?.column === column.value ? released.items : []);
    const { statement } = isOfRows
      ? await engine.topKForecast(rows, options())
      : { statement: "The number of people with each value." };
    const shown = rows.slice(0, Math.max(12, Math.min(40, options().k + 5)));
    return [
      rankingChart({
        rows: shown,
        chances: isOfRows ? await chancesOf(rows) : undefined,
        what: workspace.ones,
        named,
        name: column.value,
        rehearsals,
        statement,
      }),
    ];
  }

  async function release({ ledger, signal, onProgress, note }: Extras) {
    const name = column.value;
    const asked = { ...options(), ...note };
    const rows = await (workspace.person === null
      ? store.ranking(name, headSize())
      : (store.rowsOf({ items: name }) as Promise<UserRows>));
    const { items, complete, record } = await engine.topK(rows, {
      ...asked,
      ledger,
      signal,
      onProgress,
    });
    const list = h(
      "ol.ranking",
      ...items.map(({ item, count }) =>
        h("li", item, count !== undefined && h("span.noisy", ` about ${whole(count)}`)),
      ),
    );
    const short = complete
      ? ""
      : ` Only ${items.length} of ${asked.k} stand out enough for release.`;
    return {
      shown: [
        items.length > 0 ? list : h("p.value", "None"),
        h("p.of", `Most frequent ${name}, in order.${short}`),
      ],
      record,
      plain: { column: name, items },
      mark: { column: name, items: items.map(({ item }) => item) },
    };
  }

  const question = questionPanel({
    workspace,
    id: "top-k",
    title: "The most frequent values",
    lead: "A ranking, without a list of the possible values. It withholds values of too few people, even if places remain free.",
    controls: [
      field("Column", column),
      field("How many, k", k),
      perPersonField,
      field("Noisy counts", counts),
      epsilon.node,
      delta.node,
    ],
    button: "Release a ranking",
    cost: () => ({ epsilon: epsilon.value, delta: delta.value }),
    forecast,
    picture,
    release,
  });

  workspace.addEventListener("data", () => {
    const { columns, sample } = workspace.dataset;
    perPersonField.hidden = workspace.person === null;
    const rankable = columns.filter((one) => one.canRank);
    const favourite =
      sample?.topK.column ??
      rankable.find(
        (one) => !one.isNumeric && !one.isDate && one.distinct < workspace.dataset.rows / 2,
      )?.name;
    fill(
      column,
      rankable.map((one) => one.name),
      favourite,
    );
    question.showKept();
    question.refresh();
  });
  return { id: "top-k", name: "Top-k", panel: question.panel, shown: question.refresh };
}
