import { nameOption } from "../ledger/parts.js";

/** @typedef {import("./connection.js").Connection} Connection */

/** A part of a ledger in the worker, for the option `ledger`. */
class RemoteLedgerPart {
  /** The whole ledger, held so that it stays. */
  #ledger;

  /** @param {object} ledger */
  constructor(ledger) {
    this.#ledger = ledger;
  }

  /** @returns {object} the ledger that it is a part of */
  get ledger() {
    return this.#ledger;
  }
}

/** Parts of a ledger in the worker, by name. */
class RemoteLedgerParts {
  #connection;
  #ledger;
  #group;

  /**
   * @param {Connection} connection
   * @param {object} ledger
   * @param {string} group
   */
  constructor(connection, ledger, group) {
    this.#connection = connection;
    this.#ledger = ledger;
    this.#group = group;
  }

  /** @param {string} name */
  part(name) {
    const part = new RemoteLedgerPart(this.#ledger);
    const names = { group: this.#group, name: nameOption("part", name) };
    this.#connection.keepPart(part, this.#ledger, names);
    return part;
  }
}

/**
 * Gives what stands for a ledger the totals of the moment, and parts. It outlives its worker: the next
 * one has its twin.
 * @param {Connection} connection
 * @param {any} ledger
 * @param {import("./ledger-mirror.js").LedgerMirror} mirror
 */
export function makeLedger(connection, ledger, mirror) {
  for (const name of /** @type {const} */ (["budget", "spent", "remaining"])) {
    Object.defineProperty(ledger, name, { get: () => ({ ...mirror[name] }) });
  }
  const { parallel } = ledger;
  ledger.parallel = async (/** @type {[string, ...any]} */ ...all) => {
    await parallel(...all);
    return new RemoteLedgerParts(connection, ledger, all[0]);
  };
}
