import { Ledger } from "../ledger/ledger.js";
import { stateOf } from "../ledger/steps.js";

/**
 * What happened to a ledger, to be done again on another one: charges in their order, and what the
 * mechanisms then did with them (the number is the charge's).
 * @typedef {["charge", request: object, part?: object] | ["openSession", request: object, part?: object]
 *   | ["settle", charge: number, returned: number, called: number]
 *   | ["attach", charge: number, record: object] | ["append", charge: number, records: object[]]
 *   | ["parallel", name: string, declaration: string] | ["steps", name: string, options: object]
 *   | ["use", name: string, used: number] | ["recorded", name: string, record: object]} LedgerStep
 */

/**
 * A ledger that tells everything that happens to it, charges before the mechanism draws: so its
 * twin can be made when this one is lost together with its worker.
 */
export class WatchedLedger extends Ledger {
  /** @type {(step: LedgerStep) => void} */
  #tell = () => {};
  /** @type {any[]} what each charge gave */
  #charges = [];
  /** @type {Map<number, { records: object[], told: number }>} lists that mechanisms add records to */
  #lists = new Map();
  /** @type {Map<string, import("../ledger/steps.js").LedgerSteps>} */
  #steps = new Map();

  /** @param {(step: LedgerStep) => void} tell */
  watch(tell) {
    this.#tell = tell;
  }

  /**
   * @param {any} request
   * @param {any} [part]
   * @returns {any}
   */
  charge(request, part) {
    return this.#kept("charge", request, part, super.charge(request, part));
  }

  /**
   * @param {any} request
   * @param {any} [part]
   * @returns {any}
   */
  openSession(request, part) {
    return this.#kept("openSession", request, part, super.openSession(request, part));
  }

  /**
   * @param {string} name
   * @param {string} declaration
   */
  parallel(name, declaration) {
    const parts = super.parallel(name, declaration);
    this.#tell(["parallel", name, declaration]);
    return parts;
  }

  /**
   * @param {string} name
   * @param {any} options
   */
  steps(name, options) {
    const steps = super.steps(name, options);
    this.#steps.set(name, steps);
    this.#tell(["steps", name, options]);
    stateOf(steps).tell = (step) => this.#tell(step);
    return steps;
  }

  /** Tells of the records that came to the lists since. */
  tellRecords() {
    for (const [charge, list] of this.#lists) {
      const fresh = list.records.slice(list.told);
      if (fresh.length > 0) this.#tell(["append", charge, fresh]);
      list.told = list.records.length;
    }
  }

  /**
   * Does again what happened to another one.
   * @param {LedgerStep[]} steps
   */
  repeat(steps) {
    const lists = new Map();
    for (const [verb, ...terms] of steps) {
      const [first, second, third] = /** @type {any[]} */ (terms);
      if (verb === "settle") this.#charges[first].settle(second, third);
      else if (verb === "attach") this.#charges[first].attach(second);
      else if (verb === "append") {
        if (!lists.has(first)) lists.set(first, []);
        const list = lists.get(first);
        if (list.length === 0) this.#charges[first].attach(list);
        list.push(...second);
      } else if (verb === "use" || verb === "recorded") {
        const state = stateOf(
          /** @type {import("../ledger/steps.js").LedgerSteps} */ (this.#steps.get(first)),
        );
        if (verb === "use") state.used = second;
        else state.records.push(second);
      } else {
        /** @type {any} */ (this)[verb](first, second);
      }
    }
    this.#lists.clear(); // nobody adds to them any more
  }

  /**
   * @param {"charge" | "openSession"} verb
   * @param {object} request
   * @param {object | undefined} part
   * @param {any} opened
   */
  #kept(verb, request, part, opened) {
    const charge = this.#charges.push(opened) - 1;
    this.#tell([verb, request, part]);
    return {
      ...opened,
      attach: (/** @type {any} */ record) => {
        opened.attach(record);
        if (Array.isArray(record)) this.#lists.set(charge, { records: record, told: 0 });
        else this.#tell(["attach", charge, record]);
      },
      settle: (/** @type {number} */ returned, /** @type {number} */ called) => {
        opened.settle(returned, called);
        this.#tell(["settle", charge, returned, called]);
      },
    };
  }
}
