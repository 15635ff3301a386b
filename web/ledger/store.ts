import { describe, kindOf } from "../core/options.js";
import { parsedJson } from "../data/plain-values.js";
import { Ledger } from "./ledger.js";

/** A kept text, and the version that a replacement has to name. */
export interface KeptText {
  /** The saved ledger, as it was written. */
  text: string;
  /** It differs for each text. */
  version: string;
}

/**
 * A place that keeps one ledger for several processes, tabs or machines. `write` must compare and replace in one step:
 * of two writers that name the same version one is refused, and a text that was accepted is never lost.
 */
export interface LedgerStore {
  /** What errors call it, such as the path of a file. */
  name?: string;
  /** The kept text; null if there is none. */
  read(): Promise<KeptText | null>;
  /**
   * Replaces the kept text if it has this version, null if there is none yet.
   * @returns whether it did. A promise that rejects may have done either.
   */
  write(text: string, version: string | null): Promise<boolean>;
}

/** A ledger as `Ledger.toJSON` gives it. */
export type SavedLedger = ReturnType<Ledger["toJSON"]>;

/** A ledger that was read, and what else its owner keeps beside it. */
export interface Copy {
  ledger: Ledger;
  /** the saved object, with fields that are not the ledger's */
  plain: object;
  version: string;
}

/** @throws {TypeError} */
export function checkStore(caller: string, store: unknown): asserts store is LedgerStore {
  const { read, write } = Object(store) as Partial<LedgerStore>;
  if (typeof read === "function" && typeof write === "function") return;
  throw new TypeError(
    `${caller}: store must be an object with read and write, such as ledgerInBrowser(name), got ${describe(store)}`,
  );
}

/** A store by its name, in an error. */
export const nameOf = ({ name }: LedgerStore) => name ?? "the store";

/**
 * Reads a store's ledger.
 * @throws {RangeError | TypeError} naming the store, if it has no ledger or a damaged one
 */
export async function readCopy(store: LedgerStore): Promise<Copy> {
  const kept = await store.read();
  if (kept === null) {
    throw new RangeError(
      `cannot spend: ${nameOf(store)} has no ledger; createLedger(store, budget) makes one`,
    );
  }
  if (typeof kept?.text !== "string" || typeof kept.version !== "string") {
    throw new TypeError(
      `read of ${nameOf(store)} must promise { text, version }, both text, or null, got ${kindOf(kept)}`,
    );
  }
  try {
    const plain = parsedJson(kept.text);
    const ledger = Ledger.fromJSON(plain);
    if (plain.head === undefined) {
      throw new RangeError(
        "it has no head, so that damage would not show; an early version saved it: save it again by Ledger.fromJSON and toJSON",
      );
    }
    return { ledger, plain, version: kept.version };
  } catch (error) {
    const { message } = error as Error;
    throw new RangeError(`${nameOf(store)} cannot be read as a ledger: ${message}`, {
      cause: error,
    });
  }
}
