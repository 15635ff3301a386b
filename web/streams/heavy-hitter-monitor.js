import { choiceOption, describe, kindOf, numberOption, wholeOption } from "../core/options.js";
import { attached } from "../data/attached.js";
import { compareItems } from "../data/item-order.js";
import { checkItem } from "../data/items.js";
import { isMissing, leaveOut } from "../data/missing.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";
import { percent, rounded } from "../ledger/record.js";
import { Conversation, partsOf, readCommon, resumed } from "./conversation.js";
import { savedNumbers } from "./saved-state.js";

/**
 * Options of `HeavyHitterMonitor`.
 * @typedef {object} HeavyHitterOptions
 * @property {number | "auto"} [threshold] in users; default "auto": the least possible
 * @property {number} perUser in how many reported items one user takes part at most, 1 to 1,000,000;
 *   then the user leaves, unseen
 * @property {number} [steps] how many steps there may be; default: any number, with a threshold that
 *   grows slowly
 * @property {number} epsilon the privacy loss of all steps together, 1e-9 to 10,000
 * @property {number} delta above 0; far below 1 / (number of users)
 * @property {"auto" | "charging" | "sampled"} [method] default "auto": the one that finds more
 * @property {"drop" | "throw"} [missing] holdings whose user or item is missing (null, undefined, NaN, an
 *   invalid date) are left out (default), or make the step throw, which tells the world that one is there
 * @property {"add-remove" | "replace"} [neighbors] one user with the whole stream; default "add-remove"
 * @property {number} [expectedSteps] of the accuracy statement without `steps`; default 1,000
 * @property {number} [expectedUsers] of the accuracy statement; default 1,000,000
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged once, for all steps
 */

/**
 * Who holds an item: an id, told apart as a Map does.
 * @typedef {string | number | bigint | boolean} User
 */

/**
 * Reports, step after step, the items that many users hold at that moment, without a list of the
 * possible ones.
 *
 * Privacy: all reports together are (epsilon, delta)-differentially private for one user with the whole
 * stream; what users hold may depend on earlier reports. A user counts with one item a step, of several
 * the first. Who has left is not exposed.
 * Source: KMS20 Section 4, in logstar's form; docs/guarantees/heavy-hitters.md.
 */
export class HeavyHitterMonitor extends Conversation {
  /**
   * @param {HeavyHitterOptions} options
   * @throws {RangeError | TypeError} naming the option
   */
  constructor(options) {
    super(kind, options);
  }

  /**
   * One step of the stream.
   * @template T
   * @param {Iterable<readonly [User, T]>} holdings who holds what now: a Map from user to item, or
   *   pairs. Both are anything that a Map tells apart: text, a number, a BigInt or a boolean
   * @returns {NonNullable<T>[]} the items reported, in an order that does not depend on the data
   * @throws {BudgetExceeded} when the declared steps are over
   */
  step(holdings) {
    const { core } = partsOf(this);
    core.call("checkStep"); // refuses before anything is read
    const { who, numbers, items } = this.#numbered(holdings);
    const reported = core.call("step", Uint32Array.from(who), Float64Array.from(numbers));
    return [...reported.items].map((number) => items[number]).sort(compareItems);
  }

  /**
   * Goes on where `toJSON` left off. The ledger was charged when it was made, and is not again. To go on
   * twice from one saved state is to ask twice for the price of once.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @returns {HeavyHitterMonitor}
   * @throws {RangeError | TypeError} if it is none
   */
  static fromJSON(saved) {
    return new HeavyHitterMonitor(resumed(kind, saved));
  }

  /**
   * Users and items as the core's numbers. Items are numbered within the step only.
   * @param {Iterable<readonly [User, any]>} holdings
   */
  #numbered(holdings) {
    const { kept: users, request } = partsOf(this);
    if (typeof (/** @type {any} */ (holdings)?.[Symbol.iterator]) !== "function") {
      throw new TypeError(
        `holdings must be a Map from user to item or pairs of them, got ${describe(holdings)}`,
      );
    }
    const all = [...attached(holdings, "holdings")]; // all of it, before anything is kept of it
    const pairs = all.filter((pair) => {
      if (!Array.isArray(pair)) {
        throw new TypeError(`holdings must be pairs of user and item, got ${kindOf(pair)}`);
      }
      if (!isMissing(pair[0]) && !isMissing(pair[1])) return true;
      leaveOut(request.missing, "holdings");
      return false;
    });
    for (const pair of pairs) {
      checkItem(pair[0], "users");
      checkItem(pair[1], "holdings"); // others have no order but that of the data
    }
    const items = new Map();
    const who = [];
    const numbers = [];
    for (const [user, item] of pairs) {
      if (!users.has(user)) users.set(user, users.size);
      if (!items.has(item)) items.set(item, items.size);
      who.push(users.get(user));
      numbers.push(items.get(item));
    }
    return { who, numbers, items: [...items.keys()] };
  }
}

/** @type {import("./conversation.js").Kind} */
const kind = {
  name: "HeavyHitterMonitor",
  options: [
    ...["threshold", "perUser", "steps", "epsilon", "delta", "method", "neighbors"],
    ...["expectedSteps", "expectedUsers", "confidence", "missing"],
  ],
  data: [],
  hasRecords: () => false,
  request: readRequest,
  read: () => ({ kept: new Map() }), // from each user to the core's number of it
  statement: statementOf,
  plan: ["method", "rate", "noiseScale", "keptShare", "threshold", "surelyFound"],
  save: ({ left, stepsDone }, users) => ({
    stepsDone,
    users: [...users.keys()].slice(0, left.length).map(encodedValue),
    left: [...left],
  }),
  restore({ state }) {
    const left = savedNumbers("left", state.left);
    const users = Array.isArray(state.users) ? state.users.map(readUser) : [];
    if (users.length !== left.length || new Set(users).size !== left.length) {
      throw new TypeError("saved users must be as many different ones as left has numbers");
    }
    return {
      state: { left, stepsDone: wholeOption("saved stepsDone", state.stepsDone, 0, 2 ** 52) },
      kept: new Map(users.map((user, number) => [user, number])),
    };
  },
};

/** @param {HeavyHitterOptions} options */
function readRequest(options) {
  const { threshold = "auto", method = "auto" } = options;
  const { expectedSteps = 1000, expectedUsers = 1e6 } = options;
  return {
    ...readCommon(options),
    threshold: threshold === "auto" ? undefined : numberOption("threshold", threshold),
    perUser: wholeOption("perUser", options.perUser, 1, 1e6),
    steps: options.steps === undefined ? 0 : wholeOption("steps", options.steps, 0, 2 ** 52),
    delta: numberOption("delta", options.delta),
    method: choiceOption("method", method, ["auto", "charging", "sampled"]),
    expectedSteps: wholeOption("expectedSteps", expectedSteps, 1, 2 ** 52),
    expectedUsers: wholeOption("expectedUsers", expectedUsers, 1, 2 ** 52),
  };
}

/**
 * @param {unknown} saved
 * @returns {User}
 */
function readUser(saved) {
  const user = decodedValue(saved, "saved users");
  checkItem(user, "saved users");
  return user;
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence }, conditions }) {
  const { expectedSteps, expectedUsers } = conditions;
  return `With ${percent(confidence)} confidence, over ${rounded(expectedSteps)} steps and up to ${rounded(expectedUsers)} users, every item that ${rounded(error)} users still taking part hold is reported. Every item reported is held by somebody.`;
}
