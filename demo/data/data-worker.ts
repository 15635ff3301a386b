// The user's data lives here, off the page's thread: reading, counting, sorting and the laws for the
// pictures. Started from a blob after the page has sealed itself, so this thread is sealed too.
import { expose, transfer } from "comlink";
import { pointsOf } from "./domain-points.js";
import { groupPicture } from "./group-picture.js";
import { labelledPicture, labelledRows, splitByLabel, thresholdLaw } from "./labelled.js";
import { mostFrequent } from "./most-frequent.js";
import { peopleByItem } from "./people.js";
import { rankLaw } from "./rank-law.js";
import { readNames, readTable } from "./read-table.js";
import { rememberLast } from "./remember.js";
import { countBins, distinctValues, roundEdges, sortedColumn } from "./sorted-column.js";
import { conditionFlags, streamSteps } from "./stream-steps.js";

let table = { rows: 0, columns: [] };
let next;
/** Whose rows they are: a column's name, or null if each is a different person's. */
let person = null;
let nextPerson = null;
let cancelled = false;

function column(name) {
  const found = table.columns.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

/** Codes as a column that a mechanism reads: what is empty is missing. */
const codesOf = ({ codes }) => Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));

/** The texts of a column; what is empty is missing. */
const textsOf = ({ codes, labels }) => Array.from(codes, (code) => labels[code] ?? null);

const sorted = rememberLast((name) => sortedColumn(column(name).numbers));
const distinct = rememberLast((name, domain) => distinctValues(sorted(name), pointsOf(domain)));
const labels = rememberLast((x, label) =>
  labelledRows(column(x), column(label.column), label.value),
);
const split = rememberLast((x, label) => splitByLabel(labels(x, label)));
const ranking = rememberLast((name, limit) => mostFrequent(column(name), limit));

/** What of a file was not read. */
const leftOf = ({ malformed, placed, columns }) => ({
  ...{ malformed: { count: malformed.count, first: malformed.first }, placed },
  columns: columns.map(({ name, unread }) => ({ name, unread })),
});

const api = {
  /** The columns of a file. */
  names: (source, how) => readNames(source, how),

  /** Reads a file, and says what of it cannot be read; what was open before stays until `adopt`. */
  async read(source, how, onProgress) {
    cancelled = false;
    nextPerson = how.person;
    next = await readTable(source, { ...how, onProgress, isCancelled: () => cancelled });
    return { cancelled: next.cancelled === true, left: leftOf(next) };
  },

  /** Puts what was read in the place of what was open. */
  adopt() {
    table = next;
    person = nextPerson;
    next = undefined;
    for (const memory of [sorted, distinct, labels, split, ranking]) memory.forget();
    const columns = table.columns.map(({ numbers, codes, labels, ...facts }) => ({
      ...facts,
      labels: labels.slice(0, 50),
    }));
    const people = person === null ? table.rows : column(person).labels.length;
    return { rows: table.rows, people, left: leftOf(table), columns };
  },

  cancel() {
    cancelled = true;
  },

  /** The numbers of a column for a mechanism, the empty cells left out. */
  numbers(name) {
    const present = column(name).numbers.filter((number) => !Number.isNaN(number));
    return transfer(present, [present.buffer]);
  },

  /**
   * Columns of one length with whose rows they are, for a mechanism: numbers, or the texts of items and groups.
   * @param {{ numbers?: string, items?: string, groups?: string }} names
   */
  rowsOf({ numbers, items, groups }) {
    const users = person === null ? null : codesOf(column(person));
    const values =
      numbers !== undefined ? column(numbers).numbers : items && textsOf(column(items));
    return {
      users,
      ...(values && { values }),
      ...(groups !== undefined && { groups: textsOf(column(groups)) }),
    };
  },

  /** True figures of groups, for the owner's picture. */
  groupPicture: ({ groups, numbers, ...asked }) =>
    groupPicture({
      ...asked,
      rows: table.rows,
      groups: groups === undefined ? undefined : column(groups),
      numbers: numbers === undefined ? undefined : column(numbers).numbers,
      people: person === null ? undefined : column(person).codes,
    }),

  /** How many people have each of the most frequent values, for the owner's picture. */
  people: (name, limit) => peopleByItem(column(name), column(person), limit),

  /** The most frequent values with their counts, for a mechanism: those tied with the last included. */
  ranking: (name, limit) => ranking(name, limit),

  /** So many of them, for charts and rehearsals. */
  counts(name, limit) {
    const { values, counts } = ranking(name, limit);
    return values.slice(0, limit).map((item, place) => ({ item, count: counts[place] }));
  },

  histogram(name) {
    const edges = roundEdges(sorted(name));
    return { edges, ...countBins(sorted(name), edges), records: sorted(name).length };
  },

  rankLaw: (request) =>
    rankLaw(sorted(request.column), distinct(request.column, request.domain), request),

  /** Values and labels 0 and 1 for a mechanism, rows without either left out. */
  labelled({ x: name, label }) {
    const { x, y, rows } = labels(name, label);
    const copies = { x: x.slice(), y: y.slice() };
    if (person !== null) {
      const users = codesOf(column(person));
      return { ...copies, users: Float64Array.from(rows, (row) => users[row]) };
    }
    return transfer(copies, [copies.x.buffer, copies.y.buffer]);
  },

  labelledPicture: ({ x, label }) => labelledPicture(split(x, label)),
  thresholdLaw: (request) => thresholdLaw(split(request.x, request.label), request),

  streamSteps: (request) => streamSteps(table, { ...request, column }),

  /** Which rows count in one step of the stream. */
  streamFlags(request) {
    const flags = conditionFlags(table, { ...request, column });
    return transfer(flags, [flags.buffer]);
  },

  /** For the page's button that shows that nothing gets out; the browser reports what it refused. */
  async trySending(address) {
    let refused = false;
    const note = () => {
      refused = true;
    };
    self.addEventListener("securitypolicyviolation", note);
    await fetch(address).catch(() => {});
    await new Promise((done) => setTimeout(done, 50));
    self.removeEventListener("securitypolicyviolation", note);
    return refused;
  },
};

expose(api);
