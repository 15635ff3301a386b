import type { Book } from "./book.js";
import type { LedgerEntry } from "./entries.js";
import { Ledger, type Loss } from "./ledger.js";
import { nameOption } from "./parts.js";
import type { DeclaredStepsOptions } from "./requests.js";
import type { LedgerSteps } from "./steps.js";
import type { SavedLedger } from "./store.js";
import { type Find, type PlaceOf, StoredAccount } from "./stored-account.js";

/** A part of a ledger of `spend`. @hideconstructor */
export class StoredLedgerPart extends StoredAccount {}

/** Declared steps of a ledger of `spend`. @hideconstructor */
export class StoredLedgerSteps extends StoredAccount {
  #steps;

  constructor(book: Book, name: string, options: DeclaredStepsOptions) {
    const stepsIn = (ledger: Ledger): LedgerSteps => ledger.steps(name, options);
    const placeOf: PlaceOf = (entries) => entries.findIndex(({ steps }) => steps?.name === name);
    super(book, stepsIn, { key: `steps ${name}`, placeOf, holdsBack: false });
    this.#steps = () => book.known.entries[placeOf(book.known.entries)]!.steps!;
  }

  /** @returns the privacy loss of each step */
  get perStep(): Loss {
    const { epsilon, delta } = this.#steps().perStep;
    return { epsilon, delta };
  }

  /** @returns the number of steps left, as this process knows it */
  get remaining(): number {
    const { steps, used } = this.#steps();
    return steps - used;
  }
}

/**
 * The ledger that `spend` hands to its function. It shows the ledger as this process last read or wrote it.
 * @hideconstructor
 */
export class StoredLedger extends StoredAccount {
  #book;

  constructor(book: Book) {
    super(book, (ledger) => ledger);
    this.#book = book;
  }

  /** @returns the spent loss */
  get spent(): Loss {
    return this.#book.known.spent;
  }

  /** @returns the largest loss that one more request may have, if no other process charges meanwhile */
  get remaining(): Loss {
    return this.#book.known.remaining;
  }

  /** @returns every charge, in order, with its release record */
  get entries(): LedgerEntry[] {
    return this.#book.known.entries;
  }

  /** Plain data, as of `Ledger.toJSON`. */
  toJSON(): SavedLedger {
    return this.#book.known.toJSON();
  }

  /**
   * Asks for one answer of a call that answers at once, such as `median`. The call runs up to its charge, and after
   * the charge is in the store from its start: it reads no value and draws nothing before.
   * @returns the answer, after its record is in the store too
   * @throws {BudgetExceeded} with nothing read
   */
  async ask<Answer>(call: () => Answer): Promise<Awaited<Answer>> {
    const answer = await this.#book.paid(call);
    await this.#book.saveRecords();
    return answer;
  }

  /**
   * Disjoint parts of the data, as of `Ledger.parallel`; a part is declared by its first charge.
   * @param name the criterion: "region"
   * @param declaration why they are disjoint, in your words; kept with the ledger
   */
  parallel(name: string, declaration: string): { part(name: string): StoredLedgerPart } {
    // Rejects an invalid declaration at once.
    using(this.toJSON(), (copy) => copy.parallel(name, declaration));
    return {
      part: (one) => {
        nameOption("part", one);
        const find: Find = (ledger) => ledger.parallel(name, declaration).part(one);
        return new StoredLedgerPart(this.#book, find, { key: JSON.stringify([name, one]) });
      },
    };
  }

  /**
   * Pays for a declared number of releases at once, as `Ledger.steps`. The charge is in the store before the promise
   * is kept, and each use of a step before its answer is drawn.
   * @throws {BudgetExceeded}
   */
  async steps(name: string, options: DeclaredStepsOptions): Promise<StoredLedgerSteps> {
    const own = { ...options };
    await this.#book.change((ledger) => {
      ledger.steps(name, own);
      return { outcome: undefined, saved: ledger.toJSON() };
    });
    return new StoredLedgerSteps(this.#book, name, own);
  }
}

/** Does something to a copy of a ledger. */
function using(saved: SavedLedger, work: (copy: Ledger) => void) {
  const copy = Ledger.fromJSON(saved);
  try {
    work(copy);
  } finally {
    copy.dispose();
  }
}
