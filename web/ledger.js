import { composition } from "./composition.js";
import { BudgetExceeded } from "./errors.js";
import { LedgerPart, LedgerSteps } from "./ledger-parts.js";
import { readRequest, readSessionRequest } from "./ledger-requests.js";
import { call } from "./load.js";
import {
  checkOptions,
  choiceOption,
  describe,
  neighborsOption,
  numberOption,
  wholeOption,
} from "./options.js";
import { parsedJson } from "./plain-values.js";
import { savedEntry, savedGroup } from "./saved-entries.js";
import { version } from "./version.js";

/**
 * What a pay-what-you-get session asks a ledger for.
 * @typedef {object} SessionRequest
 * @property {string} mechanism what asks
 * @property {number} epsilon of each outcome
 * @property {number} outcomes how many there are at most
 * @property {number} delta of each call
 * @property {number} calls how many there are at most
 */

/**
 * A session that a ledger has charged in full.
 * @typedef {object} OpenSession
 * @property {Loss} granted what each outcome and each call has to run with
 * @property {(record: object) => void} attach where its record goes
 * @property {(returned: number, called: number) => void} settle gives back what was not used; once
 */

/**
 * A privacy loss.
 * @typedef {{ epsilon: number, delta: number }} Loss
 */

/**
 * The total of a ledger, and how it is counted.
 * @typedef {object} LedgerOptions
 * @property {number} epsilon the total, 1e-9 to 10,000
 * @property {number} [delta] the total, 0 to below 1; default 0
 * @property {"add-remove" | "replace"} [neighbors] what the total is about; default "add-remove"
 * @property {"basic" | "concentrated"} [composition] "basic" (default): losses add up.
 *   "concentrated": many small losses are also added up as zero-concentrated differential privacy,
 *   which lets more of them through, at the price of `tail`.
 * @property {number} [tail] the part of delta that "concentrated" keeps for unlucky losses; default
 *   half of it
 */

/**
 * What a mechanism asks a ledger for.
 * @typedef {object} LedgerRequest
 * @property {string} mechanism what asks
 * @property {number} epsilon the loss it will spend
 * @property {number} delta the probability with which it may be exceeded
 * @property {"add-remove" | "replace"} neighbors what the loss is about
 * @property {boolean} boundedRange whether the mechanism is epsilon-bounded-range (or delta)
 * @property {number} [rho] what it costs in zero-concentrated differential privacy, if that is less
 */

/**
 * What the option `ledger` of a mechanism may be.
 * @typedef {Ledger | LedgerPart | LedgerSteps} AnyLedger
 */

const released = new FinalizationRegistry((/** @type {number} */ id) => call("disposeLedger", id));
const known = ["epsilon", "delta", "neighbors", "composition", "tail"];

/**
 * A budget for the privacy loss of everything published about one data set. It refuses what would
 * exceed the total, before any data is looked at or randomness drawn, and counts what was spent.
 *
 * Privacy: everything released through one ledger is (epsilon, delta)-differentially private together,
 * whatever is asked and in which order, also depending on earlier answers.
 * Source: Rogers et al. 2016; Feldman, Zrnic 2021; Whitehouse et al. 2023 ("concentrated");
 * docs/guarantees/composition.md.
 *
 * Arithmetic on what is spent is exact: 0.1 fits into 1 exactly ten times.
 */
export class Ledger {
  #id;
  #budget;
  /** @type {(object | object[] | undefined)[]} the release record of each entry, of `steps` all of them */
  #records = [];

  /**
   * @param {LedgerOptions} options
   * @throws {RangeError | TypeError}
   */
  constructor(options) {
    this.#budget = readBudget(options);
    this.#id = call("createLedger", this.#budget).id;
    released.register(this, this.#id, this);
  }

  /** @returns {LedgerOptions} the total and how it is counted */
  get budget() {
    return { ...this.#budget };
  }

  /** @returns {Loss} what has been spent */
  get spent() {
    return call("ledgerTotals", this.#id).spent;
  }

  /** @returns {Loss} the largest loss that one more request may have */
  get remaining() {
    return call("ledgerTotals", this.#id).remaining;
  }

  /**
   * @returns {{ mechanism: string, asked: object, charged: object, neighbors: string, status: string,
   *   part?: object, record?: object, records?: object[] }[]} every charge, in order, with its release
   *   record, or those of its steps
   */
  get entries() {
    return call("ledgerState", this.#id).entries.map(
      (/** @type {object} */ entry, /** @type {number} */ index) => {
        const found = this.#records[index];
        if (found === undefined) return entry;
        return Array.isArray(found)
          ? { ...entry, records: [...found] }
          : { ...entry, record: found };
      },
    );
  }

  /**
   * Declares parts of the data that have no record in common; what is asked of different parts costs
   * the maximum, not the sum.
   * @param {number} parts how many, 1 to 1,000,000
   * @param {string} declaration why they are disjoint, in your words; kept with the ledger
   * @returns {LedgerPart[]} to be given as `ledger` to what is asked of each part
   */
  parallel(parts, declaration) {
    wholeOption("parts", parts, 1, 1e6);
    if (typeof declaration !== "string" || declaration === "") {
      throw new TypeError(
        `declaration must say why the parts are disjoint, got ${describe(declaration)}`,
      );
    }
    const { group } = call("declareParallel", this.#id, declaration, parts);
    return Array.from({ length: parts }, (_, index) => new LedgerPart(this, { group, index }));
  }

  /**
   * Pays for a declared number of releases at once. Many small ones cost less together than their sum,
   * but only if their number and size are fixed before the first.
   * @param {import("./composition.js").StepOptions & { epsilon: number, delta?: number }} options
   *   `epsilon` and `delta` for all steps together
   * @returns {LedgerSteps} to be given as `ledger` to each; its `perStep` is what each may spend. Steps
   *   that are not used are lost, also when the ledger is saved.
   * @throws {BudgetExceeded}
   */
  steps(options) {
    composition.perStep(options); // refuses what is no such options
    if (options.adaptive === false) {
      throw new RangeError(
        "adaptive must be true (or left out) in a ledger, where a step may be chosen by earlier answers, got false",
      );
    }
    const { steps, epsilon, delta = 0, kind = "pure" } = options;
    const { neighbors } = this.#budget;
    const { granted, attach } = this.charge({
      mechanism: `${steps} steps`,
      epsilon,
      delta,
      neighbors: neighbors ?? "add-remove",
      boundedRange: false,
    });
    const perStep = composition.perStep({ ...options, ...granted });
    return new LedgerSteps({ steps, perStep, kind, neighbors, attach });
  }

  /**
   * Charges a request for good; for mechanisms.
   * @param {LedgerRequest} request
   * @param {{ group: number, index: number }} [part]
   * @returns {{ granted: Loss, attach: (record: object) => void }} what the mechanism has to run with,
   *   and where its record goes
   * @throws {BudgetExceeded} naming what was asked and what is left
   */
  charge(request, part) {
    const asked = readRequest(request);
    const { entry, ...granted } = this.#ask("spend", { ...asked, part }, asked);
    return {
      granted,
      attach: (record) => {
        this.#records[entry] = record;
      },
    };
  }

  /**
   * Charges a pay-what-you-get session in full until it is settled; for mechanisms.
   * @param {SessionRequest} request
   * @param {{ group: number, index: number }} [part]
   * @returns {OpenSession}
   * @throws {BudgetExceeded}
   */
  openSession(request, part) {
    const terms = readSessionRequest(request);
    const { epsilon, outcomes, delta, calls } = terms;
    const asked = { epsilon: epsilon * outcomes, delta: delta * calls };
    const { entry, ...granted } = this.#ask("openSession", { ...terms, part }, asked);
    return {
      granted,
      attach: (record) => {
        this.#records[entry] = record;
      },
      settle: (returned, called) => call("settleSession", this.#id, entry, returned, called),
    };
  }

  /**
   * @param {string} verb
   * @param {object} request
   * @param {Loss} asked in all
   */
  #ask(verb, request, { epsilon, delta }) {
    try {
      return call(verb, this.#id, request);
    } catch (error) {
      if (error instanceof BudgetExceeded) {
        error.asked = { epsilon, delta };
        error.left = this.remaining;
      }
      throw error;
    }
  }

  /** Plain data to save the ledger with; `ledger.schema.json` in the package describes it. */
  toJSON() {
    const { spent, remaining } = this;
    const { groups } = call("ledgerState", this.#id);
    return {
      logstar: version,
      budget: this.budget,
      spent,
      remaining,
      groups,
      entries: this.entries,
    };
  }

  /**
   * Continues a saved ledger. Every charge is computed again and the larger one counts, so a resumed
   * ledger is never more generous than the saved one.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @returns {Ledger}
   * @throws {RangeError | TypeError} if it is none, or has spent more than its total
   */
  static fromJSON(saved) {
    const plain = parsedJson(saved);
    if (!Array.isArray(plain?.entries) || !Array.isArray(plain?.groups)) {
      throw new TypeError(`a saved ledger must have entries and groups, got ${describe(saved)}`);
    }
    const ledger = new this(plain.budget);
    const { id } = call(
      "resumeLedger",
      ledger.#budget,
      Array.from(plain.groups, savedGroup),
      Array.from(plain.entries, savedEntry),
    );
    ledger.dispose();
    ledger.#id = id;
    ledger.#records = plain.entries.map(
      (/** @type {any} */ entry) => entry.record ?? entry.records,
    );
    released.register(ledger, id, ledger);
    return ledger;
  }

  /** Frees the memory in the core; the ledger cannot be used afterwards. */
  dispose() {
    released.unregister(this);
    call("disposeLedger", this.#id);
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/**
 * Charges the ledger of a mechanism's options, if there is one. To be called when everything public
 * is checked and before anything is drawn.
 * @param {unknown} ledger
 * @param {LedgerRequest} request
 * @returns {{ granted: Loss, attach: (record: object) => void }}
 */
export function chargeLedger(ledger, request) {
  if (ledger === undefined) {
    return { granted: { epsilon: request.epsilon, delta: request.delta }, attach: () => {} };
  }
  if (![Ledger, LedgerPart, LedgerSteps].some((kind) => ledger instanceof kind)) {
    throw new TypeError(`ledger must be a Ledger or a part of one, got ${describe(ledger)}`);
  }
  return /** @type {Ledger} */ (ledger).charge(request);
}

/**
 * Charges the ledger of a session's options.
 * @param {unknown} ledger
 * @param {SessionRequest} request
 * @returns {OpenSession}
 */
export function openSession(ledger, request) {
  if (ledger instanceof Ledger || ledger instanceof LedgerPart) return ledger.openSession(request);
  throw new TypeError(
    `ledger of a session must be a Ledger or a part of one, got ${describe(ledger)}`,
  );
}

/** @param {LedgerOptions} options */
function readBudget(options) {
  checkOptions("Ledger", options, known);
  const { delta = 0, composition = "basic", neighbors = "add-remove" } = options;
  choiceOption("composition", composition, ["basic", "concentrated"]);
  const usualTail = composition === "basic" ? 0 : numberOption("delta", delta) / 2;
  const { tail = usualTail } = options;
  return {
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    neighbors: neighborsOption(neighbors),
    composition,
    tail: numberOption("tail", tail),
  };
}
