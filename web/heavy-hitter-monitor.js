import { attached } from "./attached.js";
import { CoreObject } from "./core-object.js";
import { compareItems } from "./item-order.js";
import { checkItem } from "./items.js";
import { call } from "./load.js";
import { isMissing, leaveOut, missingOption } from "./missing.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  describe,
  kindOf,
  neighborsOption,
  numberOption,
  wholeOption,
} from "./options.js";
import { decodedValue, encodedValue } from "./plain-values.js";
import { percent, releaseRecord, rounded } from "./record.js";
import { release } from "./release.js";
import { Resumed, readSaved, samePlan, savedMechanism, savedNumbers } from "./saved-state.js";

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
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged once, for all steps
 */

/**
 * Who holds an item: an id, told apart as a Map does.
 * @typedef {string | number | bigint | boolean} User
 */

const mechanism = "HeavyHitterMonitor";
const known = [
  ...["threshold", "perUser", "steps", "epsilon", "delta", "method", "neighbors"],
  ...["expectedSteps", "expectedUsers", "confidence", "missing", "ledger"],
];

/**
 * Reports, step after step, the items that many users hold at that moment, without a list of the
 * possible ones.
 *
 * Privacy: all reports together are (epsilon, delta)-differentially private for one user with the whole
 * stream; what users hold may depend on earlier reports. A user counts with one item a step, of several
 * the first. Who has left is not exposed.
 * Source: KMS20 Section 4, in logstar's form; docs/guarantees/heavy-hitters.md.
 */
export class HeavyHitterMonitor {
  #parts;

  /**
   * @param {HeavyHitterOptions} options
   * @throws {RangeError | TypeError} naming the option
   */
  constructor(options) {
    this.#parts =
      options instanceof Resumed
        ? /** @type {ReturnType<typeof begin>} */ (options.parts)
        : begin(options);
  }

  /** What a data officer needs to check it. */
  get record() {
    return this.#parts.record;
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
    this.#parts.core.call("checkStep"); // refuses before anything is read
    const { who, numbers, items } = this.#numbered(holdings);
    const reported = this.#parts.core.call(
      "step",
      Uint32Array.from(who),
      Float64Array.from(numbers),
    );
    return [...reported.items].map((number) => items[number]).sort(compareItems);
  }

  /** Private state to go on with later: keep it as secret as the data, and go on from it once only. */
  toJSON() {
    const { left, stepsDone } = this.#parts.core.call("stateOf");
    const { request, plan, record } = this.#parts;
    return savedMechanism(mechanism, {
      request,
      plan,
      record,
      state: {
        stepsDone,
        users: [...this.#parts.users.keys()].slice(0, left.length).map(encodedValue),
        left: [...left],
      },
    });
  }

  /**
   * Goes on where `toJSON` left off. The ledger was charged when it was made, and is not again. To go on
   * twice from one saved state is to ask twice for the price of once.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @returns {HeavyHitterMonitor}
   * @throws {RangeError | TypeError} if it is none
   */
  static fromJSON(saved) {
    const plain = readSaved(mechanism, saved);
    const left = savedNumbers("left", plain.state.left);
    const users = Array.isArray(plain.state.users) ? plain.state.users.map(readUser) : [];
    if (users.length !== left.length || new Set(users).size !== left.length) {
      throw new TypeError("saved users must be as many different ones as left has numbers");
    }
    const request = readRequest(/** @type {any} */ (plain.request));
    const plan = call("planHeavyHitterMonitor", request);
    samePlan(plain, plan);
    const stepsDone = wholeOption("saved stepsDone", plain.state.stepsDone, 0, 2 ** 52);
    const { id } = call("resumeHeavyHitterMonitor", request, { left, stepsDone });
    return new HeavyHitterMonitor(
      /** @type {any} */ (
        new Resumed({
          core: new CoreObject(mechanism, id),
          request,
          plan,
          record: plain.record,
          users: new Map(users.map((user, number) => [user, number])),
        })
      ),
    );
  }

  /** Frees the memory in the core; no further step can be made. */
  dispose() {
    this.#parts.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }

  /**
   * Users and items as the core's numbers. Items are numbered within the step only.
   * @param {Iterable<readonly [User, any]>} holdings
   */
  #numbered(holdings) {
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
      leaveOut(this.#parts.request.missing, "holdings");
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
      if (!this.#parts.users.has(user)) this.#parts.users.set(user, this.#parts.users.size);
      if (!items.has(item)) items.set(item, items.size);
      who.push(/** @type {number} */ (this.#parts.users.get(user)));
      numbers.push(items.get(item));
    }
    return { who, numbers, items: [...items.keys()] };
  }
}

/** @param {HeavyHitterOptions} options */
function begin(options) {
  checkOptions(mechanism, options, known);
  const request = readRequest(options);
  const { epsilon, delta, neighbors } = request;
  call("planHeavyHitterMonitor", request);
  const { drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors, boundedRange: false },
    draw: (_, granted) => {
      const asked = { ...request, ...granted };
      const plan = call("planHeavyHitterMonitor", asked);
      const core = new CoreObject(mechanism, call("createHeavyHitterMonitor", asked).id);
      return { core, request: asked, plan };
    },
    record: ({ plan }) => recordOf(request, plan),
  });
  return {
    ...drawn,
    record,
    users: /** @type {Map<User, number>} the core's number of each user */ (new Map()),
  };
}

/** @param {HeavyHitterOptions} options */
function readRequest(options) {
  const { threshold = "auto", method = "auto", neighbors = "add-remove" } = options;
  const { expectedSteps = 1000, expectedUsers = 1e6, confidence = 0.95 } = options;
  return {
    threshold: threshold === "auto" ? undefined : numberOption("threshold", threshold),
    perUser: wholeOption("perUser", options.perUser, 1, 1e6),
    steps: options.steps === undefined ? 0 : wholeOption("steps", options.steps, 0, 2 ** 52),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    method: choiceOption("method", method, ["auto", "charging", "sampled"]),
    neighbors: neighborsOption(neighbors),
    expectedSteps: wholeOption("expectedSteps", expectedSteps, 1, 2 ** 52),
    expectedUsers: wholeOption("expectedUsers", expectedUsers, 1, 2 ** 52),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
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

/**
 * @param {ReturnType<typeof readRequest>} request
 * @param {any} plan
 */
function recordOf(request, plan) {
  const { epsilon, delta, neighbors, confidence, perUser, steps } = request;
  const stream = `${rounded(steps === 0 ? request.expectedSteps : steps)} steps`;
  return releaseRecord({
    mechanism: `${mechanism} by ${plan.method}`,
    parameters: {
      perUser,
      steps: steps === 0 ? "any number" : steps,
      threshold: plan.threshold,
      surelyFound: plan.surelyFound,
      method: plan.method,
      why: request.method === "auto" ? "it surely finds smaller items than the other" : "asked for",
      noiseScale: plan.noiseScale,
      keptShare: plan.keptShare,
    },
    neighbors,
    protects: "users",
    epsilon,
    delta,
    public: "the parameters, the reported items and the number of steps; not who has left",
    accuracy: {
      kind: "count",
      error: plan.surelyFound,
      confidence,
      statement: `With ${percent(confidence)} confidence, over ${stream} and up to ${rounded(request.expectedUsers)} users, every item that ${rounded(plan.surelyFound)} users still taking part hold is reported. Every item reported is held by somebody.`,
    },
    proof: "docs/guarantees/heavy-hitters.md",
  });
}
