// Many questions over time, one charge: is the count above the threshold now?
import { streamChart } from "../charts/stream-chart.js";
import { stepNames } from "../data/stream-steps.js";
import { h } from "../dom.js";
import type { WorkerLibrary } from "../engine.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { whole } from "../words.js";
import type { Workspace } from "../workspace.js";
import { StreamFields } from "./stream-fields.js";

type Marked = { request: string; answers: boolean[] };

/** The algorithm that one charge pays for, and its loss. */
class StreamPlan {
  /** of the last plan: none before the data are open */
  loss = { epsilon: 0, delta: 0 };
  readonly #engine: WorkerLibrary;
  readonly #fields: StreamFields;

  constructor(engine: WorkerLibrary, fields: StreamFields) {
    this.#engine = engine;
    this.#fields = fields;
  }

  async forSteps(steps: number) {
    const plans = await this.#engine.plan.thresholdQuestions({
      ...this.#fields.monitor(),
      answers: steps,
      questions: steps,
    });
    const chosen = plans
      .filter(({ algorithm }) => algorithm === "charging" || algorithm === "sampled")
      .reduce((best, one) => (gap(one) < gap(best) ? one : best));
    this.loss = chosen.loss;
    return chosen;
  }
}

export function streamTab(workspace: Workspace) {
  const fields = new StreamFields(workspace);
  const plan = new StreamPlan(workspace.engine, fields);

  const question = questionPanel<Marked>({
    workspace,
    id: "stream",
    title: "Watch a stream",
    lead: "One question, asked at every step of the data: do more rows than this meet the condition? One charge pays for all answers.",
    controls: fields.controls(),
    button: "Watch and release",
    cost: () => plan.loss,
    forecast: () => forecast(workspace, fields, plan),
    picture: (released) => picture(workspace, fields, plan, released),
    release: (extras) => release(workspace, fields, extras),
  });

  workspace.addEventListener("data", () => {
    fields.fill();
    question.showKept();
    question.refresh();
  });
  return { id: "stream", name: "Watch a stream", panel: question.panel, shown: question.refresh };
}

async function forecast({ person }: Workspace, fields: StreamFields, plan: StreamPlan) {
  if (person !== null) {
    throw new Error(
      "This question counts rows, and each must be a different person. For people with several rows, keep one row of each in the file.",
    );
  }
  if (!fields.hasColumn) return undefined;
  const names = stepNames(fields.request().stepBy);
  const { algorithm, sureYesAbove, sureNoBelow } = await plan.forSteps(names.length);
  const begin = algorithm === "sampled" ? "As long as no row has left: with" : "With";
  return `${begin} 95% confidence over all ${whole(names.length)} queries, the answer is yes if the count is at least ${whole(Math.ceil(sureYesAbove))} above the threshold, no if at least ${whole(Math.ceil(sureNoBelow))} below.`;
}

async function picture(
  { store }: Workspace,
  fields: StreamFields,
  plan: StreamPlan,
  released: Marked | undefined,
) {
  const stream = await store.streamSteps(fields.request());
  const planned = await plan.forSteps(stream.names.length);
  const { threshold, what } = fields;
  const isSame = released?.request === JSON.stringify(fields.request());
  const answers = isSame ? released.answers : [];
  return [streamChart({ stream, threshold, plan: planned, answers, what })];
}

async function release(workspace: Workspace, fields: StreamFields, extras: Extras) {
  const asked = fields.request();
  const { threshold, what } = fields;
  const names = stepNames(asked.stepBy);
  const watch = await new workspace.engine.ThresholdMonitor({
    ...fields.monitor(),
    records: workspace.dataset.rows,
    expectedQuestions: names.length,
    ledger: extras.ledger,
    ...extras.note,
  });
  await workspace.account.keep(); // the page shows answers as they come
  const ask = async (step: number) =>
    watch.ask(await workspace.store.streamFlags({ ...asked, step }));
  const { unit } = asked.stepBy;
  const answers = await watchSteps(ask, { names, unit }, extras);
  const { record } = watch;
  await watch.dispose();
  const yeses = answers.filter(Boolean).length;
  const stopped =
    answers.length < names.length ? " You stopped it there; the charge for all steps stands." : "";
  return {
    shown: [
      h("p.value", `${yeses} of ${answers.length}`),
      h("p.of", `${unit}s in which more than ${threshold} rows ${what}.${stopped}`),
      strip(names, answers),
    ],
    record,
    plain: {
      question: `more than ${threshold} rows ${what}`,
      answers: names.slice(0, answers.length).map((step, i) => ({ step, yes: answers[i] })),
    },
    mark: { request: JSON.stringify(asked), answers },
  };
}

/** Asks step by step, slowly enough to watch, until the last or until the user stops it. */
async function watchSteps(
  ask: (step: number) => Promise<boolean>,
  { names, unit }: { names: string[]; unit: string },
  { signal, tell }: Extras,
) {
  const answers: boolean[] = [];
  const pause = matchMedia("(prefers-reduced-motion: reduce)").matches
    ? 0
    : Math.min(40, 4000 / names.length);
  for (let step = 0; step < names.length && !signal.aborted; ++step) {
    answers.push(await ask(step));
    tell(strip(names, answers), `${step + 1} of ${names.length} ${unit}s watched…`);
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
  }
  return answers;
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
