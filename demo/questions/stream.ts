// The same yes or no at every step of the data, for one price: is the count above the threshold now?
import { streamChart } from "../charts/stream-chart.js";
import { held } from "../data/held.js";
import { stepNames } from "../data/stream-steps.js";
import { whole } from "../words.js";
import type { Asking, Making, Shown } from "./asking.js";
import { StreamFields } from "./stream-fields.js";
import { peopleOf } from "./words.js";

interface Plain {
  question: string;
  unit: string;
  asked: number;
  answers: { step: string; yes: boolean }[];
}

export function stream(making: Making): Asking {
  const { workspace } = making;
  const { engine, store } = workspace;
  const fields = new StreamFields(making);
  let loss = { epsilon: 0, delta: 0 };

  async function planned() {
    const steps = stepNames(fields.request().stepBy).length;
    const asked = { ...fields.monitor(), answers: steps, questions: steps };
    const plans = await engine.plan.thresholdQuestions(asked);
    const chosen = plans
      .filter(({ algorithm }) => algorithm === "charging" || algorithm === "sampled")
      .reduce((best, one) => (gap(one) < gap(best) ? one : best));
    loss = chosen.loss;
    return { steps, ...chosen };
  }

  return {
    id: "stream",
    name: "Watch a stream",
    lead: "At every step: do more than so many meet the condition? One price pays for all the answers.",
    stop: 4,
    controls: fields.controls(),
    fill: () => fields.fill(),
    cannot({ person }) {
      const why =
        "Here each row has to be a different person, as rows are counted over time; these people have several.";
      return person === null ? undefined : { why, sample: "flights" };
    },
    cost: () => loss,
    async expect() {
      const { steps, algorithm, sureYesAbove, sureNoBelow } = await planned();
      const unit = fields.weightUnit;
      const [above, below] = [sureYesAbove, sureNoBelow].map((gap) => whole(Math.ceil(unit * gap)));
      const begin = algorithm === "sampled" ? "As long as no row has left: with" : "With";
      return {
        short: `sure from ${above} above the threshold on, and from ${below} below it`,
        statement: `${begin} 95% confidence over all ${whole(steps)} queries, the answer is yes if the count is at least ${above} above the threshold, no if at least ${below} below.`,
      };
    },
    title: () => capitalised(fields.question(peopleOf(workspace.dataset))),
    async draw({ ledger, signal, note }) {
      const asked = fields.request();
      const names = stepNames(asked.stepBy);
      const watch = await new engine.ThresholdMonitor({
        ...fields.monitor(),
        records: workspace.dataset.rows,
        expectedQuestions: names.length,
        ledger,
        ...note,
      });
      await workspace.account.keep(); // the charge is kept before the first answer
      const answers: Plain["answers"] = [];
      for (let step = 0; step < names.length && !signal.aborted; ++step) {
        const yes = await watch.ask(held("streamStep", { ...asked, step }));
        answers.push({ step: names[step]!, yes });
      }
      const { record } = watch;
      await watch.dispose();
      const question = fields.question(peopleOf(workspace.dataset));
      return { plain: { question, unit: asked.stepBy.unit, asked: names.length, answers }, record };
    },
    show: (plain) => shownOf(plain as Plain),
    async own(last) {
      const table = await store.streamSteps(fields.request());
      const { threshold } = fields;
      const all = (last as Plain | undefined)?.answers ?? [];
      const isSame = all.every(({ step }, at) => table.names[at] === step);
      const answers = isSame ? all.map(({ yes }) => yes) : [];
      const unit = fields.weightUnit;
      const { sureYesAbove, sureNoBelow } = await planned();
      const plan = { sureYesAbove: unit * sureYesAbove, sureNoBelow: unit * sureNoBelow };
      const counted = fields.counted(peopleOf(workspace.dataset));
      return [streamChart({ stream: table, threshold, plan, answers, counted, unit: fields.axis })];
    },
  };
}

const capitalised = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}`;

const gap = ({ sureYesAbove, sureNoBelow }: { sureYesAbove: number; sureNoBelow: number }) =>
  sureYesAbove + sureNoBelow;

function shownOf({ question, unit, asked, answers }: Plain): Shown {
  const yeses = answers.filter(({ yes }) => yes).length;
  const isStopped = answers.length < asked;
  const stopped = isStopped ? " You stopped it there; the charge for all steps stands." : "";
  return {
    title: capitalised(question),
    value: `${yeses} of ${answers.length}`,
    of: `${unit}s in which ${question}.${stopped}`,
    chart: { type: "steps", steps: answers.map(({ step, yes }) => ({ name: step, yes })) },
    full: answers.map(({ step, yes }) => `${step}: ${yes ? "yes" : "no"}`).join("; "),
    rows: [[unit, "answer"], ...answers.map(({ step, yes }) => [step, yes ? "yes" : "no"])],
  };
}
