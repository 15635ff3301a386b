// The ledger of each set of people, kept in this browser under the data's name: a reload or a second tab goes on with
// what is left. One tab at a time asks; what it spent is kept before its answer is shown.
import { createStore, del, entries, get, set } from "idb-keyval";
import { roundSum } from "./words.js";

/** Total for everything published about one set of people, unless the visitor starts another ledger. */
export const usualBudget = { epsilon: 2, delta: 1e-5 };

/**
 * The state of an account in storage: the ledger as it was saved, those put aside before it, the answers, which are
 * public, and the names of the files that were opened under this name. `written` differs for each write.
 * @typedef {{ ledger: any, former: any[], answers: object[], files?: string[], written?: string }} Kept
 */

/** @typedef {{ epsilon: number, delta: number }} Loss */

/** The losses of ledgers, added up. @param {{ spent: Loss }[]} ledgers @returns {Loss} */
export const spentBy = (ledgers) => ({
  epsilon: roundSum(ledgers.reduce((sum, { spent }) => sum + spent.epsilon, 0)),
  delta: roundSum(ledgers.reduce((sum, { spent }) => sum + spent.delta, 0)),
});

/** A confirmation counts for the sum that the person read. @param {Loss} now @param {Loss} read */
export function checkUnchanged(now, read) {
  if (now.epsilon === read.epsilon && now.delta === read.delta) return;
  throw new Error(
    "cannot take this confirmation: another tab spent something meanwhile; read the new sum and confirm that.",
  );
}

/** One person's rows cost otherwise than one row. @param {{ name: string, begun?: string, unit?: string }} of */
function checkUnit({ name, begun, unit }) {
  if (begun === unit) return;
  const other = begun === "user" ? "a person is a column" : "each row is a different person";
  throw new Error(
    `cannot open these data as “${name}”: the ledger of this name was begun where ${other}; open them in the same way.`,
  );
}

/** An account that ends with the page, where a browser keeps nothing. */
class Passing {
  isKept = false;
  /** @type {any[]} ledgers put aside, as saved */
  former = [];
  /** @type {object[]} what was released, with its records and its question */
  answers = [];
  /** @type {string[]} names of the files that were opened */
  files = [];

  /** @param {{ engine: any, name: string, isSample: boolean, budget: object }} of */
  constructor({ engine, name, isSample, budget }) {
    this.engine = engine;
    this.name = name;
    this.isSample = isSample;
    this.budget = budget;
  }

  /** @param {string} [file] the name of the file that is opened */
  async begin(file) {
    this.ledger ??= await new this.engine.Ledger(this.budget);
    if (file !== undefined && !this.files.includes(file)) this.files.push(file);
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
  #written = "";

  constructor({ store, ...of }) {
    super(of);
    this.#store = store;
  }

  begin(file) {
    return this.alone(async () => {
      await super.begin(file);
      await this.keep();
      return this;
    });
  }

  alone(work) {
    return navigator.locks.request(lockOf(this), async () => {
      await this.catchUp();
      return work();
    });
  }

  /** On the disk, so that what is shown afterwards is paid for whatever happens. */
  async keep() {
    const ledger = await this.ledger.toJSON();
    const { former, answers, files } = this;
    const written = crypto.randomUUID();
    await set(this.name, { ledger, former, answers, files, written }, this.#store);
    this.#written = written;
  }

  /** Takes in what another tab has spent, or put aside: two ledgers without entries have one head. */
  async catchUp() {
    /** @type {Kept | undefined} */
    const kept = await get(this.name, this.#store);
    if (kept === undefined || (this.#written !== "" && kept.written === this.#written)) return;
    const { name, budget } = this;
    checkUnit({ name, begun: kept.ledger.budget.unit, unit: budget.unit });
    this.ledger = await this.engine.Ledger.fromJSON(kept.ledger);
    this.former = kept.former;
    this.answers = kept.answers;
    this.files = kept.files ?? [];
    this.#written = kept.written ?? "";
  }
}

/** Asks the browser not to clear its storage when the disk is full; some ask their user, so nothing waits for it. */
const askToKeep = () => navigator.storage?.persist?.().catch(() => {});

/** One tab at a time works with an account. @param {{ name: string, isSample: boolean }} account */
const lockOf = ({ name, isSample }) => `logstar ${isSample ? "sample's " : ""}ledger ${name}`;

export class Accounts extends EventTarget {
  #engine;
  /** @type {{ own: any, samples: any } | undefined} names of files and of samples do not meet */
  #stores;
  #others;
  /** @type {Map<string, Passing>} */
  #passing = new Map();

  /** @param {any} engine */
  constructor(engine) {
    super();
    this.#engine = engine;
  }

  /** Looks whether this browser keeps anything. */
  async begin() {
    try {
      const own = createStore("logstar", "ledgers");
      const samples = createStore("logstar samples", "ledgers");
      await Promise.all([entries(own), entries(samples)]);
      if (navigator.locks !== undefined) this.#stores = { own, samples };
    } catch {} // a private window, perhaps
    if (this.#stores) {
      this.#others = new BroadcastChannel("logstar ledgers");
      this.#others.addEventListener("message", ({ data }) => {
        this.dispatchEvent(new CustomEvent("elsewhere", { detail: data }));
      });
    }
    return this;
  }

  /** Whether ledgers outlive the page here. */
  get areKept() {
    return this.#stores !== undefined;
  }

  /**
   * The account of this name: as it was left, or a new one.
   * @param {{ name: string, isSample: boolean, unit?: "user", file?: string }} of
   */
  async open({ name, isSample, unit, file }) {
    const budget = unit === undefined ? usualBudget : { ...usualBudget, unit };
    const of = { engine: this.#engine, name, isSample, budget };
    if (this.#stores) {
      if (!isSample) askToKeep();
      return new Keeping({ ...of, store: this.#storeOf(isSample) }).begin(file);
    }
    const key = `${isSample} ${name}`;
    const account = this.#passing.get(key) ?? new Passing(of);
    checkUnit({ name, begun: account.budget.unit, unit });
    this.#passing.set(key, account);
    return account.begin(file);
  }

  #storeOf(isSample) {
    return isSample ? this.#stores.samples : this.#stores.own;
  }

  /** Tells other tabs that this account has changed. @param {Passing} account */
  tell({ name, isSample, isKept }) {
    if (isKept) this.#others.postMessage({ name, isSample });
  }

  /** All that are kept, those of samples last. @returns {Promise<({ name: string, isSample: boolean } & Kept)[]>} */
  async all() {
    if (!this.#stores) return [];
    const listed = async (isSample) =>
      (await entries(this.#storeOf(isSample))).map(([name, kept]) => ({ name, isSample, ...kept }));
    return [...(await listed(false)), ...(await listed(true))];
  }

  /** Those of people who were asked before, while the page is open at least. */
  async known() {
    return [...(await this.all()), ...this.#passing.values()].filter(({ isSample }) => !isSample);
  }

  /**
   * Forgets one, and what was spent.
   * @param {{ name: string, isSample: boolean }} which
   * @param {Loss} read what it had spent, as the person read it who confirmed
   */
  async end(which, read) {
    const store = this.#storeOf(which.isSample);
    await navigator.locks.request(lockOf(which), async () => {
      const kept = await get(which.name, store);
      if (kept) checkUnchanged(spentBy([...kept.former, kept.ledger]), read);
      await del(which.name, store);
    });
    this.#others.postMessage({ name: which.name, isSample: which.isSample });
  }
}
