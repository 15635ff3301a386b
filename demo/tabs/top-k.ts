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

type Marked = { column: string; items: string[] };

/** The controls of the question, and the options that they state. */
class TopKFields {
  readonly column = chooser();
  readonly #k = numberField({ min: 1, max: 100, value: 5 });
  readonly #perPerson = numberField({ min: 1, max: 1000, value: 1 });
  readonly #perPersonField = field("Items of a person that count", this.#perPerson, {
    hint: h("p.hint", "The maximum, chosen at random. Fewer items mean a smaller error."),
  });
  readonly #counts = h("input", { type: "checkbox" });
  readonly #epsilon = epsilonSlider(0.3);
  readonly #delta = deltaChooser();
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  controls() {
    return [
      field("Column", this.column),
      field("How many, k", this.#k),
      this.#perPersonField,
      field("Noisy counts", this.#counts),
      this.#epsilon.node,
      this.#delta.node,
    ];
  }

  get loss() {
    return { epsilon: this.#epsilon.value, delta: this.#delta.value };
  }

  options() {
    const { person } = this.#workspace;
    return {
      k: Math.min(100, Math.max(1, Math.round(Number(this.#k.value)) || 1)),
      ...this.loss,
      perUser: person === null ? 1 : Math.max(1, Math.round(Number(this.#perPerson.value)) || 1),
      counts: this.#counts.checked,
    };
  }

  /** The mechanism reads the first kBar = 10 k values and the next one. */
  headSize() {
    return 10 * this.options().k + 1;
  }

  /** Offers the columns of the open data. */
  fill() {
    const { columns, sample, rows } = this.#workspace.dataset;
    this.#perPersonField.hidden = this.#workspace.person === null;
    const rankable = columns.filter((one) => one.canRank);
    const favourite =
      sample?.topK.column ??
      rankable.find((one) => !one.isNumeric && !one.isDate && one.distinct < rows / 2)?.name;
    fill(
      this.column,
      rankable.map((one) => one.name),
      favourite,
    );
  }
}

export function topKTab(workspace: Workspace) {
  const { engine } = workspace;
  const fields = new TopKFields(workspace);
  const { column } = fields;

  async function forecast() {
    if (column.value === "") return undefined;
    return (await engine.accuracy.topK(fields.options())).statement;
  }

  const question = questionPanel<Marked>({
    workspace,
    id: "top-k",
    title: "The most frequent values",
    lead: "A ranking, without a list of the possible values. It withholds values of too few people, even if places remain free.",
    controls: fields.controls(),
    button: "Release a ranking",
    cost: () => fields.loss,
    forecast,
    picture: (released) => picture(workspace, fields, released),
    release: (extras) => release(workspace, fields, extras),
  });

  workspace.addEventListener("data", () => {
    fields.fill();
    question.showKept();
    question.refresh();
  });
  return { id: "top-k", name: "Top-k", panel: question.panel, shown: question.refresh };
}

async function picture(
  { engine, store, person, ones }: Workspace,
  fields: TopKFields,
  released: Marked | undefined,
) {
  const isOfRows = person === null;
  const name = fields.column.value;
  const options = fields.options();
  const rows = await (isOfRows ? store.counts : store.people)(name, fields.headSize());
  const named: Set<string> = new Set(released?.column === name ? released.items : []);
  const { statement } = isOfRows
    ? await engine.topKForecast(rows, options)
    : { statement: "The number of people with each value." };
  const shown = rows.slice(0, Math.max(12, Math.min(40, options.k + 5)));
  const draw = () => engine.topK(rows, options);
  return [
    rankingChart({
      rows: shown,
      chances: isOfRows ? await chancesOf(draw) : undefined,
      what: ones,
      named,
      name,
      rehearsals,
      statement,
    }),
  ];
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

async function release(
  { engine, store, person }: Workspace,
  fields: TopKFields,
  { ledger, signal, onProgress, note }: Extras,
) {
  const name = fields.column.value;
  const asked = { ...fields.options(), ...note };
  const rows = await (person === null
    ? store.ranking(name, fields.headSize())
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
  const short = complete ? "" : ` Only ${items.length} of ${asked.k} stand out enough for release.`;
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
