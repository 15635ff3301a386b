import { nameOption } from "../ledger/parts.js";
import type { Connection } from "./connection.js";
import type { LedgerMirror } from "./ledger-mirror.js";
import type { StandIn } from "./objects.js";

/** A part of a ledger in the worker, for the option `ledger`. */
class RemoteLedgerPart {
  /** The whole ledger: the reference keeps it alive. */
  #ledger;

  constructor(ledger: object) {
    this.#ledger = ledger;
  }

  /** @returns the ledger that it is a part of */
  get ledger(): object {
    return this.#ledger;
  }
}

/** Parts of a ledger in the worker, by name. */
class RemoteLedgerParts {
  #connection;
  #ledger;
  #group;

  constructor(connection: Connection, ledger: object, group: string) {
    this.#connection = connection;
    this.#ledger = ledger;
    this.#group = group;
  }

  part(name: string) {
    const part = new RemoteLedgerPart(this.#ledger);
    const names = { group: this.#group, name: nameOption("part", name) };
    this.#connection.keepPart(part, this.#ledger, names);
    return part;
  }
}

/** Adds the current totals to a stand-in for a ledger that outlives its worker: the next worker rebuilds it. */
export function makeLedger(ledger: StandIn, mirror: LedgerMirror) {
  for (const name of ["budget", "spent", "remaining"] as const) {
    Object.defineProperty(ledger, name, { get: () => ({ ...mirror[name] }) });
  }
}

/** Adds parts to a stand-in for a ledger. */
export function giveParts(connection: Connection, ledger: StandIn) {
  const { parallel } = ledger as { parallel: (...all: unknown[]) => Promise<unknown> };
  ledger.parallel = async (...all: [string, ...unknown[]]) => {
    await parallel(...all);
    return new RemoteLedgerParts(connection, ledger, all[0]);
  };
}
