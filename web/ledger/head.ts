import { type Optional, type OptionsOf, optional, type Request } from "../core/fields.js";
import { describe, wholeOption } from "../core/options.js";
import { JsonInOrder } from "./json-in-order.js";
import { sha256OfPieces } from "./sha256.js";

/** A saved ledger. */
export type Saved = {
  budget: unknown;
  groups: unknown[];
  entries: unknown[];
  count?: unknown;
  head?: unknown;
};

export class ResumeFields {
  /** the `head` of the copy to resume, kept elsewhere: any other head, such as an older copy's, makes the call throw */
  head: Optional<string | undefined> = optional(
    {
      kind: "64 hexadecimal digits",
      read: (name, value) => {
        if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
        throw new TypeError(
          `${name} must be the hash of a ledger, 64 hexadecimal digits, got ${describe(value)}`,
        );
      },
    },
    undefined,
  );
}

/**
 * Options of `Ledger.fromJSON`.
 * @interface
 */
export type ResumeOptions = OptionsOf<ResumeFields>;

/**
 * The hash of everything that counts in a ledger: SHA-256 of its budget, groups and entries as JSON without spaces,
 * names in order, so that it is the same whatever stored them in between.
 */
export function headOf(saved: Saved): string {
  return sha256OfPieces(piecesOf(saved));
}

function* piecesOf({ budget, groups, entries }: Saved): Generator<string> {
  try {
    const json = new JsonInOrder();
    yield `{"budget":${json.textOf(budget)},"entries":[`;
    yield* json.piecesOf(entries);
    yield `],"groups":${json.textOf(groups)}}`;
  } catch (error) {
    throw new TypeError("a ledger must hold what can be written as JSON", { cause: error });
  }
}

/**
 * Rejects a ledger that was damaged since it was saved, or another copy than the requested one. A ledger of an
 * early version has neither count nor head, and passes unchecked.
 * @throws {RangeError | TypeError}
 */
export function checkHead(saved: Saved, { head }: Request<ResumeFields>) {
  const { entries, count } = saved;
  const isSealed = count !== undefined || saved.head !== undefined;
  if (!isSealed && head === undefined) return;
  const found = headOf(saved);
  if (isSealed && wholeOption("count", count) !== entries.length) {
    throw new RangeError(
      `the saved ledger is damaged: entries must be ${count}, as many as were saved, got ${entries.length}`,
    );
  }
  if (isSealed && saved.head !== found) {
    throw new RangeError(
      `the saved ledger is damaged: head must be "${found}", the hash of its budget, groups and entries, got ${describe(saved.head)}`,
    );
  }
  if (head !== undefined && head !== found) {
    throw new RangeError(
      `head must be "${found}", the hash of the saved ledger with ${entries.length} entries, got "${head}": this is an older copy, or another ledger`,
    );
  }
}
