import { call } from "../../core/load.js";
import { CoreObject } from "../../core/object.js";
import { describe } from "../../core/options.js";
import type { ReleaseRecord } from "../../ledger/record.js";
import { type Claim, claimOf, release } from "../../ledger/release.js";
import { refuseToSaveAPart, setScope } from "../../ledger/scope.js";
import {
  readSaved,
  type SavedMechanism,
  savedMechanism,
  savedNumbers,
} from "../../streams/saved-state.js";
import { noColumn } from "../no-column.js";
import { type RowOf, type Rows, rowsOf, type TableRows } from "../rows.js";
import { newAccount, resumedAccount, type SliceAccount, savedAccount } from "./account.js";
import {
  type CutOptions,
  cutDeclaration,
  type RowSliceSessionOptions,
  type RowSlicesRequest,
  readRowSlices,
} from "./fields.js";
import { keysOf } from "./keys.js";
import { People } from "./people.js";
import { RowSlice } from "./row-slice.js";

/** A function that gives the key of one row, or of all rows of one user. */
export type SliceKey<Row> = ((row: Row) => unknown) | ((rows: Row[]) => unknown);

/** A slice that was cut: who is in it, and its budget. */
type Kept = { people: Uint32Array; account: SliceAccount };

/** Everything that a session goes on with. */
class State {
  constructor(
    readonly core: CoreObject,
    readonly rows: Rows,
    readonly user: string | null,
    readonly people: People,
    readonly terms: RowSlicesRequest,
    readonly claim: Claim,
    readonly record: ReleaseRecord,
    /** one a piece, for the ledger's entry */
    readonly records: object[],
    /** that paid for it */
    readonly ledger: unknown,
    public left: Uint32Array,
    readonly slices: Kept[],
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
    const { epsilon, delta } = this.#state.claim;
    return { epsilon, delta };
  }

  /** @returns the record of the session as a whole */
  get record(): ReleaseRecord {
    return this.#state.record;
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
    const state = this.#state;
    const { by, from, length, perUser } = cutDeclaration.read(options);
    const isOfUsers = state.user !== null;
    if (typeof by === "string" && !state.rows.has(by)) throw noColumn("by", state.rows.names(), by);
    if ((perUser !== undefined) !== (isOfUsers && typeof by === "string")) {
      throw new TypeError(
        `perUser must be given with a column of rows of users, and only then, got ${describe(perUser)}`,
      );
    }
    state.core.call("checkOpen");
    const keys = keysOf({ by, perUser }, { ...state, isOfUsers }, state.left);
    const { places } = state.core.call<{ places: Uint32Array }>(
      "take",
      length,
      keys,
      from === "high",
    );
    state.left = without(state.left, places);
    return kept(state, { people: places, account: newAccount(state.terms) });
  }

  /**
   * Begins a further session on all rows, `sessions` - 1 times at most. Earlier slices stay.
   * @throws {BudgetExceeded} if no session is left
   */
  restart(): void {
    const state = this.#state;
    state.core.call("restart");
    state.left = everyone(state.people.count);
  }

  /** @returns the slices of all sessions, in the order in which they were cut */
  get slices(): RowSlice<Row>[] {
    return this.#state.slices.map((slice) => sliceOf(this.#state, slice));
  }

  /**
   * Plain data to save the session with, without its rows. It tells who is in a slice: it is as secret as the data.
   * @throws {TypeError} if a slice's ledger paid for it
   */
  toJSON(): SavedMechanism {
    const { core, terms, user, people, record, records, slices, ledger } = this.#state;
    refuseToSaveAPart(ledger);
    const { left, cut, sessions } = core.call<{ left: Uint32Array; cut: number; sessions: number }>(
      "state",
    );
    return savedMechanism("RowSliceSession", {
      request: { ...terms, user },
      plan: {},
      record,
      state: {
        ...{ left: [...left], cut, sessions, count: people.count, records: [...records] },
        slices: slices.map(({ people, account }) => ({
          people: [...people],
          ...savedAccount(account),
        })),
      },
    });
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
    this.#state.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

const everyone = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

/** @param some ascending, as `all` is */
function without(all: Uint32Array, some: Uint32Array) {
  let next = 0;
  return all.filter((one) => {
    if (one !== some[next]) return true;
    ++next;
    return false;
  });
}

function checkUser(rows: Rows, user: string | null) {
  if (user !== null && !rows.has(user)) throw noColumn("user", rows.names(), user);
}

/** @returns the state of a session that has been charged */
export function begun(rows: Rows, options: unknown) {
  const { user, ledger, note, terms } = readRowSlices(options);
  checkUser(rows, user);
  rows.checkHolders();
  const claim = claimOf("RowSlices", terms);
  const records: object[] = [];
  const { drawn, kept, record } = release({
    of: "RowSlices",
    mechanism: `RowSliceSession of ${claim.mechanism}`,
    ...{ claim, request: terms, ledger, note },
    read: () => {
      const people = new People(rows, user);
      return { data: people.count, kept: people };
    },
    words: () => ({ statement: "" }),
    entry: records,
  });
  const core = new CoreObject("RowSlices", drawn.id);
  const left = everyone(kept.count);
  return new State(core, rows, user, kept, terms, claim, record, records, ledger, left, []);
}

function resumed({ request, record, state: saved }: SavedMechanism, rows: Rows) {
  const { protects: _, computeEpsilon: epsilon, computeDelta: delta, ...options } = request;
  const { user, terms } = readRowSlices({ ...options, compute: { epsilon, delta } });
  checkUser(rows, user);
  const people = new People(rows, user);
  if (people.count !== saved.count) {
    throw new RangeError(
      `rows must be of as many as were saved, ${saved.count}, got ${people.count}`,
    );
  }
  const left = savedNumbers("left", saved.left);
  const [cut, sessions] = savedNumbers("cut and sessions", [saved.cut, saved.sessions]);
  const { id } = call<{ id: number }>("resumeRowSlices", terms, {
    count: people.count,
    left,
    cut,
    sessions,
  });
  const core = new CoreObject("RowSlices", id);
  const records = Array.isArray(saved.records) ? [...saved.records] : [];
  const claim = claimOf("RowSlices", terms);
  const state = new State(
    ...([core, rows, user, people, terms, claim, record, records, undefined] as const),
    Uint32Array.from(left),
    [],
  );
  for (const slice of Array.isArray(saved.slices) ? saved.slices : []) {
    const places = savedNumbers("slices", slice?.people);
    if (places.some((place) => place >= people.count)) {
      throw new RangeError("saved slices must be of the given rows, got another place");
    }
    kept(state, { people: Uint32Array.from(places), account: resumedAccount(terms, slice) });
  }
  return state;
}

/** Keeps a slice; what its account pays for is a part of the session. */
function kept<Row>(state: State, slice: Kept): RowSlice<Row> {
  const { claim, records, ledger } = state;
  setScope(slice.account, { claim, records, ledger });
  state.slices.push(slice);
  return sliceOf(state, slice);
}

function sliceOf<Row>({ rows, user, people }: State, slice: Kept): RowSlice<Row> {
  return new RowSlice<Row>(rows, people.rowsOfAll(slice.people), user, slice.account);
}
