import { Declaration } from "../core/declaration.js";
import {
  anything,
  delta,
  type Needed,
  number,
  type Optional,
  type OptionsOf,
  optional,
  readOptions,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { CoreObject } from "../core/object.js";
import { checkOptions, choiceOption, describe, wholeOption } from "../core/options.js";
import { columnsOnce } from "../data/columns-once.js";
import type { Domain } from "../data/domains.js";
import { domain, missing, outside } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { columnOf, type Values } from "../data/values.js";
import { date, label, ledger } from "../ledger/fields.js";
import { splitNote } from "../ledger/note.js";
import { recordOf } from "../ledger/record.js";
import { type Claim, claimOf, release } from "../ledger/release.js";
import { statementOf } from "./accuracy.js";
import type { RankDeclaration } from "./draw.js";
import { interiorPointDeclaration } from "./interior-point.js";
import { medianDeclaration } from "./median.js";
import type { MaybeFound } from "./options.js";
import { quantileDeclaration } from "./quantile.js";

class SliceSessionFields<T = number> {
  /** default: `reals()` */
  domain: Optional<Domain<T>> = domain();
  /** as for `median` */
  outside = outside();
  /** as for `median` */
  missing = missing();
  /** the maximum number of slices, 1 to 1,000,000 */
  slices = whole();
  /** the maximum number of computations on each slice, 1 to 64; default 1 */
  computes = optional(whole(), 1);
  /** the maximum cost of one computation */
  compute: Needed<{ epsilon: number; delta?: number }> = anything();
  /**
   * the rate of the noise on every slice's length, 1e-5 to 20: for many slices; 0 (default): exact
   * lengths, cheaper for a few
   */
  sliceEpsilon = optional(number(), 0);
  /** the delta of the whole session, in addition to the deltas of its computations */
  delta = delta();
  /** charged once, for the whole session */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

class ComputeFields {
  epsilon = number();
  delta = optional(number(), 0);
}

/**
 * The limits of a `SliceSession`, declared and charged at the start.
 * @interface
 */
export type SliceSessionOptions<T = number> = OptionsOf<SliceSessionFields<T>>;

/** Options of a computation; the session has the domain. */
const computing = ["epsilon", "delta", "algorithm", "confidence", "size", "label", "date"];

/** The name of a slice, without any information on it. */
export class Slice {}

/**
 * A column of data divided slice by slice, from its low or its high end, with interior points, medians and
 * quantiles of the slices. The next cut may depend on earlier answers. It allows any number of slices at close
 * to the price of a few.
 *
 * Privacy: `loss` for everything that comes out of the session, under add-remove, for every data set.
 * Source: CLNSS22 Algorithm 1 (ReorderSliceCompute), with explicit constants;
 * docs/guarantees/slices.md.
 * Departures: one order, that of the column, and its reverse; three computations. `RowSliceSession` has the others.
 */
export class SliceSession<T = number> {
  #core;
  #domain;
  #outside;
  #terms;
  #claim;
  /** that paid for it */
  #ledger;
  #numbers: WeakMap<Slice, number> = new WeakMap();
  /** one a computation, for the ledger's entry */
  #records: object[] = [];

  /**
   * @param values one record each
   * @throws {RangeError | TypeError | BudgetExceeded}
   */
  constructor(values: Values, options: SliceSessionOptions<T>) {
    const { domain, outside, missing, ledger, note, terms } = readRequest(options);
    this.#domain = domain;
    this.#outside = outside;
    this.#terms = terms;
    const claim = claimOf("SliceSession", terms);
    this.#claim = claim;
    this.#ledger = ledger;
    const given = columnsOnce(values);
    checkColumn(given);
    const { drawn } = release({
      of: "SliceSession",
      mechanism: `SliceSession of ${claim.mechanism}`,
      claim,
      request: terms,
      ledger,
      note,
      read: () => {
        const { data, core, records: _, ...layout } = columnOf(given, domain, outside, missing);
        const reading = { ...layout, outside, domain: core };
        if (outside === "throw") call("checkInside", data, reading);
        return { data, reading };
      },
      words: () => ({ statement: "" }),
      entry: this.#records,
    });
    this.#core = new CoreObject("SliceSession", drawn.id);
  }

  /** @returns the cost of the whole session */
  get loss(): { epsilon: number; delta: number } {
    const { epsilon, delta } = this.#claim;
    return { epsilon, delta };
  }

  /**
   * Takes the lowest or the highest remaining records of the column, and a noisy number more if the session has
   * noise.
   * @param options `length`: the number of records, from 0
   * @returns for the other functions
   * @throws {RangeError | TypeError | BudgetExceeded} if no slice is left
   */
  slice(options: { length: number; from: "low" | "high" }): Slice {
    checkOptions("SliceSession.slice", options, ["length", "from"]);
    const length = wholeOption("length", options.length);
    const from = choiceOption("from", options.from, ["low", "high"]);
    const slice = new Slice();
    this.#numbers.set(
      slice,
      this.#core.call<{ slice: number }>("take", length, from === "high").slice,
    );
    return slice;
  }

  /**
   * A value within a slice.
   * @param options `algorithm`, `confidence`, `size`, `label`, `date` and a smaller `epsilon` and `delta`, as for
   *   `interiorPoint`
   */
  interiorPoint(slice: Slice, options: object = {}): MaybeFound<T> {
    return this.#compute(interiorPointDeclaration, slice, options);
  }

  /**
   * A value close to the middle of a slice.
   * @param options as for `interiorPoint`
   */
  median(slice: Slice, options: object = {}): MaybeFound<T> {
    return this.#compute(medianDeclaration, slice, options);
  }

  /**
   * A value close to a rank of a slice.
   * @param q from 1e-6 to 1 - 1e-6, as for `quantile`
   * @param options as for `interiorPoint`
   */
  quantile(slice: Slice, q: number, options: object = {}): MaybeFound<T> {
    return this.#compute(quantileDeclaration, slice, options, q);
  }

  #compute(declared: RankDeclaration, slice: Slice, options: object, q?: number): MaybeFound<T> {
    const number = this.#numbers.get(slice);
    if (number === undefined) {
      throw new TypeError(`slice must be one of this session, got ${describe(slice)}`);
    }
    checkOptions(declared.name, options, computing);
    const { computeEpsilon: epsilon, computeDelta: delta } = this.#terms;
    // The caller chose the length of a slice, so its answers do not abstain.
    const asked = { epsilon, delta, ...options, domain: this.#domain, abstain: false };
    const { request, note } = declared.checkCall(asked, () => ({ q }));
    const { drawn, claim } = this.#core.call<{ drawn: unknown; claim: Claim }>(
      "compute",
      number,
      request,
    );
    const record = recordOf(
      { ...claim, ...this.loss },
      `${declared.name} of a slice by ${claim.mechanism}`,
      {
        statement: statementOf(claim),
        parameters: {
          domain: this.#domain.name,
          outside: this.#outside,
          computeEpsilon: claim.epsilon,
          computeDelta: claim.delta,
          ...this.#claim.parameters,
        },
        public: `${this.#claim.public}; epsilon and delta are those of the whole session`,
        proof: this.#claim.proof,
        note,
      },
      this.#ledger,
    );
    this.#records.push(record);
    if (drawn === undefined) return { value: null, reason: "not-found", record };
    return { value: this.#domain.decode(drawn) as T, record } as MaybeFound<T>;
  }

  /** Frees the memory in the core; the session cannot be used afterwards. */
  dispose() {
    this.#core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

export const sliceSessionDeclaration = new Declaration({
  name: "SliceSession",
  Fields: SliceSessionFields,
  example: { data: [[1, 2, 3]], options: { slices: 2, compute: { epsilon: 0.1, delta: 1e-5 } } },
});

function readRequest(options: SliceSessionOptions<unknown>) {
  const read = sliceSessionDeclaration.read(options);
  const { request: asked, ledger, note } = splitNote(read);
  const { domain, outside, missing, compute, ...terms } = asked;
  const { epsilon, delta } = readOptions(
    "SliceSession.compute",
    ComputeFields,
    compute,
    "compute.",
  );
  const request = { ...terms, computeEpsilon: epsilon, computeDelta: delta };
  return { domain, outside, missing, ledger, note, terms: request };
}
