// The ledger of each set of people, kept in this browser under the data's name: a reload or a second tab continues it.

import { endLedgerInBrowser, Ledger, ledgerInBrowser, ledgersInBrowser } from "#dist/index.js";
import { Account, checkUnit, passingStore } from "./account.js";
import { type Kept, readKept, type SavedLedger, writtenKept } from "./kept.js";
import { endOld, joined, oldLedgers, renewed } from "./old-ledgers.js";
import { roundSum } from "./words.js";

export type { Account } from "./account.js";
export type { Kept, KeptAnswer, SavedLedger } from "./kept.js";

/** Everybody has the samples, so their account only counts along, and ends with the page. */
export const sampleBudget = { epsilon: 1000, delta: 0.01 };

/** Total for everything published about one set of people, unless the visitor starts another ledger. */
export const usualBudget = { epsilon: 2, delta: 1e-5 };

export type Loss = { epsilon: number; delta: number };

/** A name with earlier questions. */
export interface Known extends Kept {
  name: string;
  isSample: boolean;
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

/**
 * Asks the browser to keep its storage even when the disk is full; some browsers ask their user, so the page does
 * not wait.
 */
const askToKeep = () => navigator.storage?.persist?.().catch(() => {});

/** One tab at a time moves an old ledger, or ends one; a tab with the earlier version waits too. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`logstar ledger ${name}`, work) as Promise<T>;

export class Accounts extends EventTarget {
  #isKept = false;
  #others: BroadcastChannel | undefined;
  #passing: Map<string, Account> = new Map();

  /** Looks whether this browser keeps anything. */
  async begin() {
    try {
      await ledgersInBrowser();
      this.#isKept = navigator.locks !== undefined;
    } catch {} // a private window, perhaps
    if (this.#isKept) {
      this.#others = new BroadcastChannel("logstar ledgers");
      this.#others.addEventListener("message", ({ data }) => {
        this.dispatchEvent(new CustomEvent("elsewhere", { detail: data }));
      });
    }
    return this;
  }

  /** Whether ledgers outlive the page here. */
  get areKept() {
    return this.#isKept;
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
  }): Promise<Account> {
    const total = isSample ? sampleBudget : usualBudget;
    const of = { name, isSample, budget: unit === undefined ? total : { ...total, unit } };
    if (this.#isKept && !isSample) {
      askToKeep();
      await moveOld(name);
      return Account.begun({ ...of, isKept: true, store: ledgerInBrowser(name) }, file);
    }
    const key = `${isSample} ${name}`;
    const known = this.#passing.get(key);
    if (known === undefined) {
      const account = await Account.begun({ ...of, isKept: false, store: passingStore() }, file);
      this.#passing.set(key, account);
      return account;
    }
    checkUnit(name, known.budget.unit, unit);
    await known.open(file);
    return known;
  }

  /** Notifies other tabs that this account has changed. */
  tell({ name, isSample, isKept }: Account) {
    if (isKept) this.#others!.postMessage({ name, isSample });
  }

  /** All saved accounts. */
  async all(): Promise<Known[]> {
    if (!this.#isKept) return [];
    const [kept, old] = await Promise.all([ledgersInBrowser(), oldLedgers()]);
    const all = new Map([...old].map(([name, one]) => [name, { ...one, files: one.files ?? [] }]));
    for (const [name, text] of kept) all.set(name, readKept(text));
    return [...all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => ({ name, isSample: false, ...one }));
  }

  /** Accounts of people with earlier questions, at least while the page is open. */
  async known(): Promise<Known[]> {
    return [...(await this.all()), ...this.#passing.values()].filter(({ isSample }) => !isSample);
  }

  /**
   * Keeps an exported account in this browser.
   * @returns its name
   * @throws {Error} if this browser has one of its name: it could have spent more
   */
  async take(exported: string): Promise<string> {
    if (!this.#isKept) throw new Error("cannot import: this browser keeps nothing.");
    const { data: name, ledger, former = [], answers = [] } = JSON.parse(exported);
    if (typeof name !== "string" || name === "") {
      throw new Error(
        "cannot import this file: it has no name of people; choose an exported budget.",
      );
    }
    await moveOld(name);
    for (const one of former) checkSaved(one);
    const kept = renewed({ ledger, former, answers, files: [] });
    if (!(await ledgerInBrowser(name).write(writtenKept(kept), null))) {
      throw new Error(`cannot import “${name}”: this browser has a budget of this name.`);
    }
    this.#others!.postMessage({ name, isSample: false });
    return name;
  }

  /**
   * Deletes an account and its spent loss.
   * @param read its spent loss, as the user read it before the confirmation
   */
  async end({ name, isSample }: { name: string; isSample: boolean }, read: Loss) {
    await moveOld(name);
    const found = await ledgerInBrowser(name).read();
    if (found !== null) {
      const { former, ledger } = readKept(found.text);
      const spent = spentBy([...former, ledger]);
      checkUnchanged(spent, read);
      const isEnded = await endLedgerInBrowser(name, found.version);
      if (!isEnded) checkUnchanged(spent, { epsilon: Number.NaN, delta: Number.NaN });
    }
    this.#others!.postMessage({ name, isSample });
  }
}

/** Moves a ledger that the earlier version of the page kept. */
async function moveOld(name: string) {
  if (!(await oldLedgers()).has(name)) return;
  await alone(name, async () => {
    const found = (await oldLedgers()).get(name);
    if (found === undefined) return; // another tab was quicker
    const old = renewed(found);
    const store = ledgerInBrowser(name);
    for (let isMoved = false; !isMoved; ) {
      const kept = await store.read();
      const next = kept === null ? old : joined(readKept(kept.text), old);
      isMoved = await store.write(writtenKept(next), kept?.version ?? null);
    }
    await endOld(name);
  });
}

/** @throws {Error} if it is no saved ledger */
function checkSaved(saved: SavedLedger) {
  Ledger.fromJSON(saved).dispose();
}
