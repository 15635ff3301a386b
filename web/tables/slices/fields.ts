import { Declaration } from "../../core/declaration.js";
import {
  anything,
  choice,
  delta,
  type Needed,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  readOptions,
  whole,
} from "../../core/fields.js";
import { describe } from "../../core/options.js";
import { checkAnswering } from "../../data/answers.js";
import { date, label, ledger } from "../../ledger/fields.js";
import { splitNote } from "../../ledger/note.js";
import { user } from "../fields.js";

/** What may be asked of all slices together. */
class TermFields {
  /** the maximum number of slices of one session, 1 to 1,000,000; leaves every record in place */
  slices = whole();
  /**
   * the budget of each slice, under add-remove, to be spent in any number of pieces; with `computes` the maximum
   * cost of one piece
   */
  compute: Needed<{ epsilon: number; delta?: number }> = {
    ...anything<{ epsilon: number; delta?: number }>(),
    example: { epsilon: 0.1 },
  };
  /** the maximum number of pieces of a slice, 1 to 64; default: any number within `compute` */
  computes: Optional<number | undefined> = optional(whole(), undefined);
  /** the delta of everything that is asked */
  delta = delta();
  /** the neighbours of the whole; slices are asked under add-remove; default "add-remove" */
  neighbors = neighbors();
  /** how often all rows may be cut, 1 to 64: one session more than `restart` may be called; default 1 */
  sessions = optional(whole(), 1);
}

class TableSlicesFields extends TermFields {
  /**
   * the rate of the noise on every slice's length, 1e-5 to 20: for many slices; 0 (default): exact
   * lengths, cheaper for a few; it leaves every record in place
   */
  sliceEpsilon = optional(number(), 0);
  /** charged once, for everything that is asked; default: the table's */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

class RowSlicesFields extends TableSlicesFields {
  /**
   * the column of user ids, so that each user is cut with all rows; or null: "every row is a different person"
   */
  user = user();
}

/**
 * The limits of a session over rows, declared and charged at the start.
 * @interface
 */
export type RowSliceSessionOptions = OptionsOf<RowSlicesFields>;

/**
 * Options of `table(...).slices`: the table has the users.
 * @interface
 */
export type TableSlicesOptions = OptionsOf<TableSlicesFields>;

export const rowSlicesDeclaration = new Declaration({
  name: "RowSliceSession",
  Fields: RowSlicesFields,
  example: {
    data: [[{ id: "a", age: 1 }]],
    options: { slices: 2, compute: { epsilon: 0.1, delta: 1e-5 } },
  },
});

class ComputeFields {
  epsilon = number();
  delta = optional(number(), 0);
}

/** The terms as the core takes them. */
export type RowSlicesRequest = {
  computeEpsilon: number;
  computeDelta: number;
  computes: number | undefined;
  slices: number;
  sessions: number;
  sliceEpsilon: number;
  delta: number;
  neighbors: "add-remove" | "replace";
  protects: "records" | "users";
};

/** The compute budget of `compute` among the terms, as the core takes it. */
export function withCompute<T extends { compute: unknown }>(caller: string, asked: T) {
  const { compute, ...terms } = asked;
  const { epsilon, delta } = readOptions(caller, ComputeFields, compute, "compute.");
  return { ...terms, computeEpsilon: epsilon, computeDelta: delta };
}

export function readRowSlices(options: unknown) {
  const { request: asked, ledger, note } = splitNote(rowSlicesDeclaration.read(options));
  const { user, ...terms } = withCompute("RowSliceSession.compute", asked);
  const protects = user === null ? ("records" as const) : ("users" as const);
  return { user, ledger, note, terms: { ...terms, protects } satisfies RowSlicesRequest };
}

/** How the keys of a user's rows become one. */
const reducers = ["median", "mean", "sum", "min", "max"] as const;

/** A key for one row, or for the rows of one user. */
export type KeyOf = (rows: never) => unknown;

class CutFields {
  /**
   * the order: a column's name, or a function that gives the key of one row (with ids, of one user's rows as an
   * array) from that alone
   */
  by: Needed<string | KeyOf> = {
    kind: "column's name or function",
    example: "age",
    read: (name, value) => {
      if (typeof value === "string") return value;
      if (typeof value !== "function") {
        throw new TypeError(
          `${name} must be a column's name or a function, got ${describe(value)}`,
        );
      }
      checkAnswering(name, value as KeyOf);
      return value as KeyOf;
    },
  };
  /** the end of the order from which rows are taken */
  from = choice(["low", "high"] as const);
  /** the number of rows, or of users; a noisy number more if the session has noise */
  length = whole();
  /** with ids and a column: how a user's values in it become one */
  perUser: Optional<(typeof reducers)[number] | undefined> = optional(choice(reducers), undefined);
}

/**
 * Options of `RowSliceSession.slice`.
 * @interface
 */
export type CutOptions<Key = KeyOf> = Omit<OptionsOf<CutFields>, "by"> & {
  /** the order: a column's name, or a function that gives the key of one row, or of one user's rows */
  by: string | Key;
};

export const cutDeclaration = new Declaration({ name: "RowSliceSession.slice", Fields: CutFields });

/**
 * Options of `plan.slices`.
 * @interface
 */
export type SlicesPlanOptions = OptionsOf<TermFields>;

export const slicesPlanDeclaration = new Declaration({ name: "plan.slices", Fields: TermFields });
