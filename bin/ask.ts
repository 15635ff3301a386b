// From the words of a terminal to an answer. It reports a mistake in the question before it reads a file, and
// saves the charge before it shows the answer.

import { type GroupName, load, type Planned, type StoredLedger, table } from "logstar";
import type { Cells } from "./columns.js";
import type { FileOptions } from "./data-options.js";
import { checkEngine, type EngineOptions, type EngineTable, withEngine } from "./engine.js";
import { Failure } from "./failures.js";
import { labelled, sourceName, tellOther } from "./labels.js";
import { chargedTo, readLedger } from "./ledger-file.js";
import { listOf, namesOf } from "./lists.js";
import { notationsOf } from "./notations.js";
import { readOptions, type Written } from "./options.js";
import { type Answer, shownAnswer, shownPlan } from "./print.js";
import { Progress, Wait } from "./progress.js";
import type { Question } from "./questions.js";
import { readTable } from "./read-table.js";
import { showSql } from "./show-sql.js";
import { tellLeftOut } from "./unread.js";

const user = "a user";
const order = "an order";

/** The options of a question about data. */
interface Asking extends Written, FileOptions, EngineOptions {
  ledger: string;
  /** the name of the file, or of the table of an engine */
  source?: string;
}

/** The functions by name: no signature of a table fits all of them. */
type Questions<Result> = Record<string, (...asked: unknown[]) => Result>;

export async function answer(question: Question, file: string | undefined, written: Asking) {
  await load();
  checkEngine(written, file);
  const asked = askedOf(question, written);
  // A plan has no columns, and takes groups of any.
  if (asked.groups !== undefined && asked.by.length === 0) {
    throw new Failure("--group-by must name a column if --groups is given");
  }
  const people = written.user === "none" ? null : written.user;
  const isCharged = written.ledger !== "none";
  const plan = checked(question, asked, people);
  if (written.plan) return shownPlan(question, plan);
  if (written.showSql) return shownSql(question, asked, written, people);
  if (isCharged) await readLedger(written.ledger);
  written.source = sourceName(file, written);
  labelled(asked.options, question, written, written.source);
  if (file === undefined) return answerOfEngine(question, asked, written, people);
  const progress = new Progress(file);
  try {
    await answerOfFile(question, { file, asked, written, people, progress });
  } finally {
    progress.end();
  }
}

async function answerOfFile(
  question: Question,
  {
    file,
    asked,
    written,
    people,
    progress,
  }: {
    file: string;
    asked: ReturnType<typeof askedOf>;
    written: Asking;
    people: string | null;
    progress: Progress;
  },
) {
  const { format, multiline, encoding, headerLine, sheet, malformed } = written;
  const wanted = wantedOf(question, asked, written, people);
  const { columns, rows, leftOut, unread } = await readTable(file, wanted, {
    ...{ format, multiline, encoding, headerLine, sheet, malformed },
    notationOf: asked.notationOf,
    onProgress: (share, count) => progress.show(share, count),
  });
  progress.end();
  tellLeftOut(unread, leftOut);
  if (people === null && Object.keys(columns).length === 0) columns.rows = new Uint8Array(rows);
  const askQuestion = (ledger: StoredLedger | undefined) => {
    progress.say("computing the answer");
    const rows = subjectOf(asked, columns, people, ledger);
    return rows[question.asks]!(...argumentsOf(question, asked));
  };
  await shownWith(question, written, askQuestion, () => progress.end());
}

/**
 * Asks with the ledger, or without one, and shows the answer.
 * @param done is called before anything is shown
 */
async function shownWith(
  question: Question,
  written: Asking,
  askQuestion: (ledger: StoredLedger | undefined) => Answer | Promise<Answer>,
  done: () => void,
) {
  if (written.ledger === "none") {
    console.error(
      "Warning: with --ledger none, the total privacy loss of these people is unknown.",
    );
    const result = await askQuestion(undefined);
    done();
    return shownAnswer(question, written, result);
  }
  await tellOther(written.ledger, written.source ?? "");
  const { answer: result, ledger } = await chargedTo(written.ledger, askQuestion);
  done();
  shownAnswer(question, written, result, ledger);
}

/** The same question, of a table in an engine and its own columns. */
function asksOf(question: Question, asked: ReturnType<typeof askedOf>, written: Asking) {
  const columns = Object.values(question.columns).map(({ flag }) => written[flag.slice(2)]);
  const options =
    written.orderBy === undefined ? asked.options : { ...asked.options, orderBy: written.orderBy };
  const given = [...columns, ...(question.argument ? [asked.argument] : []), options];
  return async (rows: EngineTable) => {
    const [one, ...more] = asked.by;
    const some = asked.groups && rows.groupBy(more.length === 0 ? one : asked.by, asked.groups);
    return (await (some ?? rows)[question.asks]!(...given)) as Answer;
  };
}

async function answerOfEngine(
  question: Question,
  asked: ReturnType<typeof askedOf>,
  written: Asking,
  people: string | null,
) {
  const ask = asksOf(question, asked, written);
  const wait = new Wait(`asking ${written.source}`);
  try {
    await withEngine(written, people, (tableWith) =>
      shownWith(
        question,
        written,
        (ledger) => ask(tableWith(ledger)),
        () => wait.end(),
      ),
    );
  } finally {
    wait.end();
  }
}

function shownSql(
  question: Question,
  asked: ReturnType<typeof askedOf>,
  written: Asking,
  people: string | null,
) {
  const [column] = Object.values(question.columns);
  const isWhole = `${written.domain}`.startsWith("integers") && asked.cells === "number";
  const value = column && {
    name: written[column.flag.slice(2)] as string,
    cells: column.cells ?? (isWhole ? "whole" : asked.cells),
  };
  const { by, groups } = asked;
  const columns = { value, people, by, isPrivate: groups === "private" };
  return showSql(written, columns, asksOf(question, asked, written));
}

export async function planned(question: Question, written: Written) {
  await load();
  const asked = askedOf(question, written);
  shownPlan(question, checked(question, asked, written.user === "none" ? null : written.user));
}

/** The question as the library takes it. */
function askedOf({ asks, argument, isOfAll, columns }: Question, written: Written) {
  const by = written.groupBy === undefined ? [] : listOf("group-by", [written.groupBy]);
  const named = [...Object.values(columns).map(({ flag }) => flag.slice(2)), "user", "orderBy"]
    .map((name) => written[name])
    .filter((name) => typeof name === "string");
  const notationOf = notationsOf(written, [...named, ...by]);
  const empty = (column: string | undefined) => notationOf(column ?? "").empty;
  const { options, cells } = readOptions(asks, written, empty(written.column as string));
  if (written.orderBy !== undefined) options.orderBy = order;
  const argumentRead = argument?.read(written[argument.flag.slice(2)] as string);
  const groups = isOfAll ? undefined : groupsOf(written.groups, by, empty(by[0]));
  return { by, groups, options, cells, argument: argumentRead, notationOf };
}

/** @param empty words for an empty cell */
function groupsOf(
  written: string[] | undefined,
  by: string[],
  empty?: readonly string[],
): readonly GroupName[] | "private" | undefined {
  if (by.length > 0 && written === undefined) {
    throw new Failure(
      '--groups must be given with --group-by: names with commas, known beforehand, or "private"',
    );
  }
  if (written === undefined) return undefined;
  if (written.length === 1 && written[0] === "private") return "private";
  if (by.length < 2) return namesOf("groups", written, empty);
  // Names of several columns: a/x,a/y.
  return listOf("groups", written).map((name) => {
    const parts = name.split("/").map((part) => part.trim());
    if (parts.length === by.length) return parts;
    throw new Failure(
      `--groups must be names of ${by.length} parts with / between them, one for each column of --group-by, got ${name}`,
    );
  });
}

/** The cost and the accuracy of a question, without data. */
function checked(question: Question, asked: ReturnType<typeof askedOf>, people: string | null) {
  const names = [...Object.keys(question.columns), "rows", user, order, ...groupColumns(asked.by)];
  const empty = Object.fromEntries(names.map((name) => [name, []]));
  const { plan } = subjectOf(asked, empty, people, undefined);
  return plan[question.asks]!(...argumentsOf(question, asked));
}

/** The columns of groups; a plan has one, whatever its name. */
const groupColumns = (by: string[]) =>
  (by.length === 0 ? [""] : by).map((_, place) => `group ${place + 1}`);

type Subject = Omit<Questions<Answer>, "plan"> & { plan: Questions<Planned> };

function subjectOf(
  { by, groups }: ReturnType<typeof askedOf>,
  columns: Record<string, Cells>,
  people: string | null,
  ledger: StoredLedger | undefined,
): Subject {
  const rows = table(columns, { user: people === null ? null : user, ledger });
  if (groups === undefined) return rows as object as Subject;
  const names = groupColumns(by);
  return rows.groupBy(names.length === 1 ? names[0]! : names, groups) as object as Subject;
}

function argumentsOf({ columns, argument }: Question, asked: ReturnType<typeof askedOf>) {
  return [...Object.keys(columns), ...(argument ? [asked.argument] : []), asked.options];
}

/** A column's role, and the column. */
type Wanted = [string, { column: string; flag: string; cells: string }];

/** The necessary columns of the file, by role. */
function wantedOf(
  { columns }: Question,
  { by, cells, options }: ReturnType<typeof askedOf>,
  written: Written,
  people: string | null,
): Parameters<typeof readTable>[1] {
  const values: Wanted[] = Object.entries(columns).map(([name, column]) => [
    name,
    {
      column: written[column.flag.slice(2)] as string,
      flag: column.flag,
      cells: column.cells ?? cells,
    },
  ]);
  const names = groupColumns(by);
  const groups: Wanted[] = by.map((column, place) => [
    names[place]!,
    { column, flag: "--group-by", cells: "text" },
  ]);
  // The library must see a missing user if it is to be an error.
  const isError = options.missing === "throw" || options.outside === "throw";
  const cellsOfUsers = isError ? "text" : "user";
  const users: Wanted[] =
    people === null ? [] : [[user, { column: people, flag: "--user", cells: cellsOfUsers }]];
  const orders: Wanted[] =
    written.orderBy === undefined
      ? []
      : [[order, { column: written.orderBy, flag: "--order-by", cells: "order" }]];
  return Object.fromEntries([...values, ...groups, ...users, ...orders]);
}
