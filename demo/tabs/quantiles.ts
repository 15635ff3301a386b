// Median, quantiles and interior points of a numeric column.
import { histogramChart, lawChart } from "../charts/rank-charts.js";
import type { NoneParameters } from "../data/rank-law.js";
import { h } from "../dom.js";
import { type Extras, questionPanel } from "../parts/question.js";
import { rehearsedLaw } from "../parts/rehearsal.js";
import { howFarOff, readable, whole } from "../words.js";
import type { Workspace } from "../workspace.js";
import { RankFields } from "./rank-fields.js";
import type { RankAnswer, RankData, RankTask, Ungrouped } from "./rank-tasks.js";

type Marked = { column: string; values: number[] };

export function quantilesTab(workspace: Workspace) {
  const fields = new RankFields(workspace);

  const question = questionPanel<Marked>({
    workspace,
    id: "interior",
    title: "Interior point and quantiles",
    lead: "A typical value of a column, without knowing its bounds.",
    controls: fields.controls(),
    button: "Release an answer",
    cost: () => fields.loss,
    forecast: () => forecast(workspace, fields),
    picture: (released) => picture(workspace, fields, released),
    release: (extras) => release(workspace, fields, extras),
  });

  workspace.addEventListener("data", () => {
    fields.fill();
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

async function forecast(workspace: Workspace, fields: RankFields) {
  if (fields.column === "") return undefined;
  const accuracy = await fields.task.accuracy();
  return howFarOff(accuracy) + weakness(workspace, fields, accuracy.error);
}

/** A warning about few people. The owner reads it, and knows their number already. */
function weakness({ dataset }: Workspace, { column, isOfRows }: RankFields, error: number) {
  const { columns, rows, people } = dataset;
  const { empty } = columns.find(({ name }) => name === column)!;
  const count = isOfRows ? rows - empty : people;
  if (error < count / 4) return "";
  return ` These data have ${whole(count)} ${isOfRows ? "rows" : "people"} only, so that promises little: the picture shows what to expect of them. A larger epsilon or a known range helps.`;
}

async function picture(workspace: Workspace, fields: RankFields, released: Marked | undefined) {
  const { store, person } = workspace;
  const { column, isInterior, task } = fields;
  const { q, drawAnswer } = task;
  const histogram = await store.histogram(column);
  const { edges } = histogram;
  const isExact = person === null && q !== undefined && fields.isPlain;
  const none = isExact ? await parametersOfNone(drawAnswer) : undefined;
  const asked = { column, q: q as number, ...fields.lawOptions(), none, edges };
  const law = none
    ? await store.rankLaw(asked)
    : await rehearsal(histogram, drawAnswer, await dataOf(workspace, column));
  const values = released?.column === column ? released.values : [];
  const truth = "truth" in law ? law.truth : undefined;
  const truths = isInterior || truth === undefined ? [] : [truth];
  return [
    lawChart({ law, histogram, values, what: "the answer" }),
    histogramChart({ histogram, name: column, values, truths }),
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

const rehearsal = (
  histogram: Parameters<typeof rehearsedLaw>[0],
  drawAnswer: RankTask["drawAnswer"],
  data: RankData,
) => rehearsedLaw(histogram, async () => listOf((await drawAnswer(data)).value));

/** The values, with the ids of their people if people have several. */
const dataOf = ({ store, person }: Workspace, column: string): Promise<RankData> =>
  person === null
    ? store.numbers(column)
    : (store.rowsOf({ numbers: column }) as Promise<Ungrouped>);

async function release(
  workspace: Workspace,
  fields: RankFields,
  { ledger, signal, onProgress, note }: Extras,
) {
  const { column } = fields;
  const { drawAnswer, title } = fields.task;
  const transfer = workspace.person === null;
  const extras = { ledger, signal, onProgress, transfer, ...note };
  const answer = await drawAnswer(await dataOf(workspace, column), extras);
  const { value, reason, message, record } = answer;
  const found = listOf(value);
  const why = message === undefined ? "" : `. ${message}`;
  const few = reason === "too-few" ? `: too few ${workspace.ones}` : "";
  const text = found.length > 0 ? withIntervals(found, answer).join("  ·  ") : `No answer${few}`;
  return {
    shown: [h("p.value", text), h("p.of", `${title} of ${column}${why}`)],
    record,
    plain: { column, value },
    mark: { column, values: found },
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
