// Many questions over time, one charge: is the count above the threshold now?
import { streamChart } from "../charts/stream-chart.js";
import { type Condition, type StepBy, stepNames } from "../data/stream-steps.js";
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
import { readable, whole } from "../words.js";
import type { Workspace } from "../workspace.js";

export function streamTab(workspace: Workspace) {
  const { engine, store } = workspace;
  const stepBy = chooser();
  const [from, to] = ["from", "to"].map(() => h("input", { type: "date", required: true })) as [
    HTMLInputElement,
    HTMLInputElement,
  ];
  const column = chooser();
  const limit = numberField({ step: "any", value: 0 });
  const value = chooser();
  const threshold = numberField({ min: 0, value: 30 });
  const period = [
    field("From day", from),
    field("to day", to, {
      hint: h("p.hint", "Never read off the data: it would reveal which days occur in it."),
    }),
  ];
  const epsilon = epsilonSlider(0.8);
  const delta = deltaChooser();
  const limitField = field("is above", limit);
  const valueField = field("is", value);
  const columnFacts = () => workspace.dataset.columns.find(({ name }) => name === column.value)!;
  const condition = (): Condition =>
    columnFacts().isNumeric
      ? { type: "above", column: column.value, limit: Number(limit.value) }
      : { type: "is", column: column.value, value: value.value };
  const what = () =>
    columnFacts().isNumeric
      ? `have ${column.value} above ${readable(Number(limit.value))}`
      : `have ${column.value} ${value.value}`;
  const steps = (): StepBy => ({ ...JSON.parse(stepBy.value), from: from.value, to: to.value });
  const request = () => ({ stepBy: steps(), condition: condition() });
  let loss = { epsilon: 0, delta: 0 };

  /** A row is in one step only, so it takes part in one yes at most. */
  const monitor = () => ({
    threshold: Number(threshold.value),
    perRecord: 1,
    epsilon: epsilon.value,
    delta: delta.value,
  });

  async function planned(steps: number) {
    const plans = await engine.plan.thresholdQuestions({
      ...monitor(),
      answers: steps,
      questions: steps,
    });
    const chosen = plans
      .filter(({ algorithm }) => algorithm === "charging" || algorithm === "sampled")
      .reduce((best, one) => (gap(one) < gap(best) ? one : best));
    loss = chosen.loss;
    return chosen;
  }

  async function forecast() {
    if (workspace.person !== null) {
      throw new Error(
        "This question counts rows, and each must be a different person. For people with several rows, keep one row of each in the file.",
      );
    }
    if (column.value === "") return undefined;
    const names = stepNames(steps());
    const plan = await planned(names.length);
    return `${plan.algorithm === "sampled" ? "As long as no row has left: with" : "With"} 95% confidence over all ${whole(names.length)} queries, the answer is yes if the count is at least ${whole(Math.ceil(plan.sureYesAbove))} above the threshold, no if at least ${whole(Math.ceil(plan.sureNoBelow))} below.`;
  }

  async function picture(released: { request: string; answers: boolean[] } | undefined) {
    const stream = await store.streamSteps(request());
    const plan = await planned(stream.names.length);
    const answers = released?.request === JSON.stringify(request()) ? released.answers : [];
    return [
      streamChart({ stream, threshold: Number(threshold.value), plan, answers, what: what() }),
    ];
  }

  async function release({ ledger, signal, tell, note }: Extras) {
    const asked = request();
    const names = stepNames(asked.stepBy);
    const watch = await new engine.ThresholdMonitor({
      ...monitor(),
      records: workspace.dataset.rows,
      expectedQuestions: names.length,
      ledger,
      ...note,
    });
    await workspace.account.keep(); // answers are shown as they come
    const answers: boolean[] = [];
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches
      ? 0
      : Math.min(40, 4000 / names.length);
    for (let step = 0; step < names.length && !signal.aborted; ++step) {
      answers.push(await watch.ask(await store.streamFlags({ ...asked, step })));
      tell(strip(names, answers), `${step + 1} of ${names.length} ${steps().unit}s watched…`);
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
    const { record } = watch;
    await watch.dispose();
    const yeses = answers.filter(Boolean).length;
    const stopped =
      answers.length < names.length
        ? " You stopped it there; the charge for all steps stands."
        : "";
    return {
      shown: [
        h("p.value", `${yeses} of ${answers.length}`),
        h(
          "p.of",
          `${steps().unit}s in which more than ${threshold.value} rows ${what()}.${stopped}`,
        ),
        strip(names, answers),
      ],
      record,
      plain: {
        question: `more than ${threshold.value} rows ${what()}`,
        answers: names.slice(0, answers.length).map((step, i) => ({ step, yes: answers[i] })),
      },
      mark: { request: JSON.stringify(asked), answers },
    };
  }

  const question = questionPanel({
    workspace,
    id: "stream",
    title: "Watch a stream",
    lead: "One question, asked at every step of the data: do more rows than this meet the condition? One charge pays for all answers.",
    controls: [
      field("Step through", stepBy),
      ...period,
      field("Rows whose", column),
      limitField,
      valueField,
      field("Threshold, in rows", threshold),
      epsilon.node,
      delta.node,
    ],
    button: "Watch and release",
    cost: () => loss,
    forecast,
    picture,
    release,
  });

  function showCondition() {
    const facts = columnFacts();
    limitField.hidden = !facts?.isNumeric;
    valueField.hidden = facts === undefined || facts.isNumeric;
    const isDated = steps().unit !== "part";
    for (const part of period) part.hidden = !isDated;
    for (const date of [from, to]) date.required = isDated; // a hidden field could not be filled in
    fill(value, facts?.labels ?? []);
  }

  column.addEventListener("input", showCondition);
  stepBy.addEventListener("input", showCondition);
  workspace.addEventListener("data", () => {
    const { columns, sample } = workspace.dataset;
    const dated = columns.filter((one) => one.isDate && one.canRank);
    const orders = dated.flatMap(({ name }) =>
      ["week", "day"].map((unit) => ({
        value: JSON.stringify({ column: name, unit }),
        text: `${name}, ${unit} by ${unit}`,
      })),
    );
    orders.push({
      value: JSON.stringify({ unit: "part" }),
      text: "the rows, in parts drawn by chance",
    });
    fill(stepBy, orders, orders[0]!.value);
    [from.value, to.value] = sample?.stream.period ?? ["", ""];
    const usable = columns.filter(
      (one) => one.isNumeric || (one.canRank && !one.isDate && one.distinct <= 1000),
    );
    fill(
      column,
      usable.map(({ name }) => name),
      sample?.stream.column,
    );
    if (sample)
      [limit.value, threshold.value] = [`${sample.stream.limit}`, `${sample.stream.threshold}`];
    showCondition();
    question.showKept();
    question.refresh();
  });
  return { id: "stream", name: "Watch a stream", panel: question.panel, shown: question.refresh };
}

function gap({ sureYesAbove, sureNoBelow }: { sureYesAbove: number; sureNoBelow: number }) {
  return sureYesAbove + sureNoBelow;
}

/** The answers as a row of marks: a tall one for yes, a low one for no. */
function strip(names: string[], answers: boolean[]) {
  const yeses = answers.filter(Boolean).length;
  return h(
    "div.strip",
    { role: "img", "aria-label": `${answers.length} answers, ${yeses} of them yes` },
    ...answers.map((yes, step) =>
      h(yes ? "i.yes" : "i.no", { title: `${names[step]}: ${yes ? "yes" : "no"}` }),
    ),
  );
}
