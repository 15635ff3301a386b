import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { kindOf, numberOption, wholeOption } from "../core/options.js";
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
  /** in users; default "auto": the least possible */
  threshold: Optional<number | "auto" | undefined> = optional({ read: readThreshold }, undefined);
  /** in how many reported items a user takes part at most, 1 to 1,000,000; then the user leaves, unseen */
  perUser = whole();
  /** how many steps there may be; default: any number, with a threshold that grows slowly */
  steps = optional(whole(3), 0);
  /** the privacy loss of all steps together, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** default "auto": the one that finds more */
  method = optional(choice(["auto", "charging", "sampled"] as const), "auto");
  /**
   * holdings whose user or item is missing (null, undefined, NaN, an invalid date) are left out (default),
   * or make the step throw, which tells the world that one is there
   */
  missing = missing();
  /** one user with the whole stream; default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statement without `steps`; default 1,000 */
  expectedSteps = optional(whole(), 1000);
  /** of the accuracy statement; default 1,000,000 */
  expectedUsers = optional(whole(), 1e6);
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** is charged once, for all steps */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/** Nothing is counted but what the steps bring. */
class NoFields {}

/**
 * Options of `HeavyHitterMonitor`.
 * @interface
 */
export type HeavyHitterOptions = OptionsOf<Fields>;

/** Who holds an item: an id, told apart as a Map does. */
export type User = string | number | bigint | boolean;

/** From each user to the core's number of it. */
type Users = Map<User, number>;

/**
 * Reports, step after step, the items that many users hold at that moment, without a list of the
 * possible ones.
 *
 * Privacy: all reports together are (epsilon, delta)-differentially private for one user with the whole
 * stream; what users hold may depend on earlier reports. A user counts with one item a step, of several
 * the first. Who has left is not exposed.
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
   *   text, a number, a BigInt or a boolean
   * @returns the items reported, in an order that does not depend on the data
   * @throws {BudgetExceeded} when the declared steps are over
   */
  step<T>(holdings: Iterable<readonly [User, T]>): NonNullable<T>[] {
    const { core } = partsOf(this);
    core.call("checkStep"); // refuses before anything is read
    const { who, numbers, items } = this.#numbered(holdings);
    const reported = core.call<{ items: Iterable<number> }>(
      "step",
      Uint32Array.from(who),
      Float64Array.from(numbers),
    );
    return [...reported.items].map((number) => items[number]!).sort(compareItems);
  }

  /**
   * Goes on where `toJSON` left off. The ledger was charged when it was made, and is not again. To go on
   * twice from one saved state is to ask twice for the price of once.
   * @param saved what `toJSON` returned, or its text
   * @throws {RangeError | TypeError} if it is none
   */
  static fromJSON(saved: string | object): HeavyHitterMonitor {
    return new HeavyHitterMonitor(resumed(kind, saved));
  }

  /** Users and items as the core's numbers. Items are numbered within the step only. */
  #numbered<T>(holdings: Iterable<readonly [User, T]>) {
    const { kept: users, request } = partsOf(this);
    if (typeof holdings?.[Symbol.iterator] !== "function") {
      throw new TypeError(
        `holdings must be a Map from user to item or pairs of them, got ${kindOf(holdings)}`,
      );
    }
    const all: (readonly [User, T])[] = [...attached(holdings, "holdings")]; // all of it, before anything is kept of it
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
    const items: Map<NonNullable<T>, number> = new Map();
    const who: number[] = [];
    const numbers: number[] = [];
    for (const [user, item] of pairs as [User, NonNullable<T>][]) {
      if (!users.has(user)) users.set(user, users.size);
      if (!items.has(item)) items.set(item, items.size);
      who.push(users.get(user)!);
      numbers.push(items.get(item)!);
    }
    return { who, numbers, items: [...items.keys()] };
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

/** For "auto" the core is given none. */
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
  parameters: { method },
  conditions,
}: Claim) {
  const { expectedSteps, expectedUsers } = conditions;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const start =
    method === "sampled"
      ? `For holdings that do not depend on earlier reports and items of which no holder has left: ${sure.toLowerCase()}`
      : sure;
  return `${start} over ${formatCount(expectedSteps)} steps and up to ${formatCount(expectedUsers)} users, every item held by at least ${formatCount(error)} active users is reported. Every reported item is held by an active user.`;
}
