import type { Book, Change, Grant } from "./book.js";
import type { LedgerEntry } from "./entries.js";
import type { Ledger, Loss } from "./ledger.js";
import type { LedgerOptions, LedgerRequest } from "./requests.js";

/** Finds what a charge is of, in any copy of the ledger. */
export type Find = (ledger: Ledger) => { charge: Ledger["charge"] };

/** Where the entry of a charge is, after it. */
export type PlaceOf = (entries: LedgerEntry[]) => number;

const last: PlaceOf = (entries) => entries.length - 1;

/** For the option `ledger`. */
export let bookOf: (account: StoredAccount) => Book;
export let holdsBackOf: (account: StoredAccount) => boolean;

/**
 * The ledger of `spend`, a part of it or steps of it: pass it as `ledger`.
 * @hideconstructor
 */
export abstract class StoredAccount {
  #book;
  #find;
  #placeOf;
  /** identifies it among the accounts of the ledger */
  #key;
  /** whether it grants slightly less than is requested */
  #holdsBack;

  constructor(book: Book, find: Find, { key = "", placeOf = last, holdsBack = true } = {}) {
    this.#book = book;
    this.#find = find;
    this.#placeOf = placeOf;
    this.#key = key;
    this.#holdsBack = holdsBack;
  }

  static {
    bookOf = (account) => account.#book;
    holdsBackOf = (account) => account.#holdsBack;
  }

  /** @returns the budget and its arithmetic */
  get budget(): LedgerOptions {
    return this.#book.known.budget;
  }

  /** Charges a request whose charge is in the store; for mechanisms. */
  charge(request: LedgerRequest): { granted: Loss; attach: (record: object) => void } {
    const key = JSON.stringify([this.#key, request]);
    const change: Change<Grant> = (ledger) => {
      const { granted } = this.#find(ledger).charge(request);
      const saved = ledger.toJSON();
      return { outcome: { granted, key, place: this.#placeOf(saved.entries) }, saved };
    };
    return this.#book.take(key, change);
  }
}
