// From what was written in a terminal to an answer: what is wrong with a question is said before a file is
// read, and what it costs is written down before the answer is shown.
import { load, table } from "logstar";
import { Failure } from "./failures.js";
import { chargedTo, readLedger } from "./ledger-file.js";
import { listOf, namesOf } from "./lists.js";
import { readOptions } from "./options.js";
import { shownAnswer, shownPlan } from "./print.js";
import { Progress } from "./progress.js";
import { readTable } from "./read-table.js";
import { tellLeftOut } from "./unread.js";

/** @typedef {import("./questions.js").Question} Question */

const user = "a user";
const order = "an order";

/**
 * @param {Question} question
 * @param {string} file
 * @param {Record<string, any>} written
 */
export async function answer(question, file, written) {
  await load();
  const asked = askedOf(question, written);
  // A plan has no columns, and takes groups of any.
  if (asked.groups !== undefined && asked.by.length === 0) {
    throw new Failure("--group-by must say by which column, as --groups names groups");
  }
  const people = written.user === "none" ? null : written.user;
  const isCharged = written.ledger !== "none";
  checked(question, asked, people);
  if (isCharged) readLedger(written.ledger);
  const progress = new Progress(file);
  const { format, multiline, encoding, unreadable, malformed } = written;
  const { columns, rows, leftOut, unread } = await readTable(
    file,
    wantedOf(question, asked, written, people),
    {
      ...{ format, multiline, encoding, unreadable, malformed, empty: written.null },
      onProgress: (share, count) => progress.show(share, count),
    },
  );
  progress.end();
  tellLeftOut(unread, leftOut);
  if (people === null && Object.keys(columns).length === 0) columns.rows = new Uint8Array(rows);
  const ask = (/** @type {any} */ ledger) =>
    subjectOf(asked, columns, people, ledger)[question.asks](...argumentsOf(question, asked));
  if (!isCharged) {
    console.error("No ledger: nothing adds up what is told about the people in this file.");
    return shownAnswer(question, written, ask(undefined));
  }
  const { answer: result, ledger } = await chargedTo(written.ledger, ask);
  shownAnswer(question, written, result, ledger);
}

/**
 * @param {Question} question
 * @param {Record<string, any>} written
 */
export async function planned(question, written) {
  await load();
  const asked = askedOf(question, written);
  shownPlan(question, checked(question, asked, written.user === "none" ? null : written.user));
}

/**
 * What is asked, as the library takes it.
 * @param {Question} question
 * @param {Record<string, any>} written
 */
function askedOf({ asks, argument, isOfAll }, written) {
  const by = written.groupBy === undefined ? [] : listOf("group-by", [written.groupBy]);
  const { options, cells } = readOptions(asks, written);
  if (written.orderBy !== undefined) options.orderBy = order;
  const argumentRead = argument?.read(written[argument.flag.slice(2)]);
  const groups = isOfAll ? undefined : groupsOf(written.groups, by, written.null);
  return { by, groups, options, cells, argument: argumentRead };
}

/**
 * @param {string[] | undefined} written
 * @param {string[]} by
 * @param {string[]} [empty] texts that stand for an empty cell
 */
function groupsOf(written, by, empty) {
  if (by.length > 0 && written === undefined) {
    throw new Failure(
      '--groups must say which groups there are: their names with commas, known beforehand, or "private"',
    );
  }
  if (written === undefined) return undefined;
  if (written.length === 1 && written[0] === "private") return "private";
  if (by.length < 2) return namesOf("groups", written, empty);
  // Of several columns: a/x,a/y.
  return listOf("groups", written).map((name) => {
    const parts = name.split("/").map((part) => part.trim());
    if (parts.length === by.length) return parts;
    throw new Failure(
      `--groups must name ${by.length} parts with / between them, as --group-by has ${by.length} columns; got ${name}`,
    );
  });
}

/**
 * What it would cost and how far off it would be; of no data.
 * @param {Question} question
 * @param {ReturnType<typeof askedOf>} asked
 * @param {string | null} people
 */
function checked(question, asked, people) {
  const names = [...Object.keys(question.columns), "rows", user, order, ...groupColumns(asked.by)];
  const empty = Object.fromEntries(names.map((name) => [name, []]));
  const { plan } = subjectOf(asked, empty, people, undefined);
  return plan[question.asks](...argumentsOf(question, asked));
}

/** The columns of groups; of a plan there is one, whatever it is called. @param {string[]} by */
const groupColumns = (by) => (by.length === 0 ? [""] : by).map((_, place) => `group ${place + 1}`);

/**
 * @param {ReturnType<typeof askedOf>} asked
 * @param {Record<string, any>} columns
 * @param {string | null} people
 * @param {any} ledger
 * @returns {any}
 */
function subjectOf({ by, groups }, columns, people, ledger) {
  const rows = table(columns, { user: people === null ? null : user, ledger });
  if (groups === undefined) return rows;
  const names = groupColumns(by);
  return rows.groupBy(/** @type {any} */ (names.length === 1 ? names[0] : names), groups);
}

/**
 * @param {Question} question
 * @param {ReturnType<typeof askedOf>} asked
 */
function argumentsOf({ columns, argument }, asked) {
  return [...Object.keys(columns), ...(argument ? [asked.argument] : []), asked.options];
}

/**
 * The columns of the file that are needed, by what they are for.
 * @param {Question} question
 * @param {ReturnType<typeof askedOf>} asked
 * @param {Record<string, any>} written
 * @param {string | null} people
 */
function wantedOf({ columns }, { by, cells }, written, people) {
  const values = Object.entries(columns).map(([name, column]) => [
    name,
    { column: written[column.flag.slice(2)], flag: column.flag, cells: column.cells ?? cells },
  ]);
  const names = groupColumns(by);
  const groups = by.map((column, place) => [
    names[place],
    { column, flag: "--group-by", cells: "text" },
  ]);
  const users = people === null ? [] : [[user, { column: people, flag: "--user", cells: "text" }]];
  const orders =
    written.orderBy === undefined
      ? []
      : [[order, { column: written.orderBy, flag: "--order-by", cells: "order" }]];
  return Object.fromEntries([...values, ...groups, ...users, ...orders]);
}
