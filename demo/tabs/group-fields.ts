// The fields of the question about groups: the groups, the answer to publish, and the options of each answer.
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import {
  chooser,
  deltaChooser,
  domainField,
  epsilonSlider,
  field,
  fill,
} from "../parts/controls.js";
import { guessField } from "../parts/guess-field.js";
import { voiceField } from "../parts/voice-field.js";
import type { Dataset, Workspace } from "../workspace.js";

/** The questions about each group: `q` for ranks. */
interface GroupTask {
  value: "count" | "median" | "quartiles" | "mean" | "sum" | "histogram";
  text: string;
  hasValues?: boolean;
  q?: number;
  isBounded?: boolean;
  hasEdges?: boolean;
}

const tasks: GroupTask[] = [
  { value: "count", text: "how many people" },
  { value: "median", text: "the median", hasValues: true, q: 0.5 },
  { value: "quartiles", text: "the three quartiles", hasValues: true, q: 0.5 },
  { value: "mean", text: "the mean", hasValues: true, isBounded: true },
  { value: "sum", text: "the total", hasValues: true, isBounded: true },
  { value: "histogram", text: "a histogram", hasValues: true, hasEdges: true },
];
const together = "";

/** The groups of the question: all people together, a public list, or private groups. */
class GroupChoice {
  readonly #by = chooser();
  readonly #found = chooser([
    { value: "private", text: "found privately" },
    { value: "list", text: "a public list" },
  ]);
  readonly #list = h("textarea", {
    rows: 3,
    placeholder: "one name a line",
    "aria-label": "names of the groups",
  });
  readonly #hint = h("p.hint");
  readonly #delta = deltaChooser("1e-7");
  readonly #foundField = field("Which groups", this.#found, { hint: this.#hint });

  constructor() {
    for (const control of [this.#by, this.#found]) {
      control.addEventListener("input", () => this.#show());
    }
    this.#show();
  }

  controls() {
    return [field("Group by", this.#by), this.#foundField, this.#list];
  }

  get deltaNode() {
    return this.#delta.node;
  }

  /** The column of groups, if the question has one. */
  get column() {
    return this.#by.value === together ? undefined : this.#by.value;
  }

  get #isPrivate() {
    return this.column !== undefined && this.#found.value === "private";
  }

  /** The delta that private groups spend. */
  get delta() {
    return this.#isPrivate ? this.#delta.value : 0;
  }

  options() {
    if (this.column === undefined) return {};
    if (this.#isPrivate) return { groups: "private" as const, delta: this.#delta.value };
    const names = this.#list.value
      .split("\n")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    if (names.length === 0) throw new Error("Write down the names of the groups, one a line.");
    return { groups: names };
  }

  /** Offers the columns of the open data. */
  fill({ columns, sample, person }: Dataset) {
    const groupable = columns.filter((one) => one.canRank && !one.isDate && one.name !== person);
    fill(
      this.#by,
      [
        { value: together, text: "(all together)" },
        ...groupable.map(({ name }) => ({ value: name, text: name })),
      ],
      sample?.groups?.by ?? together,
    );
    this.#show();
  }

  #show() {
    const isGrouped = this.column !== undefined;
    this.#foundField.hidden = !isGrouped;
    this.#list.hidden = !isGrouped || this.#isPrivate;
    this.#delta.node.hidden = !this.#isPrivate;
    this.#hint.textContent = this.#isPrivate
      ? "Only groups with enough people are released, by name."
      : "Never copy it from the data: that would reveal which groups occur. Each has an answer, or is too small.";
  }
}

export class GroupFields {
  readonly #task = chooser(tasks);
  readonly #column = chooser();
  readonly #edges = h("input", { type: "text", placeholder: "such as: 18, 30, 45, 65" });
  readonly #domain = domainField();
  readonly #guess = guessField();
  readonly #voice = voiceField();
  readonly #epsilon = epsilonSlider(0.3);
  readonly #groups = new GroupChoice();
  readonly #columnField = field("Of the column", this.#column);
  readonly #edgesField = field("Where bins meet", this.#edges, {
    hint: h("p.hint", "Known beforehand, never read off the data."),
  });
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#task.addEventListener("input", () => this.#show());
    this.#column.addEventListener("change", () => this.#suggestRange());
    // A range from the user stays.
    this.#task.addEventListener("change", () => {
      if (this.#domain.value.type === "every") this.#suggestRange();
    });
    this.#show();
  }

  controls() {
    return [
      ...this.#groups.controls(),
      field("Publish", this.#task),
      this.#columnField,
      this.#edgesField,
      this.#voice.node,
      this.#domain.node,
      this.#guess.node,
      this.#epsilon.node,
      this.#groups.deltaNode,
    ];
  }

  get task() {
    return tasks.find(({ value }) => value === this.#task.value)!;
  }

  /** The name of the column of values, if the question has one; empty if the data have none to choose. */
  get column() {
    return this.task.hasValues ? this.#column.value : undefined;
  }

  /** The name of the column of groups, if the question has one. */
  get group() {
    return this.#groups.column;
  }

  /** The chosen columns as the data worker takes them. */
  get columns() {
    return {
      ...(this.group !== undefined && { groups: this.group }),
      ...(this.column !== undefined && { numbers: this.column }),
    };
  }

  /** The rows of a person that count, if the question has ranks. */
  get voice() {
    return this.#voice.value;
  }

  get loss() {
    return { epsilon: this.#epsilon.value, delta: this.#groups.delta };
  }

  /** The question as the library takes it. */
  options() {
    const { value, hasValues, hasEdges } = this.task;
    return {
      epsilon: this.#epsilon.value,
      ...this.#groups.options(),
      ...(hasValues && this.#bounds()),
      ...(hasEdges && { edges: edgesIn(this.#edges.value) }),
      ...(this.#isOfRanks && { abstain: true, ...this.#voice.value }),
      ...(value === "count" && this.group !== undefined && { perUser: "spread" }),
    };
  }

  /** Offers the columns of the open data. */
  fill() {
    const { dataset } = this.#workspace;
    const { columns, sample, person } = dataset;
    this.#groups.fill(dataset);
    fill(
      this.#column,
      columns.filter(({ isNumeric, name }) => isNumeric && name !== person).map(({ name }) => name),
      sample?.quantiles.column,
    );
    this.#suggestRange();
    this.#show();
  }

  get #isOfRanks() {
    return this.task.q !== undefined;
  }

  #bounds() {
    const { hasEdges, isBounded } = this.task;
    const isFound = isBounded && this.#domain.value.type === "every";
    if (hasEdges || isFound) return {};
    return {
      domain: domainOf(this.#domain.value, this.#isOfRanks ? this.#guess.value : undefined),
    };
  }

  #show() {
    const { hasValues, hasEdges, isBounded } = this.task;
    this.#columnField.hidden = !hasValues;
    this.#edgesField.hidden = !hasEdges;
    this.#domain.node.hidden = !hasValues || hasEdges === true;
    this.#domain.finds(isBounded === true);
    this.#guess.node.hidden = !this.#isOfRanks;
    // Before data are open, there are no people.
    const { person = null, people = 0, rows = 0 } = this.#workspace.dataset ?? {};
    this.#voice.offer(this.#isOfRanks && person !== null && people < rows);
  }

  /** Suggests a range if one is necessary, and fills in the known range of a sample. */
  #suggestRange() {
    const range = this.#workspace.dataset.sample?.ranges[this.#column.value];
    this.#guess.forget();
    if (this.task.isBounded) this.#domain.suggest(range);
    else this.#domain.prepare(range);
  }
}

function edgesIn(text: string) {
  const edges = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  if (edges.length === 0 || edges.some(Number.isNaN)) {
    throw new Error("Write down where bins meet: numbers that grow, with commas.");
  }
  return edges;
}
