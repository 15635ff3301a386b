// The output: answers in words and tables, or the whole result as JSON.

import type {
  Accuracy,
  Bin,
  Interval,
  Ledger,
  Planned,
  ReleaseRecord,
  StoredLedger,
  TextPlace,
  ThresholdHypothesis,
} from "logstar";
import { aboutOf } from "./ledger-file.js";
import type { Written } from "./options.js";
import type { Question } from "./questions.js";

/** The answer to one question. */
interface One {
  value?: unknown;
  reason?: string;
  message?: string;
  /** how far off it may be */
  error?: number;
  users?: number;
  /** round the value; null where there are too few people for one */
  interval?: Ends;
  /** one for each of several */
  intervals?: Ends[] | null;
}

/** From where to where a true value is: without an end on a side that is not bounded. */
type Ends = Interval<unknown> | null;

/** The library's result: one answer, one for each group, or items. */
export interface Answer extends One {
  groups?: ({ group: unknown } & One)[];
  items?: { item: unknown; count?: number }[];
  record: ReleaseRecord;
}

/** @param result of the library */
export function shownAnswer(
  question: Question,
  written: Written,
  result: Answer,
  ledger?: StoredLedger,
) {
  if (written.json) return console.log(JSON.stringify(result, plainly, 2));
  const { record } = result;
  const lines = [titleOf(question, written), ...answerLines(result, question), ""];
  const message = messageOf(result);
  if (message) lines.push(`No answer:  ${message}`);
  lines.push(`Accuracy:  ${howFarOff(record.accuracy)}`);
  if (record.interval) lines.push(`Interval:  ${record.interval.statement}`);
  lines.push(`Privacy:  ${record.guarantee}`);
  if (ledger) lines.push(`${written.ledger}:  ${leftOf(ledger)}`);
  console.log(lines.join("\n"));
}

export function shownPlan({ name }: Question, { epsilon, delta, accuracy }: Planned) {
  const cost = delta > 0 ? `epsilon ${epsilon}, delta ${delta}` : `epsilon ${epsilon}`;
  const interval = accuracy.interval === undefined ? [] : [accuracy.interval.statement];
  console.log([`${name} would cost ${cost}.`, howFarOff(accuracy), ...interval].join("\n"));
}

/** If an answer is missing, the number of people that suffices for one. */
const messageOf = ({
  message,
  groups = [],
}: {
  message?: string;
  groups?: { message?: string }[];
}) => message ?? groups.find((one) => one.message !== undefined)?.message;

/** The accuracy, and the usual error. */
const howFarOff = ({ statement, usually }: Accuracy) => [statement, usually].join(" ").trimEnd();

export function shownLedger(file: string, ledger: Ledger) {
  const { epsilon, delta, unit } = ledger.budget;
  const whom = { user: "one person, with all rows", record: "one row" }[unit ?? "record"];
  const about = aboutOf(ledger);
  if (about !== undefined) console.log(about);
  console.log(`${file}: a budget of epsilon ${epsilon}, delta ${delta} for ${whom}.`);
  const rows = ledger.entries.map((entry) => [
    entry.date ?? "",
    `${entry.asked.epsilon}`,
    `${entry.asked.delta}`,
    entry.status,
    entry.label ?? entry.mechanism,
  ]);
  if (rows.length > 0) {
    const head = ["when", "epsilon", "delta", "status", "what"];
    console.log(["", ...table([head, ...rows]), ""].join("\n"));
  }
  console.log(leftOf(ledger));
}

function leftOf({ budget, remaining }: Pick<Ledger, "budget" | "remaining">) {
  const left = `epsilon ${rounded(remaining.epsilon)} of ${budget.epsilon}`;
  return budget.delta! > 0
    ? `remaining are ${left} and delta ${rounded(remaining.delta)} of ${budget.delta}.`
    : `remaining are ${left}.`;
}

const rounded = (number: number) => Number(number.toPrecision(4));

/** The question in a line. */
export function titleOf({ name, columns }: Question, written: Written) {
  const names = Object.values(columns).map(({ flag }) => written[flag.slice(2)]);
  const of = names.length > 0 ? ` of ${names.join(" and ")}` : "";
  const by = written.groupBy ? ` by ${written.groupBy.split(",").join(" and ")}` : "";
  return written.label ? `${written.label} (${name}${of}${by})` : `${name}${of}${by}`;
}

function answerLines(result: Answer, question: Question): string[] {
  if (result.groups) {
    if (result.groups.length === 0) return ["  no group has enough people for release"];
    return table(
      result.groups.flatMap(({ group, ...one }) => {
        const name = Array.isArray(group) ? group.join(" / ") : `${group}`;
        return cellsOf(one, question).map((cells, place) => [place === 0 ? name : "", ...cells]);
      }),
    );
  }
  if (result.items) {
    const none = result.items.length === 0 ? ["  no item stands out"] : [];
    const rows = result.items.map(({ item, count }) => [
      item,
      count === undefined ? "" : counted(count),
    ]);
    return [...none, ...table(rows)];
  }
  return table(cellsOf(result, question));
}

/** The rows of one answer. */
function cellsOf(one: One, { asks }: Question): string[][] {
  const { value, reason, error, users, interval, intervals } = one;
  if (value === null || value === undefined)
    return [[reasons[reason as string] ?? (reason as string)]];
  if (Array.isArray(value) && typeof value[0] === "object" && "count" in value[0]) {
    return value.map((bin) => [binOf(bin), counted(bin.count)]);
  }
  if (asks === "count" || asks === "countDistinct") return [[counted(value as number)]];
  if (Array.isArray(value) && intervals) {
    return value.map((each, at) => [shown(each), endsOf(intervals[at]!)]);
  }
  if (Array.isArray(value)) return [value.map(shown)];
  if (interval !== undefined) return [[shown(value), endsOf(interval)]];
  if ((value as Partial<Rule>).threshold !== undefined) return [[ruleOf(value as Rule)]];
  if (error === undefined) return [[shown(value)]];
  return [
    [
      aboutRight(value as number, error),
      `at most ${shown(rounded(error))} off`,
      ...(users === undefined ? [] : [`${shown(Math.round(users))} people`]), // of a mean or a spread
    ],
  ];
}

/** What `learnThreshold` finds. */
type Rule = Pick<ThresholdHypothesis, "threshold" | "ones" | "constant">;

const reasons: Record<string, string> = {
  "too-few": "too few people to say",
  "not-found": "no answer was found",
};

function endsOf(ends: Ends) {
  if (ends === null) return "too few people for an interval";
  const { lo, hi } = ends;
  if (lo === null) return hi === null ? "not bounded" : `at most ${shown(hi)}`;
  return hi === null ? `at least ${shown(lo)}` : `between ${shown(lo)} and ${shown(hi)}`;
}

function binOf({ from, to, item }: Bin) {
  if (item !== undefined) return `${item}`;
  if (from === undefined) return `below ${shown(to)}`;
  return to === undefined ? `from ${shown(from)}` : `${shown(from)} to below ${shown(to)}`;
}

function ruleOf({ threshold, ones, constant }: Rule) {
  if (constant !== undefined) return `${constant} for all values`;
  return ones === "below"
    ? `1 up to ${shown(threshold)}, then 0`
    : `0 up to ${shown(threshold)}, then 1`;
}

/** People are whole, also where a noisy number of them is not. */
const counted = (count: number) => shown(Math.round(count) + 0);

/** Rounds to the digits that matter at this error. */
function aboutRight(value: number, off: number) {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(off, 1e-9))));
  return `${Number(value.toFixed(Math.min(digits, 12)))}`;
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "");
  if (typeof (value as TextPlace | null)?.text === "string")
    return (value as TextPlace).after ? `${(value as TextPlace).text}…` : (value as TextPlace).text;
  return `${value}`;
}

/** Columns side by side. */
export function table(rows: unknown[][]) {
  const cells = rows.map((row) => row.map((cell) => `${cell}`));
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  return cells.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ")}`.trimEnd(),
  );
}

/** JSON has no BigInts: they are text. */
const plainly = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
