// A table as a stream: its rows step by step, and which of them meet a condition. The steps are public: every
// day or week of a period that the visitor names, or a fixed number of parts. Read off the data, one row more
// could add a step or move other rows. A row outside the period is in no step.

import { isoTime } from "#dist/data/iso-time.js";
import type { TableColumn } from "./columns.js";

const day = 864e5;
const parts = 60;
const mostSteps = 1000;

/** The last table's steps: every question of one stream is about the same ones. */
let known: { key: string; table?: StreamTable; value?: Steps } = { key: "" };

export type StepBy = { column?: string; unit: "day" | "week" | "part"; from?: string; to?: string };

/** Which rows count. */
export type Condition =
  | { type: "above"; column: string; limit: number }
  | { type: "is"; column: string; value: string };

/** How much a row counts: its number, cut to 0 and `most`. Without one, a row counts once. */
export type Weight = { column: string; most: number };

/** `parts`: the part of each row, after the draw. */
type StreamTable = { rows: number; parts?: Int32Array };
type Steps = { steps: Int32Array; names: string[] };
type Coded = Pick<TableColumn, "codes" | "labels">;

interface StreamRequest {
  stepBy: StepBy;
  condition: Condition;
  weight?: Weight | undefined;
  column: (name: string) => Pick<TableColumn, "numbers" | "codes" | "labels">;
}

function stepOfRows(
  table: StreamTable,
  { stepBy, column }: Omit<StreamRequest, "condition">,
): Steps {
  const key = JSON.stringify(stepBy);
  if (known.key !== key || known.table !== table) {
    const value =
      stepBy.unit === "part" ? inParts(table) : dated(table, column(stepBy.column!), stepBy);
    known = { key, table, value };
  }
  return known.value as Steps;
}

/** Draws each row's part for it alone, once: by places in the file, one row more would move others. */
function inParts(table: StreamTable) {
  table.parts ??= Int32Array.from({ length: table.rows }, () => Math.floor(parts * Math.random()));
  return { steps: table.parts, names: stepNames({ unit: "part" }) };
}

function dated({ rows }: StreamTable, { codes, labels }: Coded, stepBy: StepBy) {
  const names = stepNames(stepBy);
  const numberOf = new Map(names.map((name, number) => [name, number]));
  const stepOfCode = labels.map((label) => {
    const time = timeOf(label);
    const isIn = time >= timeOf(stepBy.from) && time <= timeOf(stepBy.to);
    return isIn ? numberOf.get(nameOf(time, stepBy.unit))! : -1;
  });
  return {
    steps: Int32Array.from({ length: rows }, (_, row) =>
      codes![row]! < 0 ? -1 : stepOfCode[codes![row]!]!,
    ),
    names,
  };
}

/** The steps of a period, without data. */
export function stepNames({ unit, from, to }: StepBy) {
  if (unit === "part") return Array.from({ length: parts }, (_, i) => `part ${i + 1}`);
  const [first, last] = [timeOf(from), timeOf(to)];
  const steps = (last - first) / day / (unit === "week" ? 7 : 1);
  if (!(steps >= 0 && steps <= mostSteps)) {
    throw new Error(
      `The first and the last day must be dates, at most ${mostSteps} ${unit}s apart. Choose them without looking at the data.`,
    );
  }
  const names: Set<string> = new Set();
  for (let time = first; time <= last; time += day) names.add(nameOf(time, unit));
  return [...names];
}

/** Midnight of a date's day, in UTC; NaN for an invalid date. */
const timeOf = (date: string | undefined) => Math.floor(isoTime(date as string) / day) * day;

/** The day, or the week's Monday. */
function nameOf(time: number, unit: string) {
  const back = unit === "week" ? (new Date(time).getUTCDay() + 6) % 7 : 0;
  return new Date(time - back * day).toISOString().slice(0, 10);
}

/** A test of a row: a number above a limit, or a text that equals one. */
function testOf({ column, condition }: Omit<StreamRequest, "stepBy">): (row: number) => boolean {
  const { numbers, codes, labels } = column(condition.column);
  if (condition.type === "above") return (row) => numbers![row]! > condition.limit;
  const wanted = labels.indexOf(condition.value);
  return (row) => codes![row] === wanted;
}

/** What a row contributes if it meets the condition, from 0 to 1. */
function shareOf({ column, weight }: StreamRequest): (row: number) => number {
  if (weight === undefined) return () => 1;
  const { numbers } = column(weight.column);
  // A missing number is NaN, and does not count.
  return (row) => Math.min(1, Math.max(0, numbers![row]! / weight.most || 0));
}

/** The true count of every step, or its sum of weights: for the owner's picture. */
export function streamSteps(table: StreamTable, request: StreamRequest) {
  const { steps, names } = stepOfRows(table, request);
  const [test, share, most] = [testOf(request), shareOf(request), request.weight?.most ?? 1];
  const counts = new Float64Array(names.length);
  for (let row = 0; row < steps.length; ++row)
    if (steps[row]! >= 0 && test(row)) counts[steps[row]!]! += most * share(row);
  return { names, counts, rows: table.rows };
}

/** What each row contributes to step number `step`. */
export function contributions(table: StreamTable, request: StreamRequest & { step: number }) {
  const { steps } = stepOfRows(table, request);
  const [test, share] = [testOf(request), shareOf(request)];
  return Float64Array.from(steps, (step, row) =>
    step === request.step && test(row) ? share(row) : 0,
  );
}
