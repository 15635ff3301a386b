// The ledger of each set of people, kept in this browser under the data's name: a reload or a second tab
// continues it. One tab at a time asks. It saves the charge before it shows the answer.
import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import type { ReleaseRecord, RemoteLedger, WorkerLibrary } from "#dist/worker.js";
import { roundSum } from "./words.js";

/** Everybody has the samples, so their account only counts along, and ends with the page. */
export const sampleBudget = { epsilon: 1000, delta: 0.01 };

/** Total for everything published about one set of people, unless the visitor starts another ledger. */
export const usualBudget = { epsilon: 2, delta: 1e-5 };

/** A saved ledger, as far as the page reads it. */
export type SavedLedger = Awaited<ReturnType<RemoteLedger["toJSON"]>>;

/** A released answer, and its question. */
export type KeptAnswer = { question: string; released: object; record: ReleaseRecord };

/**
 * The state of an account in storage: its ledger, earlier ones that were put aside, the public answers, and the
 * names of the files opened under this name. `written` differs for each write.
 */
export type Kept = {
  ledger: SavedLedger;
  former: SavedLedger[];
  answers: KeptAnswer[];
  files?: string[];
  written?: string;
};

export type Loss = { epsilon: number; delta: number };

/** An account as the page works with it. */
export type Account = Passing & { ledger: RemoteLedger };

/** A name with earlier questions. */
export interface Known {
  name: string;
  isSample: boolean;
  ledger: Pick<SavedLedger, "budget" | "remaining">;
  former: SavedLedger[];
  answers: KeptAnswer[];
  files?: string[];
}

/** The losses of ledgers, added up. */
export const spentBy = (ledgers: { spent: Loss }[]): Loss => ({
  epsilon: roundSum(ledgers.reduce((sum, { spent }) => sum + spent.epsilon, 0)),
  delta: roundSum(ledgers.reduce((sum, { spent }) => sum + spent.delta, 0)),
});

/** A confirmation counts for the sum that the person read. */
export function checkUnchanged(now: Loss, read: Loss) {
  if (now.epsilon === read.epsilon && now.delta === read.delta) return;
  throw new Error(
    "cannot take this confirmation: another tab spent something meanwhile; read the new sum and confirm it.",
  );
}

/** One person's rows cost otherwise than one row. */
function checkUnit({ name, begun, unit }: { name: string; begun?: string; unit?: string }) {
  if (begun === unit) return;
  const other = begun === "user" ? "a person is a column" : "each row is a different person";
  throw new Error(
    `cannot open these data as “${name}”: in the ledger of this name ${other}; open them in the same way.`,
  );
}

/** A budget, and its owner where a person is a column. */
type Budget = Loss & { unit?: "user" };
type Of = { engine: WorkerLibrary; name: string; isSample: boolean; budget: Budget };

/** An account that ends with the page, where a browser keeps nothing. */
class Passing {
  engine: WorkerLibrary;
  name: string;
  isSample: boolean;
  budget: Budget;
  ledger: RemoteLedger | undefined;
  isKept = false;
  /** ledgers put aside, as saved */
  former: SavedLedger[] = [];
  /** the released answer, with its records and its question */
  answers: KeptAnswer[] = [];
  /** names of the files that the user opened */
  files: string[] = [];

  constructor({ engine, name, isSample, budget }: Of) {
    this.engine = engine;
    this.name = name;
    this.isSample = isSample;
    this.budget = budget;
  }

  /** @param file the name of the open file */
  async begin(file?: string): Promise<this> {
    this.ledger ??= await new this.engine.Ledger(this.budget);
    if (file !== undefined && !this.files.includes(file)) this.files.push(file);
    return this;
  }

  /** No other tab shares this ledger. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async keep() {}

  async catchUp() {}
}

/** A saved account. */
class Keeping extends Passing {
  isKept = true;
  #store: UseStore;
  #written = "";

  constructor({ store, ...of }: Of & { store: UseStore }) {
    super(of);
    this.#store = store;
  }

  override begin(file?: string): Promise<this> {
    return this.alone(async () => {
      await super.begin(file);
      await this.keep();
      return this;
    });
  }

  override alone<T>(work: () => Promise<T>): Promise<T> {
    return navigator.locks.request(lockOf(this), async () => {
      await this.catchUp();
      return work();
    }) as Promise<T>;
  }

  /** Writes to the disk, so that every answer on the screen is charged. */
  async keep() {
    const ledger = await this.ledger!.toJSON();
    const { former, answers, files } = this;
    const written = crypto.randomUUID();
    await set(this.name, { ledger, former, answers, files, written }, this.#store);
    this.#written = written;
  }

  /** Takes in what another tab has spent, or put aside: two ledgers without entries have one head. */
  async catchUp() {
    const kept: Kept | undefined = await get(this.name, this.#store);
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

/**
 * Asks the browser to keep its storage even when the disk is full; some browsers ask their user, so the page does
 * not wait.
 */
const askToKeep = () => navigator.storage?.persist?.().catch(() => {});

/** One tab at a time works with an account. */
const lockOf = ({ name, isSample }: { name: string; isSample: boolean }) =>
  `logstar ${isSample ? "sample's " : ""}ledger ${name}`;

export class Accounts extends EventTarget {
  /** there before any account opens */
  engine!: WorkerLibrary;
  #store: UseStore | undefined;
  #others: BroadcastChannel | undefined;
  #passing: Map<string, Passing> = new Map();

  /** Looks whether this browser keeps anything. */
  async begin() {
    try {
      const own = createStore("logstar", "ledgers");
      await entries(own);
      if (navigator.locks !== undefined) this.#store = own;
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

  /** The account of this name, saved or new. */
  async open({
    name,
    isSample,
    unit,
    file,
  }: {
    name: string;
    isSample: boolean;
    unit?: "user";
    file?: string;
  }) {
    const total = isSample ? sampleBudget : usualBudget;
    const budget = unit === undefined ? total : { ...total, unit };
    const of = { engine: this.engine, name, isSample, budget };
    if (this.#store && !isSample) {
      askToKeep();
      return new Keeping({ ...of, store: this.#store }).begin(file);
    }
    const key = `${isSample} ${name}`;
    const account = this.#passing.get(key) ?? new Passing(of);
    checkUnit({ name, begun: account.budget.unit, unit });
    this.#passing.set(key, account);
    return account.begin(file);
  }

  /** Notifies other tabs that this account has changed. */
  tell({ name, isSample, isKept }: Passing) {
    if (isKept) this.#others!.postMessage({ name, isSample });
  }

  /** All saved accounts. */
  async all(): Promise<({ name: string; isSample: boolean } & Kept)[]> {
    if (!this.#store) return [];
    const kept: [string, Kept][] = await entries(this.#store);
    return kept.map(([name, one]) => ({ name, isSample: false, ...one }));
  }

  /** Accounts of people with earlier questions, at least while the page is open. */
  async known(): Promise<Known[]> {
    // An open account has its ledger.
    const passing = [...this.#passing.values()] as (Passing & { ledger: RemoteLedger })[];
    return [...(await this.all()), ...passing].filter(({ isSample }) => !isSample);
  }

  /**
   * Keeps an exported account in this browser.
   * @returns its name
   * @throws {Error} if this browser has one of its name: it could have spent more
   */
  async take(exported: string): Promise<string> {
    const store = this.#store;
    if (store === undefined) throw new Error("cannot import: this browser keeps nothing.");
    const { data: name, ledger, former = [], answers = [] } = JSON.parse(exported);
    if (typeof name !== "string" || name === "") {
      throw new Error(
        "cannot import this file: it has no name of people; choose an exported budget.",
      );
    }
    const of = { name, isSample: false };
    await navigator.locks.request(lockOf(of), async () => {
      if ((await get(name, store)) !== undefined) {
        throw new Error(`cannot import “${name}”: this browser has a budget of this name.`);
      }
      for (const one of [...former, ledger]) await this.engine.Ledger.fromJSON(one);
      await set(name, { ledger, former, answers, written: crypto.randomUUID() }, store);
    });
    this.#others!.postMessage(of);
    return name;
  }

  /**
   * Deletes an account and its spent loss.
   * @param read its spent loss, as the user read it before the confirmation
   */
  async end(which: { name: string; isSample: boolean }, read: Loss) {
    const store = this.#store!;
    await navigator.locks.request(lockOf(which), async () => {
      const kept = await get(which.name, store);
      if (kept) checkUnchanged(spentBy([...kept.former, kept.ledger]), read);
      await del(which.name, store);
    });
    this.#others!.postMessage({ name: which.name, isSample: which.isSample });
  }
}
