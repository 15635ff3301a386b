// Median, quantiles and interior points of a numeric column.
import type { InteriorAlgorithm } from "#dist/index.js";
import { histogramChart, lawChart } from "../charts/rank-charts.js";
import type { NoneParameters } from "../data/rank-law.js";
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
import { type Extras, questionPanel } from "../parts/question.js";
import { rehearsedLaw } from "../parts/rehearsal.js";
import { voiceField } from "../parts/voice-field.js";
import { howFarOff, readable, whole } from "../words.js";
import type { Workspace } from "../workspace.js";
import {
  algorithms,
  type RankAnswer,
  type RankData,
  type RankTask,
  rankTasks,
  type Ungrouped,
} from "./rank-tasks.js";

/** What may come with a median or quantile. */
const intervals = [
  { value: "", text: "none" },
  { value: "data", text: "that contains the true value of these data" },
  {
    value: "population",
    text: "that contains the value of all whom these people are a random sample of",
  },
];

export function quantilesTab(workspace: Workspace) {
  const { engine, store } = workspace;
  const column = chooser();
  const share = h("input", { type: "range", min: 0.05, max: 0.95, step: 0.05, value: 0.9 });
  const shareShown = h("output");
  const domain = domainField();
  const guess = guessField();
  const voice = voiceField();
  const epsilon = epsilonSlider(0.2);
  const delta = deltaChooser();
  const around = chooser(intervals);
  const algorithm = chooser(algorithms);
  const size = numberField({ min: 1, max: 1e9, value: 20_000 });
  const sizeHint = h("p.hint", { text: "Known publicly, never counted from the data." });
  const interiorDelta = () => (algorithm.value === "exponential" ? 0 : delta.value);
  const interval = () => (around.value || undefined) as "data" | "population" | undefined;
  const chosen = () => algorithms.find(({ value }) => value === algorithm.value)!;

  const tasks = rankTasks(engine, {
    options: () => ({
      ...{ epsilon: epsilon.value, domain: domainOf(domain.value, guess.value) },
      ...voice.value,
    }),
    isOfUsers: () => workspace.person !== null,
    share: () => Number(share.value),
    interval,
    interior: () => ({
      algorithm: algorithm.value as InteriorAlgorithm,
      delta: interiorDelta(),
      abstain: chosen().ofUsers === true,
      ...(chosen().sized && { size: Number(size.value) }),
    }),
  });
  const choice = chooser(
    Object.entries(tasks).map(([value, task]) => ({ value, text: task().text })),
  );
  const task = () => tasks[choice.value]!();
  const shareField = field("Share of rows below", share, { output: shareShown });
  const shareLabel = shareField.querySelector("label") as HTMLLabelElement;
  const aroundField = field("And an interval", around);
  const algorithmField = field("Algorithm", algorithm);
  const sizeField = field("Maximum number of rows", size, { hint: sizeHint });

  const deltaNow = () => (choice.value === "interior" ? interiorDelta() : 0);

  function showFields() {
    shareField.hidden = choice.value !== "quantile";
    shareShown.textContent = share.value;
    aroundField.hidden = choice.value === "interior";
    algorithmField.hidden = choice.value !== "interior";
    sizeField.hidden = choice.value !== "interior" || !chosen().sized;
    delta.node.hidden = deltaNow() === 0;
  }

  async function forecast() {
    if (column.value === "") return undefined;
    const accuracy = await task().accuracy();
    return howFarOff(accuracy) + weakness(accuracy.error);
  }

  /** The meaning of the promise for few people: for the owner, who knows the number anyway. */
  function weakness(error: number) {
    const { empty } = workspace.dataset.columns.find(({ name }) => name === column.value)!;
    const { rows, people } = workspace.dataset;
    const isOfRows = workspace.person === null || voice.isOfRows;
    const count = isOfRows ? rows - empty : people;
    if (error < count / 4) return "";
    return ` These data have ${whole(count)} ${isOfRows ? "rows" : "people"} only, so that promises little: the picture shows what to expect of them. A larger epsilon or a known range helps.`;
  }

  async function picture(released: { column: string; values: number[] } | undefined) {
    const name = column.value;
    const histogram = await store.histogram(name);
    const { edges } = histogram;
    const { q, drawAnswer } = task();
    const isOfRows = workspace.person === null;
    // The exact law is for draws without a guess, with all of epsilon.
    const isPlain = guess.value === undefined && interval() === undefined;
    const isExact = isOfRows && q !== undefined && isPlain;
    const none = isExact ? await parametersOfNone(drawAnswer) : undefined;
    const asked = {
      column: name,
      q: q as number,
      epsilon: epsilon.value,
      domain: domain.value,
      none,
      edges,
    };
    const law = none ? await store.rankLaw(asked) : await rehearsal(histogram, drawAnswer);
    const values = released?.column === name ? released.values : [];
    const truth = "truth" in law ? law.truth : undefined;
    const truths = choice.value === "interior" || truth === undefined ? [] : [truth];
    return [
      lawChart({ law, histogram, values, what: "the answer" }),
      histogramChart({ histogram, name, values, truths }),
    ];
  }

  /** The exponential mechanism's parameters of abstaining, if it would draw: they depend on the options only. */
  async function parametersOfNone(
    drawAnswer: RankTask["drawAnswer"],
  ): Promise<NoneParameters | undefined> {
    const { parameters } = (await drawAnswer(new Float64Array(0))).record;
    const { algorithm, ...none } = parameters as { algorithm: string } & NoneParameters;
    const { drawEpsilon, noneScore, noneBelow } = none;
    return algorithm === "exponential" ? { drawEpsilon, noneScore, noneBelow } : undefined;
  }

  async function rehearsal(
    histogram: Parameters<typeof rehearsedLaw>[0],
    drawAnswer: RankTask["drawAnswer"],
  ) {
    const values = await dataOf(column.value);
    return rehearsedLaw(histogram, async () => listOf((await drawAnswer(values)).value));
  }

  /** The values, with the ids of their people if people have several. */
  const dataOf = (name: string): Promise<RankData> =>
    workspace.person === null
      ? store.numbers(name)
      : (store.rowsOf({ numbers: name }) as Promise<Ungrouped>);

  async function release({ ledger, signal, onProgress, note }: Extras) {
    const name = column.value;
    const { drawAnswer, title } = task();
    const extras = { ledger, signal, onProgress, transfer: workspace.person === null, ...note };
    const answer = await drawAnswer(await dataOf(name), extras);
    const { value, reason, message, record } = answer;
    const found = listOf(value);
    const why = message === undefined ? "" : `. ${message}`;
    const few = reason === "too-few" ? `: too few ${workspace.ones}` : "";
    const text = found.length > 0 ? withIntervals(found, answer).join("  ·  ") : `No answer${few}`;
    return {
      shown: [h("p.value", text), h("p.of", `${title} of ${name}${why}`)],
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
      field("Publish", choice),
      shareField,
      aroundField,
      algorithmField,
      sizeField,
      voice.node,
      domain.node,
      guess.node,
      epsilon.node,
      delta.node,
    ],
    button: "Release an answer",
    cost: () => ({ epsilon: epsilon.value, delta: deltaNow() }),
    forecast,
    picture,
    release,
  });

  function suggestRange() {
    domain.prepare(workspace.dataset.sample?.ranges[column.value]);
    guess.forget();
  }

  /** Rows of people are answered by two of the algorithms. */
  function showAlgorithms() {
    const isOfRows = workspace.person === null;
    fill(
      algorithm,
      algorithms.filter(({ ofUsers }) => isOfRows || ofUsers),
    );
    shareLabel.textContent = `Share of ${workspace.ones} below`;
  }

  for (const control of [choice, share, algorithm]) control.addEventListener("input", showFields);
  column.addEventListener("change", suggestRange);
  showFields();
  workspace.addEventListener("data", () => {
    const { columns, sample, person, people, rows } = workspace.dataset;
    voice.offer(person !== null && people < rows);
    const numeric = columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
    fill(column, numeric, sample?.quantiles.column);
    suggestRange();
    showAlgorithms();
    showFields();
    question.showKept();
    question.refresh();
  });
  return {
    id: "interior",
    name: "Quantiles",
    panel: question.panel,
    shown: question.refresh,
    release: question.release,
  };
}

/** One value, several, or none. */
function listOf(value: RankAnswer["value"]) {
  return value === null ? [] : [value].flat();
}

/** Values in words, each with its interval if there are any. */
function withIntervals(values: number[], { interval, intervals, record }: RankAnswer) {
  if (record.interval === undefined) return values.map((one) => readable(one));
  const sure = `${Number((100 * record.interval.confidence).toPrecision(6))}%`;
  const ends = intervals ?? [interval ?? null];
  return values.map((one, at) => {
    const { lo = null, hi = null } = ends[at] ?? {};
    if (lo === null && hi === null) return `${readable(one)}, and too few people for an interval`;
    if (hi === null)
      return `${readable(one)}, and with ${sure} confidence at least ${readable(lo!)}`;
    if (lo === null) return `${readable(one)}, and with ${sure} confidence at most ${readable(hi)}`;
    return `${readable(one)}, and with ${sure} confidence between ${readable(lo)} and ${readable(hi)}`;
  });
}
