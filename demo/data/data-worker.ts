// The user's data lives here, off the page's thread: reading, counting, sorting and the laws for the
// pictures. The page starts this thread from a blob after sealing itself, which seals the thread too.
import { expose } from "comlink";
import { type Fault, Faults } from "../files/faults.js";
import type { How } from "../files/formats.js";
import type { Unread } from "./columns.js";
import { type DomainChoice, pointsOf } from "./domain-points.js";
import { FirstRows } from "./first-rows.js";
import { groupPicture } from "./group-picture.js";
import { filled } from "./held.js";
import { labelledPicture, labelledRows, splitByLabel, thresholdLaw } from "./labelled.js";
import { mostFrequent } from "./most-frequent.js";
import { peopleByItem, peopleIn } from "./people.js";
import { rankLaw } from "./rank-law.js";
import type { Kinds } from "./read-as.js";
import { readTable } from "./read-table.js";
import { rememberLast } from "./remember.js";
import { countBins, distinctValues, roundEdges, sortedColumn } from "./sorted-column.js";
import {
  type Condition,
  contributions,
  type StepBy,
  streamSteps,
  type Weight,
} from "./stream-steps.js";
import { trySending } from "./try-sending.js";

/** The options for reading a file. */
export type HowFile = Omit<How, "name" | "isStrict">;

/** What a file holds, for its owner before the page adopts it. */
export interface WhatIsRead {
  /** of this reading: `adopt` takes it */
  turn: number;
  cancelled: boolean;
  rows: number;
  malformed: { count: number; first: Fault[] };
  placed: "line" | "row";
  columns: { name: string; unread: Unread[] }[];
  /** the number of people, and of rows of one */
  people?: { count: number; least: number; most: number };
}

type OpenTable = Awaited<ReturnType<typeof readTable>>;

let table: OpenTable = { rows: 0, columns: [], malformed: new Faults(), placed: "line" };
let next: { read: OpenTable; person: string | null; turn: number } | undefined;
/** The column of the person, or null if each row is a different person. */
let person: string | null = null;
/** Counts the readings: a later one, or its owner, ends those before it. */
let turn = 0;
const firstRows = new FirstRows();

function column(name: string) {
  const found = table.columns.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
}

/** The numbers of a numeric column. */
const numbersOf = (name: string) => column(name).numbers as Float64Array<ArrayBuffer>;

/** The codes of a column that can be ranked. */
const codedOf = (name: string) => {
  const { codes, labels } = column(name);
  return { codes: codes as Int32Array, labels };
};

/** Codes as a column that a mechanism reads: an empty cell is missing. */
const codesOf = ({ codes }: { codes: Int32Array }) =>
  Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));

/** The texts of a column; an empty cell is missing. */
const textsOf = ({ codes, labels }: { codes: Int32Array; labels: string[] }) =>
  Array.from(codes, (code) => labels[code] ?? null);

/** What is counted at the steps of the rows. */
type StreamRequest = { stepBy: StepBy; condition: Condition; weight?: Weight | undefined };

/** Rows whose column is a text. */
type Where = { column: string; is: string };

/** The numbers of the rows whose column is a text, or of all. */
function rowsWhere(condition?: Where) {
  const all = Array.from({ length: table.rows }, (_, row) => row);
  if (condition === undefined) return all;
  const { codes, labels } = codedOf(condition.column);
  const wanted = labels.indexOf(condition.is);
  return wanted < 0 ? [] : all.filter((row) => codes[row] === wanted);
}

/** A label of rows: a column, and the value for label 1. */
type Label = { column: string; value: string };

const sorted = rememberLast((name: string) => sortedColumn(numbersOf(name)));
const distinct = rememberLast((name: string, domain: DomainChoice) =>
  distinctValues(sorted(name), pointsOf(domain)),
);
const labels = rememberLast((x: string, label: Label) =>
  labelledRows(numbersOf(x), codedOf(label.column), label.value),
);
const split = rememberLast((x: string, label: Label) => splitByLabel(labels(x, label)));
const ranking = rememberLast((name: string, limit: number) => mostFrequent(codedOf(name), limit));

/** The unreadable parts of a file. */
const leftOf = ({ malformed, placed, columns }: OpenTable) => ({
  ...{ malformed: { count: malformed.count, first: malformed.first }, placed },
  columns: columns.map(({ name, unread }) => ({ name, unread })),
});

/** What a request to logstar can name, see `held`. */
export type Contents = typeof contents;

const contents = {
  /** The numbers of a column, the empty cells left out. */
  numbers: (name: string) => numbersOf(name).filter((number) => !Number.isNaN(number)),

  /** Columns by new names, and the people of their rows. */
  columns(wanted: { as: string; takes: "numbers" | "items"; column: string }[]) {
    const all = wanted.map(({ as, takes, column: name }) => [
      as,
      takes === "numbers" ? numbersOf(name) : textsOf(codedOf(name)),
    ]);
    const people = person === null ? {} : { person: codesOf(codedOf(person)) };
    return { ...people, ...Object.fromEntries(all) };
  },

  /** Columns of one length with the ids of their people: numbers, or the texts of items and groups. */
  rowsOf({ numbers, items, groups }: { numbers?: string; items?: string; groups?: string }) {
    const users = person === null ? null : codesOf(codedOf(person));
    const values =
      numbers !== undefined ? column(numbers).numbers : items && textsOf(codedOf(items));
    return {
      users,
      ...(values && { values }),
      ...(groups !== undefined && { groups: textsOf(codedOf(groups)) }),
    };
  },

  /** The rows of people whose column is a text, or of all, to be counted. */
  countedRows(condition: Where | undefined) {
    const rows = rowsWhere(condition);
    if (person === null) return { values: new Uint8Array(rows.length).fill(1), users: null };
    const users = codesOf(codedOf(person));
    return { users: Float64Array.from(rows, (row) => users[row]!) };
  },

  /** The most frequent values with their counts: those tied with the last included. */
  ranking: ({ name, limit }: { name: string; limit: number }) => ranking(name, limit),

  /** Values and labels 0 and 1, rows without either left out. */
  labelled({ x: name, label }: { x: string; label: Label }) {
    const { x, y, rows } = labels(name, label);
    if (person === null) return { x, y };
    const users = codesOf(codedOf(person));
    return { x, y, users: Float64Array.from(rows, (row) => users[row]!) };
  },

  /** What each row contributes to one step of the stream. */
  streamStep: (request: StreamRequest & { step: number }) =>
    contributions(table, { ...request, column }),
};

/** To logstar. */
let engine: MessagePort;

/** The requests of the page. */
export type Store = typeof api;

const api = {
  /** @param port to logstar, each time that it starts */
  reach(port: MessagePort) {
    engine = port;
  },

  /** Passes a request on to logstar, with the data that it names. */
  send(request: object) {
    engine.postMessage(filled(request, contents));
  },

  /** What a file is: its format, its columns and its first rows. */
  look: (source: File | string, how: HowFile) => firstRows.look(source, how),

  /** Its first rows, as the chosen kinds read them. */
  firstAs: (kinds: Kinds) => firstRows.readAs(kinds),

  /** A kind for each column, from the first rows. */
  suggest: () => firstRows.suggest(),

  /** Reads a file; the open data stay until `adopt`. A later reading ends it. */
  async read(
    source: File | string,
    how: HowFile & { person: string | null; kinds?: Kinds },
    onProgress?: (share: number, rows: number) => void,
  ): Promise<WhatIsRead> {
    const mine = ++turn;
    const isCancelled = () => turn !== mine;
    const read = await readTable(source, { ...how, onProgress, isCancelled });
    const isOver = read.cancelled === true || isCancelled();
    if (!isOver) next = { read, person: how.person, turn: mine };
    const people = isOver || how.person === null ? {} : { people: peopleIn(read, how.person) };
    return { ...leftOf(read), turn: mine, cancelled: isOver, rows: read.rows, ...people };
  },

  /**
   * Replaces the open data by data that were read.
   * @param of the reading
   */
  adopt(of: number) {
    if (next?.turn !== of) throw new Error("cannot open these data: others were read; try again.");
    table = next.read;
    person = next.person;
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
    turn += 1;
  },

  /** The true number of people of the same rows, for the owner. */
  trueCount(condition?: Where) {
    const rows = rowsWhere(condition);
    if (person === null) return rows.length;
    const { codes } = codedOf(person);
    return new Set(rows.map((row) => codes[row]!).filter((code) => code >= 0)).size;
  },

  /** True figures of groups, for the owner's picture. */
  groupPicture: ({
    groups,
    numbers,
    ...asked
  }: { groups?: string; numbers?: string } & Pick<
    Parameters<typeof groupPicture>[0],
    "perUser" | "q" | "error"
  >) =>
    groupPicture({
      ...asked,
      rows: table.rows,
      groups: groups === undefined ? undefined : codedOf(groups),
      numbers: numbers === undefined ? undefined : column(numbers).numbers,
      people: person === null ? undefined : codedOf(person).codes,
    }),

  /** How many people have each of the most frequent values, for the owner's picture. */
  people: (name: string, limit: number) =>
    peopleByItem(codedOf(name), codedOf(person as string), limit),

  /** The most frequent values alone, for charts and rehearsals. */
  counts(name: string, limit: number) {
    const { values, counts } = ranking(name, limit);
    return values.slice(0, limit).map((item, place) => ({ item, count: counts[place]! }));
  },

  histogram(name: string) {
    const edges = roundEdges(sorted(name));
    return { edges, ...countBins(sorted(name), edges), records: sorted(name).length };
  },

  rankLaw: (request: { column: string } & Parameters<typeof rankLaw>[2]) =>
    rankLaw(sorted(request.column), distinct(request.column, request.domain), request),

  labelledPicture: ({ x, label }: { x: string; label: Label }) => labelledPicture(split(x, label)),
  thresholdLaw: (request: { x: string; label: Label } & Parameters<typeof thresholdLaw>[1]) =>
    thresholdLaw(split(request.x, request.label), request),

  streamSteps: (request: StreamRequest) => streamSteps(table, { ...request, column }),

  trySending,
};

expose(api);
