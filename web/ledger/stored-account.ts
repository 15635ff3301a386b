import type { Book } from "./book.js";
import { AccountElsewhere } from "./elsewhere.js";
import type { LedgerEntry } from "./entries.js";
import type { Ledger, Loss } from "./ledger.js";
import type { LedgerOptions, LedgerRequest } from "./requests.js";
import type { Granted } from "./till.js";

/** Finds what a charge is of, in any copy of the ledger. */
export type Find = (ledger: Ledger) => { charge: Ledger["charge"] };

/** Where the entry of a charge is, after it. */
export type PlaceOf = (entries: LedgerEntry[]) => number;

const last: PlaceOf = (entries) => entries.length - 1;

/** For the option `ledger`. */
export let bookOf: (account: StoredAccount) => Book;

/** Charges a request in the store, for an answer that another thread draws. */
export let chargedFor: (account: StoredAccount, request: LedgerRequest) => Promise<Granted>;

/**
 * The ledger of `spend`, a part of it or steps of it: pass it as `ledger`.
 * @hideconstructor
 */
export abstract class StoredAccount extends AccountElsewhere {
  #book;
  #find;
  #placeOf;
  /** identifies it among the accounts of the ledger */
  #key;

  constructor(book: Book, find: Find, { key = "", placeOf = last, holdsBack = true } = {}) {
    super(holdsBack);
    this.#book = book;
    this.#find = find;
    this.#placeOf = placeOf;
    this.#key = key;
  }

  static {
    bookOf = (account) => account.#book;
    chargedFor = (account, request) => account.#book.charged(account.#claimOf(request));
  }

  get budget(): LedgerOptions {
    return this.#book.known.budget;
  }

  /** Charges a request whose charge is in the store; for mechanisms. */
  charge(request: LedgerRequest): { granted: Loss; attach: (record: object) => void } {
    return this.#book.take(this.#claimOf(request));
  }

  #claimOf(request: LedgerRequest) {
    const change = (ledger: Ledger) => {
      const { granted } = this.#find(ledger).charge(request);
      const saved = ledger.toJSON();
      return { outcome: { granted, place: this.#placeOf(saved.entries) }, saved };
    };
    return { key: JSON.stringify([this.#key, request]), request, change };
  }
}
