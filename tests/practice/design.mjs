// The rows of the second tier's test: a function on one kind of data, its options, epsilon and n.
import { pairwise } from "./pairwise.mjs";
import { makers, questions, sheet, toldIn } from "./questions.mjs";
import { Random } from "./random.mjs";
import { kinds } from "./shapes.mjs";

const epsilons = [0.1, 0.3, 1, 2];

/**
 * @typedef {object} Row
 * @property {keyof typeof questions} question
 * @property {string} of whose answers
 * @property {string} kind of data
 * @property {string} told beside epsilon
 * @property {"add-remove" | "replace"} neighbors
 * @property {number} epsilon
 * @property {number} n records, or users
 */

const isText = ({ kind }) => kind === "texts";
const isOfOne = ({ question }) => ["median", "high", "point"].includes(question);
const isByGroup = ({ of }) => of.endsWith("group");

/** @param {Row} row */
export function sheetOf({ question, kind, of, n }) {
  return sheet(questions[question], kind, of, [n]);
}

/** The options of a row, or undefined if they do not apply there. @param {Row} row */
export function toldOf(row) {
  return toldIn(sheetOf(row)).find(({ name }) => name === row.told);
}

/** @param {Row} row */
export function titleOf({ question, of, kind, told, neighbors, epsilon, n }) {
  const terms = [kind, told, neighbors, `epsilon ${epsilon}`].filter(Boolean).join(", ");
  return `${question} of ${n.toLocaleString("en")} ${of}, ${terms}`;
}

/** Whether the library supports it, and algorithms can differ. @param {Row} row */
function isAsked(row) {
  const { question, of, n } = row;
  if (!toldOf(row)) return false;
  if (isText(row) && of === "records" && !isOfOne(row)) return false; // only up to 64 bits
  if (question === "deciles" && (n === 100 || (isText(row) && isByGroup(row)))) return false; // null
  if (n > 1000 && (of !== "records" || isText(row))) return false; // larger ones take long
  return !(isByGroup(row) && n === 100);
}

const everyRow = () => {
  let rows = [{}];
  const columns = {
    question: ["median", "high", "two", "quartiles", "deciles", "point"],
    of: Object.keys(makers),
    kind: Object.keys(kinds),
    told: ["", "delta 1e-8", "size", "delta 1e-8, size"],
    neighbors: ["add-remove", "replace"],
    epsilon: epsilons,
    n: [100, 1000, 10_000],
  };
  for (const [column, values] of Object.entries(columns)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value })));
  }
  return rows.filter(isAsked);
};

/** A fixed random order: otherwise the first rows would contain the pairs that any row can contain. */
function shuffled(rows) {
  const random = new Random("the design");
  return rows
    .map((row) => ({ row, place: random.word() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

const also = { told: "", neighbors: "add-remove", of: "records", kind: "numbers" };

/** Rows for large columns and for single combinations. */
const more = [
  { ...also, question: "median", epsilon: 0.1, n: 100_000, told: "delta 1e-8" },
  { ...also, question: "high", epsilon: 1, n: 100_000, kind: "decimals 0 to 1e6" },
  { ...also, question: "deciles", epsilon: 0.1, n: 100_000, told: "delta 1e-8" },
  { ...also, question: "percentiles", epsilon: 1, n: 10_000, told: "delta 1e-8" },
  { ...also, question: "median", epsilon: 0.1, n: 10_000, of: "users", kind: "integers 0 to 1e9" },
  { ...also, question: "deciles", epsilon: 1, n: 10_000, of: "rows by group", kind: "dates" },
  { ...also, question: "median", epsilon: 1, n: 10_000, kind: "texts", told: "delta 1e-8" },
  { ...also, question: "slice", epsilon: 1, n: 1000 },
  { ...also, question: "slice", epsilon: 0.3, n: 10_000, told: "delta 1e-8" },
  { ...also, question: "table", epsilon: 0.3, n: 1000, of: "users" },
  // Few records: half of the answers lie outside of the data.
  { ...also, question: "point", epsilon: 1, n: 30 },
  { ...also, question: "point", epsilon: 2, n: 30, told: "delta 1e-8", kind: "decimals 0 to 1e6" },
  { ...also, question: "point", epsilon: 0.2, n: 100, told: "delta 1e-8" },
];

const isLarge = ({ question, of, kind, n }) =>
  question === "percentiles" || n > (of === "records" && kind !== "texts" ? 10_000 : 1000);

/** With five groups, half of the data sets have more answers. @param {Row} row */
export const dataSetsOf = (row) => (isLarge(row) ? 60 : isByGroup(row) ? 100 : 200);

/** @type {Row[]} */
export const rows = [...pairwise(shuffled(everyRow())), ...more];
