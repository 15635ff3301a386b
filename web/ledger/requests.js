import {
  checkOptions,
  choiceOption,
  describe,
  flagOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";

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
 * @property {import("./ledger.js").Loss} granted what each outcome and each call has to run with
 * @property {(record: object) => void} attach where its record goes
 * @property {(returned: number, called: number) => void} settle gives back what was not used; once
 */

/**
 * Checks what a mechanism asks a ledger for: the core reads numbers and text, and trusts their kind.
 * @param {import("./ledger.js").LedgerRequest} request
 * @returns {import("./ledger.js").LedgerRequest}
 */
export function readRequest(request) {
  const names = ["mechanism", "epsilon", "delta", "neighbors", "boundedRange", "rho"];
  checkOptions("a ledger's charge", request, names);
  const { mechanism, epsilon, delta, neighbors, boundedRange, rho } = request;
  flagOption("boundedRange", boundedRange);
  return {
    mechanism: nameOf(mechanism),
    epsilon: lossOption("epsilon", epsilon),
    delta: lossOption("delta", delta),
    neighbors: neighborsOption(neighbors),
    boundedRange,
    ...(rho !== undefined && { rho: lossOption("rho", rho) }),
  };
}

/**
 * The same for a session that pays for what comes back.
 * @param {SessionRequest} request
 * @returns {SessionRequest}
 */
export function readSessionRequest(request) {
  const names = ["mechanism", "epsilon", "outcomes", "delta", "calls"];
  checkOptions("a ledger's openSession", request, names);
  return {
    mechanism: nameOf(request.mechanism),
    epsilon: lossOption("epsilon", request.epsilon),
    outcomes: wholeOption("outcomes", request.outcomes, 1, 2 ** 40),
    delta: lossOption("delta", request.delta),
    calls: wholeOption("calls", request.calls, 1, 2 ** 40),
  };
}

/** @param {unknown} mechanism */
function nameOf(mechanism) {
  if (typeof mechanism === "string") return mechanism;
  throw new TypeError(`mechanism must be text, got ${describe(mechanism)}`);
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function lossOption(name, value) {
  const number = numberOption(name, value);
  if (number >= 0 && number < Number.POSITIVE_INFINITY) return number;
  throw new RangeError(`${name} must be a number from 0, got ${number}`);
}

/**
 * The total of a ledger.
 * @param {import("./ledger.js").LedgerOptions} options
 */
export function readBudget(options) {
  checkOptions("Ledger", options, ["epsilon", "delta", "neighbors", "composition", "tail"]);
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
