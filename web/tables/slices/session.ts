import { finished } from "../../data/stepped-column.js";
import type { ReleaseRecord } from "../../ledger/record.js";
import { readSaved, type SavedMechanism } from "../../streams/saved-state.js";
import { here } from "../here.js";
import { type RowOf, type Rows, rowsOf, type TableRows } from "../rows.js";
import { checkUser, readCut } from "./asked.js";
import { Cuts, type Kept } from "./cuts.js";
import { type CutOptions, type RowSliceSessionOptions, readRowSlices } from "./fields.js";
import { People } from "./people.js";
import { RowSlice } from "./row-slice.js";

/** A function that gives the key of one row, or of all rows of one user. */
export type SliceKey<Row> = ((row: Row) => unknown) | ((rows: Row[]) => unknown);

/** The rows of a session and its cuts. */
class State {
  constructor(
    readonly rows: Rows,
    readonly user: string | null,
    readonly people: People,
    readonly cuts: Cuts,
  ) {}
}

/**
 * Rows cut into slices, in orders of your choice, each asked in pieces, now or later. The next cut and the next
 * question may depend on all answers so far. It allows any number of slices at close to the price of a few.
 *
 * Privacy: `loss` for everything that its slices' ledgers pay for together, for one row (or one user with all
 * rows) added or removed, or replaced. Who is in a slice, and how many, is as secret as the data.
 * Source: CLNSS22 Algorithm 1 (ReorderSliceCompute), Theorem 2.3, with explicit constants;
 * docs/guarantees/slices-over-rows.md.
 */
export class RowSliceSession<Row = unknown> {
  #state: State;

  /**
   * @param rows as those of `table`. Which rows there are is read once, after the charge: change none while the
   *   session lives
   * @throws {RangeError | TypeError | BudgetExceeded}
   */
  constructor(rows: readonly Row[] | TableRows, options: RowSliceSessionOptions) {
    this.#state = options instanceof State ? options : begun(rowsOf(rows), options);
  }

  /** @returns the cost of everything that is asked of all slices */
  get loss(): { epsilon: number; delta: number } {
    return this.#state.cuts.loss;
  }

  /** @returns the record of the session as a whole */
  get record(): ReleaseRecord {
    return this.#state.cuts.record;
  }

  /**
   * Cuts the first rows of an order, and a noisy number more if the session has noise. Rows without a key (null,
   * undefined, NaN or an invalid date) are in no slice of this call, and stay for later ones.
   * @param options `by`: the order, a column or a function of one row, which must give the same key whenever it
   *   is asked; `from`: its low or its high end; `length`: the number of rows, from 0. Errors of `by`, and keys of
   *   two kinds, depend on the rows
   * @throws {RangeError | TypeError | BudgetExceeded} if no slice is left
   */
  slice(options: CutOptions<SliceKey<Row>>): RowSlice<Row> {
    const { keys, ...cut } = readCut(options, this.#state);
    const kept = this.#state.cuts.cut(cut, (left) => finished(keys(left)));
    return sliceOf(this.#state, kept);
  }

  /**
   * Begins a further session on all rows, `sessions` - 1 times at most. Earlier slices stay.
   * @throws {BudgetExceeded} if no session is left
   */
  restart(): void {
    this.#state.cuts.restart();
  }

  /** @returns the slices of all sessions, in the order in which they were cut */
  get slices(): RowSlice<Row>[] {
    return this.#state.cuts.slices.map((slice) => sliceOf(this.#state, slice));
  }

  /**
   * Plain data to save the session with, without its rows. It tells who is in a slice: it is as secret as the data.
   * @throws {TypeError} if a slice's ledger paid for it
   */
  toJSON(): SavedMechanism {
    return this.#state.cuts.toJSON();
  }

  /**
   * Goes on from `toJSON`, without a further charge. Resume each saved state once only: two copies would answer
   * twice for one charge.
   * @param saved the result of `toJSON`, or its text
   * @param rows the same as at first
   * @throws {RangeError | TypeError} if it is not a saved session, or the rows are not as many as were saved
   */
  static fromJSON<R extends TableRows>(saved: string | object, rows: R): RowSliceSession<RowOf<R>> {
    return new RowSliceSession<RowOf<R>>(
      rows,
      resumed(readSaved("RowSliceSession", saved), rowsOf(rows)) as never,
    );
  }

  /** Frees the memory in the core; the session cannot be used afterwards. */
  dispose() {
    this.#state.cuts.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/** @returns the state of a session that has been charged */
export function begun(rows: Rows, options: unknown) {
  const asked = readRowSlices(options);
  checkUser(rows, asked.user);
  rows.checkHolders();
  let people: People | undefined;
  const cuts = Cuts.begun(asked, () => {
    people = finished(People.steps(rows, asked.user));
    return people.count;
  });
  return new State(rows, asked.user, people!, cuts);
}

function resumed(saved: SavedMechanism, rows: Rows) {
  let found: [string | null, People] | undefined;
  const cuts = Cuts.resumed(saved, (user) => {
    checkUser(rows, user);
    found = [user, finished(People.steps(rows, user))];
    return found[1].count;
  });
  return new State(rows, ...found!, cuts);
}

function sliceOf<Row>({ rows, user, people }: State, slice: Kept): RowSlice<Row> {
  return new RowSlice<Row>(here, rows, people.rowsOfAll(slice.people), user, slice.account);
}
