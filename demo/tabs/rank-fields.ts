// The fields of the question about ranks: the column, the answer to publish, and the options of each answer.
import type { InteriorAlgorithm } from "#dist/index.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import {
  chooser,
  deltaChooser,
  domainField,
  epsilonSlider,
  field,
  fill,
  numberField,
} from "../parts/controls.js";
import { guessField } from "../parts/guess-field.js";
import { voiceField } from "../parts/voice-field.js";
import type { Workspace } from "../workspace.js";
import { algorithms, rankTasks } from "./rank-tasks.js";

/** The intervals that a median or quantile may have. */
const intervals = [
  { value: "", text: "none" },
  { value: "data", text: "that contains the true value of these data" },
  {
    value: "population",
    text: "that contains the value of the population that these people are a random sample of",
  },
];

/** The fields of an interior point only: its algorithm, and the maximum size if the algorithm needs it. */
class InteriorFields {
  readonly algorithm = chooser(algorithms);
  readonly #size = numberField({ min: 1, max: 1e9, value: 20_000 });
  readonly #algorithmField = field("Algorithm", this.algorithm);
  readonly #sizeField = field("Maximum number of rows", this.#size, {
    hint: h("p.hint", { text: "Known publicly, never counted from the data." }),
  });
  readonly nodes = [this.#algorithmField, this.#sizeField];

  get hasDelta() {
    return this.algorithm.value !== "exponential";
  }

  options() {
    const { ofUsers, sized } = this.#chosen;
    return {
      algorithm: this.algorithm.value as InteriorAlgorithm,
      abstain: ofUsers === true,
      ...(sized && { size: Number(this.#size.value) }),
    };
  }

  show(isShown: boolean) {
    this.#algorithmField.hidden = !isShown;
    this.#sizeField.hidden = !isShown || !this.#chosen.sized;
  }

  /** Some of the algorithms answer about rows only. */
  offer(isOfRows: boolean) {
    fill(
      this.algorithm,
      algorithms.filter(({ ofUsers }) => isOfRows || ofUsers),
    );
  }

  get #chosen() {
    return algorithms.find(({ value }) => value === this.algorithm.value)!;
  }
}

export class RankFields {
  readonly #column = chooser();
  readonly #share = h("input", { type: "range", min: 0.05, max: 0.95, step: 0.05, value: 0.9 });
  readonly #shareShown = h("output");
  readonly #domain = domainField();
  readonly #guess = guessField();
  readonly #voice = voiceField();
  readonly #epsilon = epsilonSlider(0.2);
  readonly #delta = deltaChooser();
  readonly #around = chooser(intervals);
  readonly #shareField = field("Share of rows below", this.#share, { output: this.#shareShown });
  readonly #aroundField = field("And an interval", this.#around);
  readonly #interior = new InteriorFields();
  readonly #workspace: Workspace;
  readonly #tasks: ReturnType<typeof rankTasks>;
  readonly #choice: HTMLSelectElement;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#tasks = this.#rankTasks();
    this.#choice = chooser(
      Object.entries(this.#tasks).map(([value, task]) => ({ value, text: task().text })),
    );
    for (const control of [this.#choice, this.#share, this.#interior.algorithm]) {
      control.addEventListener("input", () => this.#show());
    }
    this.#column.addEventListener("change", () => this.#suggestRange());
    this.#show();
  }

  controls() {
    return [
      field("Column", this.#column),
      field("Publish", this.#choice),
      this.#shareField,
      this.#aroundField,
      ...this.#interior.nodes,
      this.#voice.node,
      this.#domain.node,
      this.#guess.node,
      this.#epsilon.node,
      this.#delta.node,
    ];
  }

  /** The name of the chosen column; empty if the data have none to choose. */
  get column() {
    return this.#column.value;
  }

  /** The chosen question, with the current options. */
  get task() {
    return this.#tasks[this.#choice.value]!();
  }

  get isInterior() {
    return this.#choice.value === "interior";
  }

  /** Whether rows count, and not people. */
  get isOfRows() {
    return this.#workspace.person === null || this.#voice.isOfRows;
  }

  /** Whether a draw has no guess and all of epsilon, as the exact law assumes. */
  get isPlain() {
    return this.#guess.value === undefined && this.#interval === undefined;
  }

  get loss() {
    const hasDelta = this.isInterior && this.#interior.hasDelta;
    return { epsilon: this.#epsilon.value, delta: hasDelta ? this.#delta.value : 0 };
  }

  /** Options of the exact law, which takes the domain as the field describes it. */
  lawOptions() {
    return { epsilon: this.#epsilon.value, domain: this.#domain.value };
  }

  /** Offers the columns and algorithms for the open data. */
  fill() {
    const { columns, sample, person, people, rows } = this.#workspace.dataset;
    this.#voice.offer(person !== null && people < rows);
    const numeric = columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
    fill(this.#column, numeric, sample?.quantiles.column);
    this.#suggestRange();
    this.#interior.offer(person === null);
    const label = this.#shareField.querySelector("label") as HTMLLabelElement;
    label.textContent = `Share of ${this.#workspace.ones} below`;
    this.#show();
  }

  get #interval() {
    return (this.#around.value || undefined) as "data" | "population" | undefined;
  }

  #rankTasks() {
    return rankTasks(this.#workspace.engine, {
      options: () => ({
        ...{
          epsilon: this.#epsilon.value,
          domain: domainOf(this.#domain.value, this.#guess.value),
        },
        ...this.#voice.value,
      }),
      isOfUsers: () => this.#workspace.person !== null,
      share: () => Number(this.#share.value),
      interval: () => this.#interval,
      interior: () => ({
        ...this.#interior.options(),
        delta: this.#interior.hasDelta ? this.#delta.value : 0,
      }),
    });
  }

  #show() {
    const { isInterior } = this;
    this.#shareField.hidden = this.#choice.value !== "quantile";
    this.#shareShown.textContent = this.#share.value;
    this.#aroundField.hidden = isInterior;
    this.#interior.show(isInterior);
    this.#delta.node.hidden = this.loss.delta === 0;
  }

  #suggestRange() {
    this.#domain.prepare(this.#workspace.dataset.sample?.ranges[this.column]);
    this.#guess.forget();
  }
}
