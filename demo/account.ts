// An account of the page: a name, and what its store keeps. All tabs that have the store may spend; each charge is in it
// before an answer is drawn.
import { type KeptText, type LedgerStore, type StoredLedger, spend } from "#dist/index.js";
import { type Kept, newKept, readKept, writtenKept } from "./kept.js";

/** A budget, and its owner where a person is a column. */
export type Budget = { epsilon: number; delta: number; unit?: "user" };

type Of = { name: string; isSample: boolean; isKept: boolean; budget: Budget; store: LedgerStore };

/** One person's rows cost otherwise than one row. */
export function checkUnit(name: string, begun: string | undefined, unit: string | undefined) {
  if (begun === unit) return;
  const other = begun === "user" ? "a person is a column" : "each row is a different person";
  throw new Error(
    `cannot open these data as “${name}”: in the ledger of this name ${other}; open them in the same way.`,
  );
}

export class Account {
  readonly name;
  readonly isSample;
  /** whether it outlives the page */
  readonly isKept;
  readonly budget;
  #store;
  /** as it was last read or written */
  #kept: Kept;

  private constructor({ name, isSample, isKept, budget, store }: Of) {
    this.name = name;
    this.isSample = isSample;
    this.isKept = isKept;
    this.budget = budget;
    this.#store = store;
    this.#kept = newKept(budget);
  }

  /** @param file the name of the open file */
  static async begun(of: Of, file?: string): Promise<Account> {
    const account = new Account(of);
    await account.open(file);
    return account;
  }

  /** @param file the name of the open file */
  open(file?: string) {
    return this.change((kept) => {
      checkUnit(this.name, kept.ledger.budget.unit, this.budget.unit);
      const isKnown = file === undefined || kept.files.includes(file);
      return isKnown ? kept : { ...kept, files: [...kept.files, file] };
    });
  }

  get ledger() {
    return this.#kept.ledger;
  }

  /** ledgers put aside, as saved */
  get former() {
    return this.#kept.former;
  }

  get answers() {
    return this.#kept.answers;
  }

  get files() {
    return this.#kept.files;
  }

  /**
   * Changes what is kept, by compare and swap. What another tab ended comes back with all that it had spent.
   * @param work throws to leave it as it is
   */
  async change(work: (kept: Kept) => Kept) {
    for (;;) {
      const found = await this.#store.read();
      const before = found === null ? this.#kept : readKept(found.text);
      const kept = work(before);
      const isStored = found !== null && kept === before;
      if (isStored || (await this.#store.write(writtenKept(kept), found?.version ?? null))) {
        this.#kept = kept;
        return;
      }
    }
  }

  /** Takes in what another tab has spent, or put aside. */
  async catchUp() {
    const found = await this.#store.read();
    if (found === null) return;
    const kept = readKept(found.text);
    checkUnit(this.name, kept.ledger.budget.unit, this.budget.unit);
    this.#kept = kept;
  }

  /** Draws an answer that this account pays for, before it is drawn. */
  async spend<T>(draw: (ledger: StoredLedger) => Promise<T>): Promise<T> {
    await this.change((kept) => kept);
    try {
      return (await spend(this.#store, draw)) as T;
    } finally {
      await this.catchUp();
    }
  }
}

/** A store that ends with the page. */
export function passingStore(): LedgerStore {
  let kept: KeptText | null = null;
  return {
    name: "the ledger of this page",
    read: async () => kept,
    write: async (text, version) => {
      if ((kept?.version ?? null) !== version) return false;
      kept = { text, version: `${Number(version) + 1}` };
      return true;
    },
  };
}
