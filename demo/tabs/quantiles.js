// Median, quantiles and interior points of a numeric column.
import { histogramChart, lawChart } from "../charts/rank-charts.js";
import { h } from "../dom.js";
import { domainOf } from "../engine.js";
import { chooser, domainField, epsilonSlider, field, fill } from "../parts/controls.js";
import { questionPanel } from "../parts/question.js";
import { rehearsedLaw } from "../parts/rehearsal.js";
import { readable, whole } from "../words.js";

const several = {
  quartiles: [0.25, 0.5, 0.75],
  deciles: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
};

/** @param {import("../workspace.js").Workspace} workspace */
export function quantilesTab(workspace) {
  const { engine, store } = workspace;
  const column = chooser();
  const task = chooser([
    { value: "median", text: "the median" },
    { value: "quantile", text: "a quantile" },
    { value: "quartiles", text: "the three quartiles" },
    { value: "deciles", text: "the nine deciles" },
    { value: "interior", text: "an interior point: any value between the extremes" },
  ]);
  const share = h("input", { type: "range", min: 0.05, max: 0.95, step: 0.05, value: 0.9 });
  const shareShown = h("output", "0.9");
  const shareField = field("Share of rows below", share, { output: shareShown });
  const domain = domainField();
  const epsilon = epsilonSlider(0.2);

  const options = () => ({ epsilon: epsilon.value, domain: domainOf(domain.value) });
  const q = () => (task.value === "quantile" ? Number(share.value) : 0.5);
  const many = () => several[task.value];

  function showFields() {
    shareField.hidden = task.value !== "quantile";
    shareShown.textContent = share.value;
  }

  function call(values, extras = {}) {
    const all = { ...options(), ...extras };
    if (task.value === "median") return engine.median(values, all);
    if (task.value === "quantile") return engine.quantile(values, q(), all);
    if (task.value === "interior") return engine.interiorPoint(values, all);
    return engine.quantiles(values, many(), all);
  }

  async function forecast() {
    if (column.value === "") return undefined;
    const facts =
      task.value === "quantile"
        ? await engine.accuracy.quantile(q(), options())
        : task.value === "interior"
          ? await engine.accuracy.interiorPoint(options())
          : many()
            ? (await call(new Float64Array(0))).record.accuracy // of no data: says what the plan says
            : await engine.accuracy.median(options());
    return facts.statement + weakness(facts);
  }

  /** What the promise means for so few rows: for the owner, who sees them anyway. */
  function weakness({ error }) {
    const { empty } = workspace.dataset.columns.find(({ name }) => name === column.value);
    const rows = workspace.dataset.rows - empty;
    if (error < rows / 4) return "";
    return ` These data have ${whole(rows)} rows only, so that promises little: the picture shows what to expect of them. A larger epsilon or a known range helps.`;
  }

  async function picture(released) {
    const name = column.value;
    const histogram = await store.histogram(name);
    const values = released?.column === name ? released.values : [];
    const law = many()
      ? await rehearsal(histogram, name)
      : await store.rankLaw({
          column: name,
          q: q(),
          epsilon: epsilon.value,
          domain: domain.value,
          edges: histogram.edges,
        });
    const what = many() ? "these answers" : "the answer";
    return [
      lawChart({ law, histogram, name, values, what }),
      histogramChart({
        histogram,
        name,
        values,
        truths: law.truth === undefined ? [] : [law.truth],
      }),
    ];
  }

  async function rehearsal(histogram, name) {
    const values = await store.numbers(name);
    return rehearsedLaw(histogram, async () => (await call(values)).value);
  }

  async function release({ ledger, signal, onProgress }) {
    const name = column.value;
    const values = await store.numbers(name);
    const { value, record } = await call(values, { ledger, signal, onProgress, transfer: true });
    const found = Array.isArray(value) ? value : [value];
    const text = task.selectedOptions[0].textContent;
    const title =
      task.value === "quantile"
        ? `The ${q()} quantile of ${name}`
        : `${text[0].toUpperCase()}${text.slice(1)} of ${name}`;
    return {
      shown: [
        h("p.value", found.map((one) => readable(one)).join("  ·  ")),
        h(
          "p.of",
          title.replace(
            "An interior point: any value between the extremes of",
            "A value between the extremes of",
          ),
        ),
      ],
      record,
      plain: { column: name, value },
      mark: { column: name, values: found },
    };
  }

  const question = questionPanel({
    workspace,
    id: "interior",
    title: "Interior point and quantiles",
    lead: "A typical value of a column, without knowing its bounds.",
    controls: [
      field("Column", column),
      field("Publish", task),
      shareField,
      domain.node,
      epsilon.node,
    ],
    button: "Release an answer",
    cost: () => ({ epsilon: epsilon.value, delta: 0 }),
    forecast,
    picture,
    release,
  });

  function suggestRange() {
    domain.prepare(workspace.dataset.sample?.ranges[column.value]);
  }

  task.addEventListener("input", showFields);
  share.addEventListener("input", showFields);
  column.addEventListener("change", suggestRange);
  showFields();
  workspace.addEventListener("data", () => {
    const { columns, sample } = workspace.dataset;
    fill(
      column,
      columns.filter((one) => one.isNumeric).map((one) => one.name),
      sample?.quantiles.column,
    );
    suggestRange();
    question.clear();
    question.refresh();
  });
  return {
    id: "interior",
    name: "Interior point and quantiles",
    panel: question.panel,
    shown: question.refresh,
    release: question.release,
  };
}
