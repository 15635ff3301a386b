import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { numberOption } from "../core/options.js";
import type { Domain } from "../data/domains.js";
import { domain } from "../data/fields.js";
import { flat } from "../data/values.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import { UserFields } from "./user-options.js";
import { userRequest } from "./users.js";

class UsersNeededFields {
  /** which quantile, 0.5 for a median, or a list of several at once; default: any interior point */
  q: Optional<number | number[] | undefined> = {
    kind: "number or list of numbers",
    example: 0.5,
    read: (name, value) => {
      if (typeof value !== "object" || value === null) return numberOption(name, value);
      return Array.from(flat(value, name), (one) => numberOption(name, one));
    },
    fallback: () => undefined,
  };
  /** the privacy loss of everything together, 1e-9 to 10,000 */
  epsilon = number();
  /** default 0; above 0 for private groups, and for interior points by cut choice; not spent where nothing needs it */
  delta = optional({ ...delta(), example: undefined }, 0);
  /** which values there are; default: `reals()` */
  domain: Optional<Domain<unknown>> = domain();
  /** default "add-remove" */
  neighbors = neighbors();
  /** that a group chosen beforehand has what is said; default 0.95 */
  confidence = confidence();
  /** the names of the groups that are answered, or "private" */
  groups = new UserFields().groups;
  /** for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.5, for interior points 0.2 */
  discoveryShare = new UserFields().discoveryShare;
  /** whether there is no answer rather than one outside the data; default true */
  abstain = new UserFields().abstain;
}

/**
 * Options of `plan.usersNeeded`.
 * @interface
 */
export type UsersNeededOptions = OptionsOf<UsersNeededFields>;

/** What one algorithm needs for answers about users. */
export interface UsersNeededPlan {
  /** what to pass as `algorithm`; of several quantiles one of the last two */
  algorithm: "exponential" | "cut" | "recursion" | "separate";
  /**
   * how many users are enough, in all or in each group, for answers between the smallest and the largest value;
   * Infinity if it cannot run with these options
   */
  users: number;
  /** of quantiles: how many users the rows between an answer and the true value weigh at most */
  error?: number;
  /**
   * of quantiles: the median of what the rows between an answer and the true value weigh, in users, on smooth data;
   * else the number of users with which half of the answers lie within such data: no guarantee. It is left out where
   * it is not known, of keys of more than 64 bits
   */
  usual?: number;
  /**
   * of private groups that are found before they are answered: how many users are enough for a group to be named,
   * with the confidence asked for
   */
  namedFrom?: number;
  /** how many for an even chance */
  halfReleasedAt?: number;
  /** what a run spends */
  loss: { epsilon: number; delta: number };
  /** whether `algorithm: "auto"` takes it */
  chosen: boolean;
  /** it can or cannot be used, in words */
  why: string;
}

export const usersNeededDeclaration = new Declaration({
  name: "plan.usersNeeded",
  Fields: UsersNeededFields,
});

/**
 * How many users the rows have to be of so that, with the confidence asked for, an interior point, a median or
 * other quantiles of rows of users lie inside the data, and how far off they may be: in all, or in each group.
 * Of private groups also how many users it takes that a group is named at all. It is what the draws run with;
 * a user who is in several groups counts in each for the share of rows that is there, and one value a user
 * (`perUser`) costs no more.
 *
 * @returns one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function usersNeeded(options: UsersNeededOptions): UsersNeededPlan[] {
  const { q, ...read } = usersNeededDeclaration.read(options);
  const quantiles = typeof q === "number" ? [q] : q;
  const asked = { ...read, algorithm: "auto" };
  const request = userRequest(asked, { isKnown: true, columns: {} }, quantiles);
  const plans = call<PlanFromCore[]>("userRanksPlans", request);
  return plans.map(({ available, epsilon, delta, reason, ...plan }) => ({
    ...plan,
    users: available ? plan.users : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta },
    why: available ? whyEnough(plan, read) : `It ${reason}.`,
  }));
}

type PlanFromCore = Omit<UsersNeededPlan, "loss" | "why"> & {
  available: boolean;
  epsilon: number;
  delta: number;
  reason: string;
};

function whyEnough(
  {
    users,
    namedFrom,
    halfReleasedAt,
  }: { users: number; namedFrom?: number; halfReleasedAt?: number },
  { groups, confidence }: { groups?: unknown; confidence: number },
) {
  const where = groups === undefined ? "" : " in a group";
  const enough = `${formatCount(users)} users${where} suffice with ${formatPercent(confidence)} confidence`;
  if (namedFrom === undefined) return `${enough}.`;
  return `${enough}; a group whose rows weigh ${formatCount(halfReleasedAt as number)} users is released at least half of the time, one of ${formatCount(namedFrom)} with ${formatPercent(confidence)} confidence.`;
}
