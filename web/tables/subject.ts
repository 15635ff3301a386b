import { describe } from "../core/options.js";
import type { GroupName } from "../data/group-names.js";
import { splitNote } from "../ledger/note.js";
import type { Accuracy } from "../ledger/record.js";
import { noColumn } from "./no-column.js";
import type { Columns } from "./questions.js";
import { type By, type OfRow, Reading } from "./reading.js";
import type { Rows } from "./rows.js";
import type { Planned } from "./types.js";

/** The functions behind a table: those of the main entry, or of a worker. */
export interface Functions {
  call: (name: string, args: unknown[]) => unknown;
  accuracy: (name: string, asked: unknown[], options: object) => Accuracy | Promise<Accuracy>;
  /** whether they take columns after the call too: rows of objects are read in steps then */
  readsLater?: boolean;
  /** cuts the rows of a table into slices; absent where rows cannot be cut */
  slices?: (subject: Pick<Subject, "rows" | "user" | "ledger">, options: object) => unknown;
}

/** The options of `accuracy`, which has checked them. */
type PlannedOptions = {
  ledger?: unknown;
  label?: unknown;
  date?: unknown;
  epsilon: number;
  delta?: number;
  ones?: unknown;
  outside?: unknown;
};

/** Functions that split a user's weight over several rows. */
const ranks = ["median", "quantile", "quantiles", "interiorPoint"];
/** Functions with one answer over all rows. */
const notByGroup = ["topK", "countDistinct", "findBounds", "learnThreshold"];

/**
 * The subject of a question: rows, their users, the predicates and the groups. It is immutable: a question
 * about other rows has its own subject.
 */
export class Subject {
  functions;
  rows;
  user;
  ledger;
  predicates;
  by;
  groups;

  constructor({
    functions,
    rows,
    user,
    ledger,
    predicates = [],
    by,
    groups,
  }: {
    functions: Functions;
    rows: Rows;
    user: string | null;
    /** of this side or of a worker: the functions look at it */
    ledger?: unknown;
    predicates?: OfRow[];
    by?: By;
    groups?: GroupName[] | "private";
  }) {
    this.functions = functions;
    this.rows = rows;
    this.user = user;
    this.ledger = ledger;
    this.predicates = predicates;
    this.by = by;
    this.groups = groups;
  }

  /** A copy with some changes. */
  with(other: object) {
    return new Subject({ ...this, ...other });
  }

  /** Rejects an unknown column, in the words of the caller. */
  check(what: string, name: unknown) {
    if (typeof name === "string" && this.rows.has(name)) return;
    throw noColumn(what, this.rows.names(), name);
  }

  /** Answers. */
  answer(name: string, names: Columns, asked: unknown[], options: object) {
    const columns = this.columns(name, names);
    const given = this.options(options);
    // Learners take their columns among the options.
    const args = "y" in columns ? [{ ...given, ...columns }] : [columns, ...asked, given];
    return this.functions.call(name, args);
  }

  /** The cost and the accuracy of an answer. */
  plan(name: string, names: Columns, asked: unknown[], options: object) {
    this.columns(name, names);
    const { request: known } = splitNote<PlannedOptions>(
      (this.options(options, this.#known(name, options)) ?? {}) as PlannedOptions,
    );
    if (name === "learnThreshold")
      for (const own of ["ones", "outside"] as const) delete known[own]; // of data
    const { epsilon, delta = 0 } = known;
    const planned = (accuracy: Accuracy): Planned => ({ epsilon, delta, accuracy });
    const accuracy = this.functions.accuracy(name, asked, known);
    return accuracy instanceof Promise ? accuracy.then(planned) : planned(accuracy);
  }

  /**
   * Without data, the options must show two facts: ranks and labels are of users, and each row has one item.
   */
  #known(name: string, options: object) {
    if (ranks.includes(name)) return { perUser: "spread" };
    if (name === "learnThreshold") return { users: null };
    if (name === "countDistinct" && this.user === null) return { perUser: 1 };
    if (name !== "topK") return {};
    const several = (options as { domain?: unknown }).domain === undefined ? "spread" : Infinity;
    return { perUser: this.user === null ? 1 : several };
  }

  /**
   * The columns of a call, as functions that take rows of users have them. It reads no value.
   * @param name of the function
   * @param names of columns, by role
   */
  columns(name: string, names: Columns) {
    if (this.by !== undefined && notByGroup.includes(name)) {
      throw new TypeError(`${name} must be asked of a table without groups, got one after groupBy`);
    }
    const rows = this.functions.readsLater ? this.rows.forLater() : this.rows;
    const reading = new Reading(rows, this.predicates);
    const columns: Record<string, unknown> = {};
    for (const [what, column] of Object.entries(names)) {
      if (what === "orderBy" && column === undefined) continue;
      this.check(what === "values" ? "column" : what, column);
      columns[what] = reading.column(column as string);
    }
    if (this.by !== undefined) columns.groups = reading.groups(this.by);
    if (this.user !== null) return { ...columns, users: reading.column(this.user) };
    // Different people are counted by their rows.
    return Object.keys(columns).length === 0
      ? { values: reading.there(), users: null }
      : { ...columns, users: null };
  }

  /**
   * Options as the functions take them.
   * @param known their defaults
   */
  options(
    options: { groups?: unknown } | null | undefined,
    known?: object,
  ): object | null | undefined {
    if (typeof options !== "object" || options === null) return options; // the function rejects them
    if (options.groups !== undefined) {
      throw new TypeError(`groups belong in groupBy, got ${describe(options.groups)} as an option`);
    }
    const { groups, ledger } = this;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return {
      ...(ledger !== undefined && { ledger }),
      ...(groups !== undefined && { groups }),
      ...known,
      ...Object.fromEntries(given),
    };
  }
}
