import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  flag,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { kindOf, numberOption, wholeOption } from "../core/options.js";
import { weightOf } from "../data/answers.js";
import { attached } from "../data/attached.js";
import { missing } from "../data/fields.js";
import { compareItems } from "../data/item-order.js";
import { checkItem } from "../data/items.js";
import { isMissing, leaveOut } from "../data/missing.js";
import { decodedValue, encodedValue } from "../data/plain-values.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type Asked, Conversation, type Kind, partsOf, resumed } from "./conversation.js";
import { savedNumbers } from "./saved-state.js";

class Fields {
  /** the threshold in users; default "auto": the least possible */
  threshold: Optional<number | "auto" | undefined> = optional({ read: readThreshold }, undefined);
  /**
   * how many reports of their items retire a user, unseen, 1 to 1,000,000. With `weighted`, a report counts for a user
   * with a probability of about the weight
   */
  perUser = whole();
  /**
   * whether each holding has a weight between 0 and 1, kept to 2^-20; an item then counts as the sum of its users'
   * weights. Default false
   */
  weighted = optional(flag(), false);
  /** the maximum number of steps; default: any number, with a threshold that grows slowly */
  steps = optional(whole(3), 0);
  /** the privacy loss of all steps together, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** default "auto": the method that finds more */
  method = optional(choice(["auto", "charging", "sampled"] as const), "auto");
  /**
   * holdings with a missing user or item (null, undefined, NaN, an invalid date) are skipped (default), or make
   * the step throw, which reveals that one exists
   */
  missing = missing();
  /** one user with the whole stream; default "add-remove" */
  neighbors = neighbors();
  /** the number of steps in the accuracy statement, if `steps` is absent; default 1,000 */
  expectedSteps = optional(whole(), 1000);
  /** the number of users in the accuracy statement; default 1,000,000 */
  expectedUsers = optional(whole(), 1e6);
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged once, for all steps */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/** The monitor has no data beyond its steps. */
class NoFields {}

/**
 * Options of `HeavyHitterMonitor`.
 * @interface
 */
export type HeavyHitterOptions = OptionsOf<Fields>;

/** The id of a user, equal to another id if a Map treats both as the same key. */
export type User = string | number | bigint | boolean;

/** A user with an item, and with its weight if the monitor is `weighted`. */
export type Holding<T> = readonly [user: User, item: T, weight?: number];

/** From each user to the core's number of it. */
type Users = Map<User, number>;

/**
 * Reports, step after step, the items that many users hold at that moment, without a list of the
 * possible ones.
 *
 * Privacy: all reports together are (epsilon, delta)-differentially private for one user with the whole stream;
 * the users' items may depend on earlier reports. A user counts with one item a step, of several the first. The
 * reports do not state which users are retired.
 * Source: KMS20 Section 4, in logstar's form; docs/guarantees/heavy-hitters.md.
 */
export class HeavyHitterMonitor extends Conversation<Asked<Fields>, Users> {
  /** @throws {RangeError | TypeError} naming the option */
  constructor(options: HeavyHitterOptions) {
    super(kind, options);
  }

  /**
   * One step of the stream.
   * @param holdings who holds what now: a Map from user to item, or pairs. Both are anything that a Map tells apart:
   *   text, a number, a BigInt or a boolean. With `weighted`: triples of user, item and weight, in which a weight of
   *   0 or below is as no holding, and one above 1 counts as 1
   * @returns the items reported, in an order that does not depend on the data
   * @throws {BudgetExceeded} when the declared steps are over
   */
  step<T>(holdings: Iterable<Holding<T>>): NonNullable<T>[] {
    const { core } = partsOf(this);
    core.call("checkStep"); // throws before any read
    const { who, numbers, weights, items } = this.#numbered(holdings);
    const reported = core.call<{ items: Iterable<number> }>(
      "step",
      Uint32Array.from(who),
      Float64Array.from(numbers),
      Float64Array.from(weights),
    );
    return [...reported.items].map((number) => items[number]!).sort(compareItems);
  }

  /**
   * Resumes from `toJSON`, without a further charge. Resume each saved state once only: two copies would answer
   * twice for one charge.
   * @param saved the result of `toJSON`, or its text
   * @throws {RangeError | TypeError} if it is not a saved state
   */
  static fromJSON(saved: string | object): HeavyHitterMonitor {
    return new HeavyHitterMonitor(resumed(kind, saved));
  }

  /** Users and items as the core's numbers. Items are numbered within the step only. */
  #numbered<T>(holdings: Iterable<Holding<T>>) {
    const { kept: users, request } = partsOf(this);
    if (typeof holdings?.[Symbol.iterator] !== "function") {
      throw new TypeError(
        `holdings must be a Map from user to item or pairs of them, got ${kindOf(holdings)}`,
      );
    }
    const { weighted } = request;
    const all: Holding<T>[] = [...attached(holdings, "holdings")]; // reads all of it before it stores any
    const pairs = all.filter((pair) => {
      if (!Array.isArray(pair)) {
        throw new TypeError(`holdings must be pairs of user and item, got ${kindOf(pair)}`);
      }
      const isWhole = !isMissing(pair[0]) && !isMissing(pair[1]);
      if (isWhole && !(weighted && isMissing(pair[2]))) return true;
      leaveOut(request.missing, "holdings");
      return false;
    });
    const weights: number[] = [];
    for (const pair of pairs) {
      checkItem(pair[0], "users");
      checkItem(pair[1], "holdings"); // other values have no order except their order in the data
      if (weighted) weights.push(weightOf("holdings", pair[2]));
    }
    const items: Map<NonNullable<T>, number> = new Map();
    const who: number[] = [];
    const numbers: number[] = [];
    for (const [user, item] of pairs as [User, NonNullable<T>][]) {
      if (!users.has(user)) users.set(user, users.size);
      if (!items.has(item)) items.set(item, items.size);
      who.push(users.get(user)!);
      numbers.push(items.get(item)!);
    }
    return { who, numbers, weights, items: [...items.keys()] };
  }
}

export const heavyHitterMonitorDeclaration = new Declaration({
  name: "HeavyHitterMonitor",
  Fields,
  example: { options: { threshold: "auto" } },
});

const kind: Kind<Asked<Fields>, Users> = {
  declared: heavyHitterMonitorDeclaration,
  Data: NoFields,
  checkData() {},
  read: () => ({ kept: new Map() }),
  statement: statementOf,
  plan: ["method", "rate", "noiseScale", "keptShare", "threshold", "surelyFound"],
  save: ({ left, stepsDone }: { left: Float64Array; stepsDone: number }, users) => ({
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

/** For "auto" the core chooses. */
function readThreshold(name: string, threshold: unknown): number | undefined {
  return threshold === "auto" ? undefined : numberOption(name, threshold);
}

function readUser(saved: unknown): User {
  const user = decodedValue(saved, "saved users");
  checkItem(user, "saved users");
  return user as User;
}

/**
 * `sampled` holds for sets of users fixed beforehand, as for a ThresholdMonitor (docs/guarantees/heavy-hitters.md,
 * "Utility").
 */
function statementOf({
  accuracy: { error, confidence },
  parameters: { method, weighted },
  conditions,
}: Claim) {
  const { expectedSteps, expectedUsers } = conditions;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const start =
    method === "sampled"
      ? `For holdings that do not depend on earlier reports and items of which no holder has left: ${sure.toLowerCase()}`
      : sure;
  const frequent = weighted
    ? `whose active users' weights add up to at least ${formatCount(error)}`
    : `held by at least ${formatCount(error)} active users`;
  return `${start} over ${formatCount(expectedSteps)} steps and up to ${formatCount(expectedUsers)} users, every item ${frequent} is reported. Every reported item is held by an active user.`;
}
