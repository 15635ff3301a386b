import type { LedgerEntry } from "./entries.js";
import { headOf } from "./head.js";
import { Ledger, type Loss } from "./ledger.js";
import type { ReleaseRecord } from "./record.js";
import { type LedgerStore, nameOf, readCopy, type SavedLedger, textOf } from "./store.js";

/** A change of a ledger: its outcome, and the ledger as it is to be kept. */
export type Change<T> = (ledger: Ledger) => { outcome: T; saved: SavedLedger };

/** A charge that is in the store. */
export interface Grant {
  granted: Loss;
  /** identifies the request that it is for */
  key: string;
  /** the place of the entry that gets the record */
  place: number;
}

/** A charge that is not in the store yet. It stops a call before the call reads or draws anything. */
export class Unpaid extends TypeError {
  readonly book: Book;
  readonly change: Change<Grant>;

  constructor(book: Book, change: Change<Grant>) {
    super(
      "ledger of spend must be charged before an answer is drawn; wrap a call that answers at once, as in ledger.ask(() => median(...))",
    );
    this.book = book;
    this.change = change;
  }
}

/**
 * A ledger in a store, as one process works with it. Each change is computed on a fresh copy and written by compare
 * and swap; a lost race leads to another try on the newer copy. So two processes never grant the same rest twice.
 */
export class Book {
  #store;
  /** as it was last read or written */
  #known: Ledger;
  #last: Promise<unknown> = Promise.resolve();
  /** records of drawn answers that are not in the store yet, with the place of their entry */
  #records: [number, object | object[]][] = [];
  #grant: Grant | undefined;

  private constructor(store: LedgerStore, ledger: Ledger) {
    this.#store = store;
    this.#known = ledger;
  }

  /** @throws {RangeError | TypeError} if the store has no ledger, or a damaged one */
  static async open(store: LedgerStore): Promise<Book> {
    return new Book(store, (await readCopy(store)).ledger);
  }

  /** The ledger as it was last read or written. */
  get known(): Ledger {
    return this.#known;
  }

  /** Changes the ledger, after all earlier changes of this process. */
  change<T>(work: Change<T>): Promise<T> {
    const changed = this.#last.then(() => this.#changed(work));
    this.#last = changed.catch(() => {}); // its caller receives the error
    return changed;
  }

  async #changed<T>(work: Change<T>): Promise<T> {
    for (let lost: string | undefined; ; ) {
      const copy = await readCopy(this.#store);
      const { plain, version } = copy;
      if (version === lost) {
        throw new TypeError(
          `write of ${nameOf(this.#store)} must replace the version that read returned, got a refusal of it`,
        );
      }
      const { outcome, saved } = this.#worked(copy.ledger, work);
      const isWritten: unknown = await this.#store.write(textOf(saved, plain), version);
      if (isWritten === true) {
        this.#known.dispose();
        this.#known = Ledger.fromJSON(saved);
        return outcome;
      }
      if (isWritten !== false) {
        throw new TypeError(
          `write of ${nameOf(this.#store)} must promise true or false, got ${typeof isWritten}`,
        );
      }
      lost = version;
    }
  }

  #worked<T>(copy: Ledger, work: Change<T>) {
    try {
      this.#checkNewer(copy);
      return work(copy);
    } finally {
      copy.dispose();
    }
  }

  /** A backup that was put back would grant again what was spent since. */
  #checkNewer(copy: Ledger) {
    const before = this.#known.entries.map(termsOf);
    const now = copy.entries.map(termsOf);
    if (before.every((terms, place) => terms === now[place])) return;
    throw new RangeError(
      `${nameOf(this.#store)} must continue the ledger that was read before, with ${before.length} entries, got another or an older one, with ${now.length}`,
    );
  }

  /** The charge that was stored for this request, once. */
  take(key: string, change: Change<Grant>): { granted: Loss; attach: (record: object) => void } {
    const grant = this.#grant;
    if (grant === undefined) throw new Unpaid(this, change);
    this.#grant = undefined;
    if (grant.key !== key) {
      throw new TypeError(
        "cannot draw: the call asked for another loss after its charge than before; the ledger stays charged",
      );
    }
    const attach = (record: object) => {
      this.#records.push([grant.place, record]);
    };
    return { granted: grant.granted, attach };
  }

  /**
   * Runs a call that charges once: up to its charge, and after the charge is in the store once more from its start.
   * A call that charges another ledger, or none, runs once.
   */
  async paid<T>(run: () => T): Promise<T> {
    let unpaid: Unpaid;
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Unpaid) || error.book !== this) throw error;
      unpaid = error;
    }
    const grant = await this.change(unpaid.change);
    this.#grant = grant;
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Unpaid)) throw error;
      throw new TypeError(
        "a call must charge once, got a second charge after its first answer was drawn; wrap each call by ledger.ask; the ledger stays charged",
      );
    } finally {
      this.#grant = undefined;
    }
  }

  /** Writes the records of the answers that were drawn since. */
  async saveRecords() {
    if (this.#records.length === 0) return;
    const records = this.#records;
    this.#records = [];
    try {
      await this.change((ledger) => {
        const saved = ledger.toJSON();
        for (const [place, record] of records) addRecord(saved.entries[place]!, record);
        return { outcome: undefined, saved: { ...saved, head: headOf(saved) } };
      });
    } catch (cause) {
      const { message } = cause as Error;
      throw new Error(
        `cannot keep the record of an answer: ${message}; the answer is withheld, and the ledger stays charged`,
        { cause },
      );
    }
  }
}

/** The parts of an entry that never change. */
const termsOf = ({ mechanism, asked, label, date }: LedgerEntry) =>
  JSON.stringify([mechanism, asked, label, date]);

/** A session has a list of records, and declared steps add one each. */
function addRecord(entry: LedgerEntry, record: object | object[]) {
  if (entry.steps !== undefined)
    entry.records = [...(entry.records ?? []), record as ReleaseRecord];
  else if (Array.isArray(record)) entry.records = record as ReleaseRecord[];
  else entry.record = record as ReleaseRecord;
}
