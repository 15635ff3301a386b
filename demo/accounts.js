// The ledger of each set of people, kept in this browser under a name that the person gives: a reload or a second
// tab goes on with what is left. One tab at a time asks; what it spent is kept before its answer is shown.
import { createStore, del, entries, get, set } from "idb-keyval";

/** Total for everything published about one set of people, unless the visitor starts another ledger. */
export const usualBudget = { epsilon: 2, delta: 1e-5 };

/**
 * What is kept: the ledger as it was saved, those put aside before it, and the answers, which are public.
 * @typedef {{ ledger: any, former: object[], answers: object[] }} Kept
 */

/** An account that ends with the page: of a sample, which everybody has, or where a browser keeps nothing. */
class Passing {
  isKept = false;
  /** @type {object[]} ledgers put aside, as saved */
  former = [];
  /** @type {object[]} what was released, with its records */
  answers = [];

  /** @param {{ engine: any, name: string, budget: object }} of */
  constructor({ engine, name, budget }) {
    this.engine = engine;
    this.name = name;
    this.budget = budget;
  }

  async begin() {
    this.ledger = await new this.engine.Ledger(this.budget);
    return this;
  }

  /** Nobody else works with the ledger meanwhile. @param {() => Promise<any>} work */
  alone(work) {
    return work();
  }

  async keep() {}

  async catchUp() {}
}

/** One that is kept. */
class Keeping extends Passing {
  isKept = true;
  #store;
  #head = "";

  constructor({ store, ...of }) {
    super(of);
    this.#store = store;
  }

  begin() {
    return this.alone(async () => {
      if (this.ledger === undefined) {
        this.ledger = await new this.engine.Ledger(this.budget);
        await this.keep();
      }
      return this;
    });
  }

  alone(work) {
    return navigator.locks.request(`logstar ledger ${this.name}`, async () => {
      await this.catchUp();
      return work();
    });
  }

  /** On the disk, so that what is shown afterwards is paid for whatever happens. */
  async keep() {
    const ledger = await this.ledger.toJSON();
    this.#head = ledger.head;
    const { former, answers } = this;
    await set(this.name, { ledger, former, answers }, this.#store);
  }

  /** Takes in what another tab has spent. */
  async catchUp() {
    const kept = await get(this.name, this.#store);
    if (kept === undefined || kept.ledger.head === this.#head) return;
    const { unit } = kept.ledger.budget;
    if (unit !== this.budget.unit) {
      const other = unit === "user" ? "a person is a column" : "each row is a different person";
      throw new Error(
        `The ledger “${this.name}” was begun where ${other}. Open these data in the same way, or give them another name.`,
      );
    }
    this.ledger = await this.engine.Ledger.fromJSON(kept.ledger);
    this.former = kept.former;
    this.answers = kept.answers;
    this.#head = kept.ledger.head;
  }
}

export class Accounts extends EventTarget {
  #engine;
  #store;
  #others;
  /** @type {Map<string, Passing>} of samples */
  #passing = new Map();

  /** @param {any} engine */
  constructor(engine) {
    super();
    this.#engine = engine;
  }

  /** Looks whether this browser keeps anything. */
  async begin() {
    try {
      const store = createStore("logstar", "ledgers");
      await entries(store);
      if (navigator.locks !== undefined) this.#store = store;
    } catch {} // a private window, perhaps
    if (this.#store) {
      this.#others = new BroadcastChannel("logstar ledgers");
      this.#others.addEventListener("message", ({ data }) => {
        this.dispatchEvent(new CustomEvent("elsewhere", { detail: data }));
      });
    }
    return this;
  }

  /** Whether ledgers outlive the page here. */
  get areKept() {
    return this.#store !== undefined;
  }

  /**
   * The account of this name: as it was left, or a new one.
   * @param {{ name: string, isSample: boolean, unit?: "user" }} of
   */
  async open({ name, isSample, unit }) {
    const budget = unit === undefined ? usualBudget : { ...usualBudget, unit };
    const of = { engine: this.#engine, name, budget };
    if (!isSample && this.#store) return new Keeping({ ...of, store: this.#store }).begin();
    const key = `${isSample} ${name} ${unit}`;
    if (!this.#passing.has(key)) this.#passing.set(key, await new Passing(of).begin());
    return this.#passing.get(key);
  }

  /** Tells other tabs that this account has changed. @param {Passing} account */
  tell({ name, isKept }) {
    if (isKept) this.#others.postMessage(name);
  }

  /** All that are kept. @returns {Promise<({ name: string } & Kept)[]>} */
  async all() {
    if (!this.#store) return [];
    const kept = await entries(this.#store);
    return kept.map(([name, one]) => ({ name, ...one }));
  }

  /** Forgets one, and what was spent. @param {string} name */
  async end(name) {
    await navigator.locks.request(`logstar ledger ${name}`, () => del(name, this.#store));
    this.#others.postMessage(name);
  }
}
