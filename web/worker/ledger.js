import { nameOption } from "../ledger/parts.js";
import { splitControls } from "./controls.js";
import { LedgerMirror } from "./ledger-mirror.js";
import { remoteObject } from "./objects.js";

/** @typedef {import("./connection.js").Connection} Connection */

/** A part of a ledger in the worker, for the option `ledger`. */
class RemoteLedgerPart {
  /** The whole ledger, held so that it stays. */
  #ledger;

  /** @param {RemoteLedger} ledger */
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
   * @param {RemoteLedger} ledger
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

/** A ledger in the worker. It outlives its worker: the next one has its twin. */
class RemoteLedger {
  #connection;
  #mirror;

  /**
   * @param {Connection} connection
   * @param {LedgerMirror} mirror
   */
  constructor(connection, mirror) {
    this.#connection = connection;
    this.#mirror = mirror;
  }

  /** The total and how it is counted. */
  get budget() {
    return { ...this.#mirror.budget };
  }

  /** What has been spent, a running call's charge included. */
  get spent() {
    return { ...this.#mirror.spent };
  }

  /** The largest loss that one more request may have. */
  get remaining() {
    return { ...this.#mirror.remaining };
  }

  /** Every charge, in order; a promise. */
  get entries() {
    return this.#connection
      .do({ verb: "get", name: "entries" }, [], {}, this)
      .then(({ result }) => result);
  }

  /** Plain data to save it with. */
  async toJSON() {
    return (await this.#connection.do({ verb: "call", name: "toJSON" }, [], {}, this)).result;
  }

  /**
   * @param {string} name
   * @param {string} declaration
   */
  async parallel(name, declaration) {
    const errand = { verb: /** @type {const} */ ("call"), name: "parallel" };
    await this.#connection.do(errand, [name, declaration], {}, this);
    return new RemoteLedgerParts(this.#connection, this, name);
  }

  /** @param {any[]} all */
  async steps(...all) {
    const { args, controls } = splitControls(all, 1);
    const errand = { verb: /** @type {const} */ ("call"), name: "steps" };
    return remoteObject(this.#connection, "LedgerSteps", errand, args, controls, this);
  }

  /** Ends it in the worker. */
  dispose() {
    return this.#connection.release(this);
  }

  [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    return this.dispose();
  }
}

/**
 * What stands for the class `Ledger`: called with or without `new`, it gives a promise of one.
 * @param {Connection} connection
 */
export function remoteLedgers(connection) {
  /** @type {(verb: "construct" | "call", name: string, given: any, saved?: any) => Promise<RemoteLedger>} */
  const make = async (verb, name, given, saved) => {
    const id = connection.nextId();
    const facts = await connection.do({ verb, name, as: id }, [given], {});
    const begun = saved ?? { budget: facts.budget, groups: [], entries: [] };
    const mirror = new LedgerMirror(begun, facts);
    const ledger = new RemoteLedger(connection, mirror);
    connection.keep(ledger, id, mirror);
    return ledger;
  };
  /** @param {any} options */
  function Ledger(options) {
    return make("construct", "Ledger", options);
  }
  Ledger.fromJSON = async (/** @type {any} */ saved) => {
    const text = typeof saved === "string" ? saved : JSON.stringify(saved);
    return make("call", "Ledger.fromJSON", text, text);
  };
  return Ledger;
}
