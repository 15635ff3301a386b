import { readOptions } from "../core/fields.js";
import { call } from "../core/load.js";
import { CoreObject } from "../core/object.js";
import { apart } from "../ledger/note.js";
import { claimOf, release } from "../ledger/release.js";
import { readSaved, samePlan, savedMechanism } from "./saved-state.js";

/** @typedef {import("../ledger/release.js").Claim} Claim */

/**
 * What one mechanism has of its own in a conversation.
 * @typedef {object} Kind
 * @property {import("../core/declaration.js").Declaration<any>} declared its class, and its name in the core too
 * @property {new () => object} Data those of them that records come in
 * @property {(data: any) => unknown} checkData refuses what cannot be records, or none
 * @property {(data: any, request: any) => { data?: any, kept: any }} read the data: what the core takes, and
 *   what the conversation keeps
 * @property {(claim: Claim) => string} statement of its accuracy
 * @property {string[]} plan what of the claim says how it is calibrated: it is saved, and has to be the same
 *   when it goes on
 * @property {object} [unsaid] options that a saved state need not have, as it then ran with
 * @property {(state: any, kept: any) => object} save the core's private state as plain JSON
 * @property {(saved: import("./saved-state.js").SavedMechanism, data: any, request: any) => { state: any,
 *   kept: any }} restore the other way round
 */

/**
 * What a conversation consists of.
 * @typedef {object} Parts
 * @property {CoreObject} core
 * @property {any} kept what questions are about
 * @property {any} request as it runs: with the loss that was granted, and every choice made
 * @property {Record<string, any>} plan
 * @property {import("../ledger/record.js").ReleaseRecord} record
 */

/**
 * For the classes that extend it.
 * @type {(conversation: Conversation) => Parts}
 */
export let partsOf;

/** A mechanism that is paid for once, then goes on answering, and can be saved. */
export class Conversation {
  #kind;
  #parts;

  static {
    partsOf = (conversation) => conversation.#parts;
  }

  /**
   * @param {Kind} kind
   * @param {any} options or what `resumed` gave
   */
  constructor(kind, options) {
    this.#kind = kind;
    this.#parts = options instanceof Resumed ? options.parts : begin(kind, options);
  }

  /** What a data officer needs to check it. */
  get record() {
    return this.#parts.record;
  }

  /** Private state to go on with later: keep it as secret as the data, and go on from it once only. */
  toJSON() {
    const { core, kept, request, plan, record } = this.#parts;
    const state = this.#kind.save(core.call("stateOf"), kept);
    return savedMechanism(this.#kind.declared.name, { request, plan, record, state });
  }

  /** Frees the memory in the core; it cannot be asked afterwards. */
  dispose() {
    this.#parts.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/**
 * @param {Kind} kind
 * @param {any} options
 * @returns {Parts}
 */
function begin(kind, options) {
  const { name } = kind.declared;
  const { request, data, ledger, note } = readAll(kind, name, options);
  kind.checkData(data);
  const asked = claimOf(name, request);
  const { drawn, kept, claim, record } = release({
    of: name,
    mechanism: asked.mechanism,
    claim: asked,
    request,
    ledger,
    note,
    read: () => kind.read(data, request),
    words: (drawn) => ({ statement: kind.statement(drawn) }),
  });
  const { id, epsilon, delta } = drawn;
  const { method } = claim.parameters;
  const ran = { ...request, epsilon, delta, ...(request.method === "auto" && { method }) };
  const plan = planOf(kind, { ...claim, delta: Math.min(claim.delta, delta) });
  return { core: new CoreObject(name, id), kept, request: ran, plan, record };
}

/** What a constructor takes instead of options to go on from a saved state. */
class Resumed {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
  }
}

/**
 * Goes on from a saved state: nothing is drawn or charged.
 * @param {Kind} kind
 * @param {unknown} saved what `toJSON` returned, or its text
 * @param {object} [given] the data
 * @returns {any} for the constructor
 */
export function resumed(kind, saved, given = {}) {
  const { name } = kind.declared;
  const data = readOptions(`${name}.fromJSON`, kind.Data, given);
  const plain = readSaved(name, saved);
  const { request } = readAll(kind, `${name}.fromJSON`, {
    ...kind.unsaid,
    ...plain.request,
  });
  const { state, kept } = kind.restore(plain, data, request);
  const plan = planOf(kind, claimOf(name, request));
  samePlan(plain, plan);
  const core = new CoreObject(name, call(`resume${name}`, request, state).id);
  return new Resumed({ core, kept, request, plan, record: plain.record });
}

/**
 * The options, also saved ones: what the core takes and what is saved, apart from what neither is told.
 * @param {Kind} kind
 * @param {string} caller
 * @param {any} options
 */
function readAll(kind, caller, options) {
  /** @type {any} */
  const read = readOptions(caller, kind.declared.Fields, options);
  const { request: all, ledger, note } = apart(read);
  const { rows, columns, records, ...request } = /** @type {any} */ (all);
  return { request, data: { rows, columns, records }, ledger, note };
}

/**
 * @param {Kind} kind
 * @param {Claim} claim
 */
function planOf(kind, { delta, parameters, conditions }) {
  const facts = /** @type {Record<string, any>} */ ({ delta, ...parameters, ...conditions });
  return Object.fromEntries(
    kind.plan.filter((name) => name in facts).map((name) => [name, facts[name]]),
  );
}
