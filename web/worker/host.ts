import { watchCalls } from "../core/load.js";
import { ExactColumn } from "../data/exact-column.js";
import * as logstar from "../index.js";
import { LedgerPart } from "../ledger/parts.js";
import { errorFrom, WorkerStopped } from "./errors.js";
import { described } from "./offered.js";
import { packResult } from "./results.js";
import { WatchedLedger } from "./watched-ledger.js";

/**
 * One thing to do in the worker.
 * @typedef {object} Task
 * @property {"call" | "construct" | "get" | "release"} verb
 * @property {string} name the function, class, method or property
 * @property {number} [object] of which object
 * @property {any[]} args
 * @property {import("./arguments.js").Reference[]} references what belongs into the arguments
 * @property {number} [as] if the result is an object that cannot cross, keep it as this one
 */

/** Calls of the core that draw: what takes long, and comes after the charge. */
const draws = /^(draw|ask|step$|take$|compute$|boundEvents|create(?!Ledger))/;

/** The library as the worker's side does it: one task after the other, each from start to end. */
export class Host {
  /** @type {Map<number, any>} */
  #objects = new Map();
  #notify;

  /** @param {(notice: object) => void} notify tells the page, without waiting for it */
  constructor(notify) {
    this.#notify = notify;
  }

  /** @param {Task} task */
  run(task) {
    this.#notify({ stage: "received" });
    let drawing = false;
    watchCalls((name) => {
      if (drawing || !draws.test(name)) return;
      drawing = true;
      this.#notify({ stage: "computing" });
    });
    const args = this.#filled(task);
    const result = this.#done(task, args);
    for (const object of this.#objects.values()) {
      if (object instanceof WatchedLedger) object.tellRecords();
    }
    if (task.as === undefined || isPlain(result)) return packResult(result);
    this.#objects.set(task.as, result);
    if (!(result instanceof WatchedLedger)) return { object: described(result) };
    this.#watch(task.as, result);
    return { object: described(result), ledger: result.toJSON() };
  }

  /**
   * A ledger that another worker had.
   * @param {number} id
   * @param {object} saved as it was when it came
   * @param {import("./watched-ledger.js").LedgerStep[]} steps what happened since
   */
  restore(id, saved, steps) {
    const ledger = /** @type {WatchedLedger} */ (WatchedLedger.fromJSON(saved));
    ledger.repeat(steps);
    this.#objects.set(id, ledger);
    this.#watch(id, ledger);
  }

  /**
   * @param {number} id
   * @param {WatchedLedger} ledger
   */
  #watch(id, ledger) {
    ledger.watch((step) => this.#notify({ ledger: id, step, ...totals(ledger) }));
  }

  /**
   * @param {Task} task
   * @param {any[]} args
   */
  #done({ verb, name, object }, args) {
    if (object === undefined) {
      if (verb === "construct") return new (classOf(name))(...args);
      const [owner, method] = name.split(".");
      if (method === undefined) return /** @type {any} */ (logstar)[owner](...args);
      return classOf(owner)[method](...args);
    }
    const found = this.#objectAt({ id: object });
    if (verb === "get") return found[name];
    if (verb === "call") {
      const result = found[name](...args);
      return name === "parallel" ? undefined : result; // parts are told by their names
    }
    this.#objects.delete(object);
    if (name === "dispose") found.dispose?.();
  }

  /** @param {Task} task */
  #filled({ args, references }) {
    for (const { path, domain, worth, object, unreadable } of references) {
      const holder = path
        .slice(0, -1)
        .reduce((inside, key) => inside[key], /** @type {any} */ (args));
      const at = /** @type {string | number} */ (path.at(-1));
      if (unreadable !== undefined) holder[at] = failing(unreadable);
      else if (worth !== undefined) holder[at] = new ExactColumn(holder[at], worth);
      else holder[at] = domain === undefined ? this.#objectAt(object) : made(domain);
    }
    return args;
  }

  /** @param {any} name */
  #objectAt({ id, part }) {
    const object = this.#objects.get(id);
    if (object === undefined) throw new WorkerStopped("an object among the arguments is gone");
    return part === undefined ? object : new LedgerPart(object, part);
  }
}

/** @param {import("../data/domains.js").Making} making */
function made({ maker, of }) {
  return /** @type {any} */ (logstar)[maker](...of);
}

/**
 * An array that fails when it is read, in place of data that could not be read where they were.
 * @param {object} why
 */
function failing(why) {
  const fail = () => {
    throw errorFrom(why);
  };
  return new Proxy([], {
    get: (array, name) => {
      if (name === Symbol.iterator) return fail;
      return name === "length" || /^\d/.test(String(name)) ? fail() : Reflect.get(array, name);
    },
  });
}

/**
 * A class, or an object of functions such as `plan`.
 * @param {string} name
 */
function classOf(name) {
  return name === "Ledger" ? WatchedLedger : /** @type {any} */ (logstar)[name];
}

/** @param {import("../ledger/ledger.js").Ledger} ledger */
function totals({ spent, remaining }) {
  return { spent, remaining };
}

/**
 * Whether something can cross; objects of the library's classes stay.
 * @param {any} result
 */
function isPlain(result) {
  if (typeof result !== "object" || result === null) return true;
  return [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(result));
}
