// A threshold learned from labelled rows.
import type { ThresholdHypothesis } from "#dist/index.js";
import { lawChart } from "../charts/rank-charts.js";
import { labelledChart } from "../charts/threshold-charts.js";
import type { labelledPicture } from "../data/labelled.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, domainField, epsilonSlider, field, fill } from "../parts/controls.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { readable } from "../words.js";
import type { Workspace } from "../workspace.js";

type Side = "above" | "below";
type Marked = { x: string; threshold: number | null | undefined };

export function thresholdsTab(workspace: Workspace) {
  const { engine, store } = workspace;
  const x = chooser();
  const label = chooser();
  const value = chooser();
  const ones = chooser([
    { value: "above", text: "above the threshold" },
    { value: "below", text: "at or below the threshold" },
  ]);
  const domain = domainField();
  const epsilon = epsilonSlider(0.5);
  const request = () => ({ x: x.value, label: { column: label.value, value: value.value } });
  const options = () => ({ epsilon: epsilon.value, domain: domainOf(domain.value) });

  async function forecast() {
    if (x.value === "" || value.value === "") return undefined;
    return (await engine.accuracy.learnThreshold(options())).statement;
  }

  async function picture(released: Marked | undefined) {
    const asked = request();
    const picture = await store.labelledPicture(asked);
    if (workspace.person !== null) return [picturedRows(asked, picture, released)];
    const law = await store.thresholdLaw({
      ...asked,
      ...{
        epsilon: epsilon.value,
        ones: ones.value as Side,
        domain: domain.value,
        edges: picture.edges,
      },
    });
    const mark = released?.x === asked.x ? (released.threshold ?? undefined) : undefined;
    const values = mark === undefined ? [] : [mark];
    return [
      lawChart({ law, histogram: picture, values, what: "the threshold" }),
      labelledChart({ picture, name: asked.x, value: value.value, mark, law }),
    ];
  }

  /** Chance selects one row of each person, so the picture omits the law of the threshold. */
  function picturedRows(
    asked: ReturnType<typeof request>,
    picture: ReturnType<typeof labelledPicture>,
    released: Marked | undefined,
  ) {
    const mark = released?.x === asked.x ? (released.threshold ?? undefined) : undefined;
    return labelledChart({ picture, name: asked.x, value: value.value, mark, law: {} });
  }

  async function release({ ledger, signal, onProgress, note }: Extras) {
    const asked = request();
    const data = await store.labelled(asked);
    const all = {
      ...options(),
      ...data,
      ones: ones.value as Side,
      ledger,
      signal,
      onProgress,
      transfer: workspace.person === null,
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

  const advice = h("p.advice", { hidden: true });

  const question = questionPanel({
    workspace,
    id: "thresholds",
    title: "Learn a threshold",
    lead: "From rows with a label: beyond which value does the label change? The rule may be published and used on anyone.",
    controls: [
      advice,
      field("Value", x),
      field("Label column", label),
      field("Label to predict", value),
      field("It lies", ones),
      domain.node,
      epsilon.node,
    ],
    button: "Release a threshold",
    cost: () => ({ epsilon: epsilon.value, delta: 0 }),
    forecast,
    picture,
    release,
  });

  function showLabels(favourite?: string) {
    const found = workspace.dataset.columns.find(({ name }) => name === label.value);
    fill(value, found?.labels ?? [], favourite);
  }

  function suggestRange() {
    domain.suggest(workspace.dataset.sample?.ranges[x.value]);
  }

  label.addEventListener("input", () => showLabels());
  x.addEventListener("change", suggestRange);
  workspace.addEventListener("data", () => {
    const { columns, sample } = workspace.dataset;
    const hints = sample?.thresholds;
    advice.hidden = hints?.advice === undefined;
    advice.replaceChildren(
      hints?.advice ?? "",
      " ",
      h("button.small", {
        type: "button",
        text: "Open the penguins",
        onclick: () => workspace.openSample("penguins"),
      }),
    );
    fill(
      x,
      columns.filter((one) => one.isNumeric).map((one) => one.name),
      hints?.x,
    );
    fill(
      label,
      columns.filter(couldBeLabel).map((one) => one.name),
      hints?.label,
    );
    showLabels(hints?.value);
    if (hints) ones.value = hints.ones;
    suggestRange();
    question.showKept();
    question.refresh();
  });
  return { id: "thresholds", name: "Thresholds", panel: question.panel, shown: question.refresh };
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
