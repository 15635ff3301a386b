// A threshold learned from labelled rows.
import type { ThresholdHypothesis } from "#dist/index.js";
import { lawChart } from "../charts/rank-charts.js";
import { labelledChart } from "../charts/threshold-charts.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, domainField, epsilonSlider, field, fill } from "../parts/controls.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { readable } from "../words.js";
import type { Workspace } from "../workspace.js";

type Side = "above" | "below";
type Marked = { x: string; threshold: number | null | undefined };

/** The controls of the question, and the question that they state. */
class ThresholdFields {
  readonly x = chooser();
  readonly label = chooser();
  readonly value = chooser();
  readonly #ones = chooser([
    { value: "above", text: "above the threshold" },
    { value: "below", text: "at or below the threshold" },
  ]);
  readonly #domain = domainField();
  readonly #epsilon = epsilonSlider(0.5);
  readonly #advice = h("p.advice", { hidden: true });
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.label.addEventListener("input", () => this.#fillLabels());
    this.x.addEventListener("change", () => this.#suggestRange());
  }

  controls() {
    return [
      this.#advice,
      field("Value", this.x),
      field("Label column", this.label),
      field("Label to predict", this.value),
      field("It lies", this.#ones),
      this.#domain.node,
      this.#epsilon.node,
    ];
  }

  get loss() {
    return { epsilon: this.#epsilon.value, delta: 0 };
  }

  get ones() {
    return this.#ones.value as Side;
  }

  /** The columns, and the label to predict. */
  request() {
    return { x: this.x.value, label: { column: this.label.value, value: this.value.value } };
  }

  options() {
    return { epsilon: this.#epsilon.value, domain: domainOf(this.#domain.value) };
  }

  /** Options of the exact law, which takes the domain as the field describes it. */
  lawOptions() {
    return { epsilon: this.#epsilon.value, ones: this.ones, domain: this.#domain.value };
  }

  /** Offers the columns of the open data. */
  fill() {
    const { columns, sample } = this.#workspace.dataset;
    const hints = sample?.thresholds;
    this.#advise(hints?.advice);
    fill(
      this.x,
      columns.filter((one) => one.isNumeric).map((one) => one.name),
      hints?.x,
    );
    fill(
      this.label,
      columns.filter(couldBeLabel).map((one) => one.name),
      hints?.label,
    );
    this.#fillLabels(hints?.value);
    if (hints) this.#ones.value = hints.ones;
    this.#suggestRange();
  }

  #advise(advice: string | undefined) {
    this.#advice.hidden = advice === undefined;
    this.#advice.replaceChildren(
      advice ?? "",
      " ",
      h("button.small", {
        type: "button",
        text: "Open the penguins",
        onclick: () => this.#workspace.openSample("penguins"),
      }),
    );
  }

  #fillLabels(favourite?: string) {
    const found = this.#workspace.dataset.columns.find(({ name }) => name === this.label.value);
    fill(this.value, found?.labels ?? [], favourite);
  }

  #suggestRange() {
    this.#domain.suggest(this.#workspace.dataset.sample?.ranges[this.x.value]);
  }
}

export function thresholdsTab(workspace: Workspace) {
  const { engine } = workspace;
  const fields = new ThresholdFields(workspace);

  async function forecast() {
    if (fields.x.value === "" || fields.value.value === "") return undefined;
    return (await engine.accuracy.learnThreshold(fields.options())).statement;
  }

  const question = questionPanel<Marked>({
    workspace,
    id: "thresholds",
    title: "Learn a threshold",
    lead: "From rows with a label: beyond which value does the label change? The rule may be published and used on anyone.",
    controls: fields.controls(),
    button: "Release a threshold",
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
  return { id: "thresholds", name: "Thresholds", panel: question.panel, shown: question.refresh };
}

async function picture(
  { store, person }: Workspace,
  fields: ThresholdFields,
  released: Marked | undefined,
) {
  const asked = fields.request();
  const picture = await store.labelledPicture(asked);
  const mark = released?.x === asked.x ? (released.threshold ?? undefined) : undefined;
  const pictured = { picture, name: asked.x, value: asked.label.value, mark };
  // Chance selects one row of each person, so the picture omits the law of the threshold.
  if (person !== null) return [labelledChart({ ...pictured, law: {} })];
  const law = await store.thresholdLaw({
    ...asked,
    ...fields.lawOptions(),
    edges: picture.edges,
  });
  const values = mark === undefined ? [] : [mark];
  return [
    lawChart({ law, histogram: picture, values, what: "the threshold" }),
    labelledChart({ ...pictured, law }),
  ];
}

async function release(
  { engine, store, person }: Workspace,
  fields: ThresholdFields,
  { ledger, signal, onProgress, note }: Extras,
) {
  const asked = fields.request();
  const data = await store.labelled(asked);
  const all = {
    ...fields.options(),
    ...data,
    ones: fields.ones,
    ledger,
    signal,
    onProgress,
    transfer: person === null,
    ...note,
  };
  const { value: rule, reason, record } = await engine.learnThreshold(all);
  return {
    shown: ruleInWords(rule, reason, asked),
    record,
    plain: { ...asked, rule },
    mark: { x: asked.x, threshold: rule?.threshold },
  };
}

function couldBeLabel({ canRank, distinct }: { canRank: boolean; distinct: number }) {
  return canRank && distinct >= 2 && distinct <= 1000;
}

function ruleInWords(
  rule: ThresholdHypothesis<number> | null,
  reason: string | undefined,
  { x, label }: { x: string; label: { column: string; value: string } },
) {
  if (rule === null) return [h("p.value", "No threshold"), h("p.of", reason)];
  if (rule.threshold === null) {
    return [
      h("p.value", rule.constant === 1 ? "always" : "never"),
      h("p.of", `${label.column} is ${label.value}, whatever ${x}`),
    ];
  }
  const sign = rule.ones === "above" ? ">" : "≤";
  return [
    h("p.value", `${sign} ${readable(rule.threshold)}`),
    h("p.of", `${x} ${sign} ${readable(rule.threshold)} predicts ${label.column} = ${label.value}`),
  ];
}
