import type { LedgerEntry } from "./entries.js";
import { headOf } from "./head.js";
import { Ledger, type Loss } from "./ledger.js";
import type { ReleaseRecord } from "./record.js";
import { RecordLists } from "./record-lists.js";
import { type LedgerStore, nameOf, readCopy, type SavedLedger } from "./store.js";
import { textOf } from "./text.js";
import { type Claim, type Granted, Till } from "./till.js";

/** A change of a ledger: its outcome, and the ledger as it is to be kept. */
type Change<T> = (ledger: Ledger) => { outcome: T; saved: SavedLedger };

/** A charge that a call asks for. Its outcome: the granted loss, and the place of the entry that gets the record. */
interface StoredClaim extends Claim {
  change: Change<{ granted: Loss; place: number }>;
}

/** Where a session's records are: its entry, and of declared steps its list, which counts as one step's record. */
interface SessionPlace {
  place: number;
  inSteps?: number;
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
  #till: Till<StoredClaim> = new Till();
  /** records of drawn answers that are not in the store yet, with the place of their entry */
  #records: [number, object][] = [];
  /** records of sessions, which join their entries answer by answer */
  #sessions = new RecordLists<SessionPlace>();

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

  /** The charge that was stored for this claim, once. */
  take(claim: StoredClaim): Granted {
    return this.#till.take(claim);
  }

  /** Charges the ledger in its store. */
  async charged({ change }: StoredClaim): Promise<Granted> {
    const { granted, place } = await this.change(change);
    const attach = (record: object) => {
      if (Array.isArray(record)) this.#sessions.add({ place }, record);
      else this.#records.push([place, record]);
    };
    return { granted, attach };
  }

  /**
   * Runs a call that charges once: up to its charge, and after the charge is in the store once more from its start.
   * A call that charges another ledger, or none, runs once.
   */
  async paid<T>(run: () => T): Promise<T> {
    const first = this.#till.upToCharge(run);
    if (first.claim === undefined) return first.result;
    const granted = await this.charged(first.claim);
    return this.#till.afterCharge(first.claim, granted, run);
  }

  /** Writes the records of the answers that were drawn since. */
  async saveRecords() {
    const fresh = this.#fresh();
    if (fresh.length === 0) return;
    try {
      await this.change((ledger) => {
        const saved = ledger.toJSON();
        for (const add of fresh) add(saved.entries);
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

  /** What adds the records that the store does not have to its entries. */
  #fresh(): ((entries: LedgerEntry[]) => void)[] {
    const single = this.#records.splice(0).map(([place, record]) => (entries: LedgerEntry[]) => {
      const entry = entries[place]!;
      if (entry.steps === undefined) entry.record = record as ReleaseRecord;
      else addRecords(entry, [record]);
    });
    const listed = this.#sessions.take().map(([session, more]) => {
      const before = session.inSteps;
      return (entries: LedgerEntry[]) => {
        const entry = entries[session.place]!;
        if (entry.steps === undefined) return addRecords(entry, more);
        const lists: object[] = entry.records ?? [];
        session.inSteps = before ?? lists.length;
        const known = (lists[session.inSteps] ?? []) as object[];
        lists[session.inSteps] = [...known, ...more];
        entry.records = lists as ReleaseRecord[];
      };
    });
    return [...single, ...listed];
  }
}

/** The parts of an entry that never change. */
const termsOf = ({ mechanism, asked, label, date }: LedgerEntry) =>
  JSON.stringify([mechanism, asked, label, date]);

function addRecords(entry: LedgerEntry, records: object[]) {
  entry.records = [...(entry.records ?? []), ...(records as ReleaseRecord[])];
}
