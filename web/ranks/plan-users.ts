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
  /** the quantile, 0.5 for a median, or a list of several at once; default: any interior point */
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
  /**
   * default 0; above 0 for private groups, and for interior points by cut choice; algorithms that need none spend
   * none
   */
  delta = optional({ ...delta(), example: undefined }, 0);
  /** the possible values; default: `reals()` */
  domain: Optional<Domain<unknown>> = domain();
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the claim on a group chosen beforehand; default 0.95 */
  confidence = confidence();
  /** the names of the groups that are answered, or "private" */
  groups = new UserFields().groups;
  /**
   * for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.5, for interior
   * points 0.2
   */
  discoveryShare = new UserFields().discoveryShare;
  /** whether there is no answer rather than one outside the data; default true */
  abstain = new UserFields().abstain;
}

/**
 * Options of `plan.usersNeeded`.
 * @interface
 */
export type UsersNeededOptions = OptionsOf<UsersNeededFields>;

/** The needs of one algorithm that answers about users. */
export interface UsersNeededPlan {
  /** the value of `algorithm`; for several quantiles "recursion" or "separate" */
  algorithm: "exponential" | "cut" | "recursion" | "separate";
  /**
   * the sufficient number of users, in all or in each group, for answers between the smallest and the largest value;
   * Infinity if it cannot run with these options
   */
  users: number;
  /** of quantiles: the maximum weight, in users, of the rows between an answer and the true value */
  error?: number;
  /**
   * for quantiles: the median weight of the rows between an answer and the true value, in users, on smooth
   * data. For interior points: the number of users with which half of the answers lie within such data. Neither
   * is a guarantee. Absent if unknown, as for keys of more than 64 bits
   */
  usual?: number;
  /**
   * for private groups, selected before the answers: the users that a group needs for release, with the
   * requested confidence
   */
  namedFrom?: number;
  /** the number for an even chance */
  halfReleasedAt?: number;
  /** the loss of a run */
  loss: { epsilon: number; delta: number };
  /** whether `algorithm: "auto"` takes it */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

export const usersNeededDeclaration = new Declaration({
  name: "plan.usersNeeded",
  Fields: UsersNeededFields,
});

/**
 * Returns the sufficient number of users, in all or in each group, for answers inside the data with the requested
 * confidence. It covers an interior point, a median or other quantiles of rows of users, and states their
 * maximum error. For private groups it also returns the number of users that a group needs for release. The
 * draws run with these numbers. A user in several groups counts in each with their share of rows there; one value per
 * user (`perUser`) costs no more.
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
