import { call } from "../../core/load.js";
import { CoreObject } from "../../core/object.js";
import { describe } from "../../core/options.js";
import type { ReleaseRecord } from "../../ledger/record.js";
import { type Claim, claimOf, release } from "../../ledger/release.js";
import { refuseToSaveAPart, setScope } from "../../ledger/scope.js";
import { type SavedMechanism, savedMechanism, savedNumbers } from "../../streams/saved-state.js";
import { newAccount, resumedAccount, type SliceAccount, savedAccount } from "./account.js";
import { type CutOptions, type RowSlicesRequest, readRowSlices } from "./fields.js";
import { firstPlaces } from "./people.js";

/** A slice that was cut: who is in it, and its budget. */
export type Kept = { people: Uint32Array; account: SliceAccount };

/** Everything that goes on. */
type State = {
  core: CoreObject;
  user: string | null;
  /** how many are cut */
  count: number;
  terms: RowSlicesRequest;
  claim: Claim;
  record: ReleaseRecord;
  /** one a piece, for the ledger's entry */
  records: object[];
  /** that paid for it */
  ledger: unknown;
  left: Uint32Array;
};

/**
 * The cuts of a session without its rows: people are numbers from 0, and an order is a key for each. So rows can
 * stay where the functions are that read them, and the noise where the core is.
 */
export class Cuts {
  #state;
  #slices: Kept[] = [];

  private constructor(state: State) {
    this.#state = state;
  }

  /**
   * Charges for a session, then counts who is cut.
   * @param countOf may throw: what it throws depends on the rows
   */
  static begun(
    { user, ledger, note, terms }: ReturnType<typeof readRowSlices>,
    countOf: () => number,
  ) {
    const claim = claimOf("RowSlices", terms, ledger);
    const records: object[] = [];
    const { drawn, kept, record } = release({
      of: "RowSlices",
      mechanism: `RowSliceSession of ${claim.mechanism}`,
      ...{ claim, request: terms, ledger, note },
      read: () => {
        const count = countOf();
        return { data: count, kept: count };
      },
      words: () => ({ statement: "" }),
      entry: records,
    });
    const core = new CoreObject("RowSlices", drawn.id);
    const [count, left] = [kept, firstPlaces(kept)];
    return new Cuts({ core, user, count, terms, claim, record, records, ledger, left });
  }

  /**
   * @param saved of `RowSliceSession.toJSON`
   * @param countOf counts who is cut, if they have users by this column
   */
  static resumed(
    { request, record, state: saved }: SavedMechanism,
    countOf: (user: string | null) => number,
  ) {
    const { protects: _, computeEpsilon: epsilon, computeDelta: delta, ...options } = request;
    const { user, terms } = readRowSlices({ ...options, compute: { epsilon, delta } });
    const count = countOf(user);
    if (count !== saved.count) {
      throw new RangeError(
        `rows must be of as many as were saved, ${describe(saved.count)}, got ${count}`,
      );
    }
    const places = savedNumbers("left", saved.left);
    const [cut, sessions] = savedNumbers("cut and sessions", [saved.cut, saved.sessions]);
    const goneOn = { count, left: places, cut, sessions };
    const { id } = call<{ id: number }>("resumeRowSlices", terms, goneOn);
    const core = new CoreObject("RowSlices", id);
    const records = Array.isArray(saved.records) ? [...saved.records] : [];
    const claim = claimOf("RowSlices", terms);
    const left = Uint32Array.from(places);
    const ledger = undefined;
    const cuts = new Cuts({ core, user, count, terms, claim, record, records, ledger, left });
    for (const slice of Array.isArray(saved.slices) ? saved.slices : []) {
      const people = savedNumbers("slices", slice?.people);
      if (people.some((one) => one >= count)) {
        throw new RangeError("saved slices must be of the given rows, got another place");
      }
      cuts.#keep({ people: Uint32Array.from(people), account: resumedAccount(terms, slice) });
    }
    return cuts;
  }

  get loss(): { epsilon: number; delta: number } {
    const { epsilon, delta } = this.#state.claim;
    return { epsilon, delta };
  }

  get record() {
    return this.#state.record;
  }

  get slices(): readonly Kept[] {
    return this.#slices;
  }

  /**
   * @param keysOf the keys of those who are left, as numbers in the order of the keys; NaN: none
   * @throws {BudgetExceeded} if no slice is left, before a key is read
   */
  cut(
    { length, from }: Pick<CutOptions, "length" | "from">,
    keysOf: (left: Uint32Array) => Float64Array,
  ): Kept {
    const state = this.#state;
    state.core.call("checkOpen");
    const keys = keysOf(state.left);
    const { places } = state.core.call<{ places: Uint32Array }>(
      "take",
      length,
      keys,
      from === "high",
    );
    state.left = without(state.left, places);
    return this.#keep({ people: places, account: newAccount(state.terms) });
  }

  restart() {
    this.#state.core.call("restart");
    this.#state.left = firstPlaces(this.#state.count);
  }

  toJSON(): SavedMechanism {
    const { core, terms, user, count, record, records, ledger } = this.#state;
    refuseToSaveAPart(ledger);
    const { left, cut, sessions } = core.call<{ left: Uint32Array; cut: number; sessions: number }>(
      "state",
    );
    return savedMechanism("RowSliceSession", {
      request: { ...terms, user },
      plan: {},
      record,
      state: {
        ...{ left: [...left], cut, sessions, count, records: [...records] },
        slices: this.#slices.map(({ people, account }) => ({
          people: [...people],
          ...savedAccount(account),
        })),
      },
    });
  }

  dispose() {
    this.#state.core.dispose();
  }

  /** Keeps a slice; what its account pays for is a part of the session. */
  #keep(slice: Kept) {
    const { claim, records, ledger } = this.#state;
    setScope(slice.account, { claim, records, ledger });
    this.#slices.push(slice);
    return slice;
  }
}

/** @param some ascending, as `all` is */
function without(all: Uint32Array, some: Uint32Array) {
  let next = 0;
  return all.filter((one) => {
    if (one !== some[next]) return true;
    ++next;
    return false;
  });
}
