import type { Fields } from "../core/options.js";
import { SteppedColumn, type Steps } from "../data/stepped-column.js";
import type { Ledger } from "../ledger/ledger.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { readSaved, type SavedMechanism } from "../streams/saved-state.js";
import { user as userColumn } from "../tables/fields.js";
import { type Rows, rowsOf } from "../tables/rows.js";
import { checkUser, readCut } from "../tables/slices/asked.js";
import { firstPlaces, People } from "../tables/slices/people.js";
import { RowSlice } from "../tables/slices/row-slice.js";
import type { Functions, Subject } from "../tables/subject.js";
import type { Connection } from "./connection.js";
import type { Controls } from "./controls.js";
import { done, splitControls } from "./objects.js";

type Later<Result> = (...all: unknown[]) => Promise<Result>;

/** The worker's half of a session, and of a slice, as they are here: see hosted-cuts.ts. */
type Half = {
  loss: { epsilon: number; delta: number };
  record: ReleaseRecord;
  count: Promise<number>;
  cut: Later<CutHalf>;
  at: Later<CutHalf>;
  restart: Later<void>;
  toJSON: Later<SavedMechanism>;
  dispose: Later<void>;
};
type CutHalf = { people: Uint32Array; ledger: Promise<Ledger> };

/** The rows of a session. The worker asks for their number, and never for the rows. */
class Held {
  people: People | undefined;
  readonly rows: Rows;

  /** @param rows those of this moment */
  constructor(
    rows: Rows,
    readonly user: string | null,
  ) {
    checkUser(rows, user);
    this.rows = rows.forLater();
  }

  /** Their number, which is read with the arguments: an error of a row follows the charge. */
  count() {
    return new SteppedColumn(() => this.#counting(), this.rows.isForLater);
  }

  *#counting(): Steps<Float64Array> {
    this.people = yield* People.steps(this.rows, this.user);
    return Float64Array.of(this.people.count);
  }
}

/** A `RowSliceSession` through the worker whose rows, and the functions that read them, are here. */
class RemoteRowSliceSession {
  #functions;
  #rows;
  #user;
  #people;
  #half;

  constructor(functions: Functions, held: Held, half: Half) {
    this.#functions = functions;
    this.#rows = held.rows;
    this.#user = held.user;
    this.#people = held.people!;
    this.#half = half;
    Object.freeze(this);
  }

  get loss() {
    return this.#half.loss;
  }

  get record() {
    return this.#half.record;
  }

  async slice(given: unknown) {
    const { args, controls } = splitControls([given]);
    const [rows, user, people] = [this.#rows, this.#user, this.#people];
    const { keys, ...cut } = readCut(args[0], { rows, user, people });
    // Of everyone: who is left, an earlier call may decide that has not come back yet.
    const ofAll = new SteppedColumn(() => keys(firstPlaces(people.count)), rows.isForLater);
    return this.#sliceOf(await this.#half.cut(ofAll, { ...cut, ...controls, transfer: true }));
  }

  get slices() {
    return this.#half.count.then((count) =>
      Promise.all(
        Array.from({ length: count }, async (_, place) =>
          this.#sliceOf(await this.#half.at(place)),
        ),
      ),
    );
  }

  restart(...controls: unknown[]) {
    return this.#half.restart(...controls);
  }

  toJSON(...controls: unknown[]) {
    return this.#half.toJSON(...controls);
  }

  dispose() {
    return this.#half.dispose();
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    return this.dispose();
  }

  async #sliceOf({ people, ledger }: CutHalf) {
    const places = this.#people.rowsOfAll(people);
    return new RowSlice(this.#functions, this.#rows, places, this.#user, await ledger);
  }
}

const name = "RowSliceSession";
const ofHalf = "HostedCuts";

/** Whether the rows go to the worker with the call, and the session is there as a whole. */
const areMoved = (options: unknown) => (options as Controls | undefined)?.transfer === true;

/** The class as `connect` returns it, and as tables cut their rows by it. */
export function rowSlices(connection: Connection, functions: Functions) {
  const begun = async (rows: Rows, options: unknown) => {
    // Without it the worker rejects the options.
    const user = (options as Fields)?.user ?? null;
    const held = new Held(rows, userColumn().read("user", user));
    rows.checkHolders();
    const asked = [held.count(), options];
    const half = await done(connection, { verb: "construct", name: ofHalf }, asked);
    return new RemoteRowSliceSession(functions, held, half as Half);
  };
  function make(rows: unknown, options: unknown) {
    if (areMoved(options)) return done(connection, { verb: "construct", name }, [rows, options]);
    return (async () => begun(rowsOf(rows), options))();
  }
  make.fromJSON = async (given: unknown, rows: unknown, controls: Controls = {}) => {
    const saved = readSaved(name, given);
    const held = new Held(rowsOf(rows), userColumn().read("user", saved.request.user));
    const half = await done(connection, { verb: "call", name: `${ofHalf}.fromJSON` }, [
      ...[saved, held.count(), controls],
    ]);
    return new RemoteRowSliceSession(functions, held, half as Half);
  };
  /** Over the rows of a table, which pays for it unless the options name another ledger. */
  const ofTable = ({ rows, user, ledger }: Pick<Subject, "rows" | "user" | "ledger">, of: object) =>
    begun(rows, typeof of === "object" && of !== null ? { ledger, ...of, user } : of);
  return { make, ofTable };
}
