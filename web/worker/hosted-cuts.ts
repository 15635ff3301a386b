import { flat, type Values } from "../data/values.js";
import { readSaved } from "../streams/saved-state.js";
import type { SliceAccount } from "../tables/slices/account.js";
import { Cuts, type Kept } from "../tables/slices/cuts.js";
import { type CutOptions, readRowSlices } from "../tables/slices/fields.js";

/** The worker's half of a `RowSliceSession`: the noise, the order and the budgets. The page keeps the rows. */
export class HostedCuts {
  #cuts;

  /** @param people one number: how many are cut. Reading it throws what reading the rows threw on the page */
  constructor(people: Values, options: unknown) {
    this.#cuts = options instanceof Cuts ? options : Cuts.begun(readRowSlices(options), of(people));
  }

  get loss() {
    return this.#cuts.loss;
  }

  get record() {
    return this.#cuts.record;
  }

  /** how many slices there are */
  get count(): number {
    return this.#cuts.slices.length;
  }

  /** @param keys of everyone, as numbers in the order of the keys; NaN: none */
  cut(keys: Values, options: Pick<CutOptions, "length" | "from">): HostedCut {
    const kept = this.#cuts.cut(options, (left) => {
      const all = flat(keys, "by");
      return Float64Array.from(left, (one) => all[one] as number);
    });
    return new HostedCut(kept);
  }

  at(place: number): HostedCut {
    return new HostedCut(this.#cuts.slices[place]!);
  }

  restart() {
    this.#cuts.restart();
  }

  toJSON() {
    return this.#cuts.toJSON();
  }

  dispose() {
    this.#cuts.dispose();
  }

  static fromJSON(saved: string | object, people: Values): HostedCuts {
    return new HostedCuts(people, Cuts.resumed(readSaved("RowSliceSession", saved), of(people)));
  }
}

/** The worker's half of a slice. */
class HostedCut {
  #kept;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  /** who is in it */
  get people(): Uint32Array {
    return this.#kept.people;
  }

  get ledger(): SliceAccount {
    return this.#kept.account;
  }
}

const of = (people: Values) => () => flat(people, "rows")[0] as number;
