import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  neighbors,
  number,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { perUserOrSpread } from "../data/fields.js";
import { boundsUpTo, leastOf, usersForOne } from "../ledger/guessed-per-user.js";
import { leastPossibleFor } from "../ledger/least-possible.js";
import { topKDeclaration, type Variant } from "./options.js";

class PlanFields {
  /** the maximum number of items to return, 1 to 1,000,000 */
  k = whole(2);
  /**
   * the maximum number of items per user, 1 to 1,000,000,000, or Infinity; or "spread". By default the
   * plan compares bounds up to `itemsPerUser`, and "spread"
   */
  perUser = optional(perUserOrSpread(), undefined);
  /**
   * a guess, without the data, of the number of items per user, 1 to 1,000,000,000; default `perUser` if it is
   * such a number, else 1
   */
  itemsPerUser = optional(whole(1), undefined);
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** the number of most frequent items from which the first variants draw; default 10 k */
  kBar = optional(whole(20), undefined);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence that an item returns; default 0.95 */
  confidence = confidence();
}

/**
 * Options of `plan.topK`.
 * @interface
 */
export type TopKPlanOptions = OptionsOf<PlanFields>;

/** The needs of one way of ranking items. */
export interface TopKPlan {
  /** the algorithm */
  variant: Variant;
  /** the noise of "threshold" */
  noise?: "laplace" | "gaussian";
  /** the maximum number of items per user, or "spread" */
  perUser: number | "spread";
  /**
   * the number of users that an item among the k highest needs, each with `itemsPerUser` items, to return with
   * the confidence; for variants that draw, how many more than item kBar + 1 has
   */
  namedFrom: number;
  /**
   * no algorithm of this privacy that never names an item without users names one of fewer users with the
   * confidence: `plan.leastPossible`
   */
  leastPossible: number;
  /** whether noisy counts come at no further cost */
  countsAreFree: boolean;
  /** whether that is the least of all */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

export const topKPlanDeclaration = new Declaration({ name: "plan.topK", Fields: PlanFields });

/**
 * Compares ways to rank items by the number of users that an item needs. The variants that draw compare items
 * with the first omitted item, which this plan takes to have no users; the users that it has, as in most data,
 * add to their needs. So "threshold" wins a tie.
 *
 * @throws {RangeError | TypeError}
 */
export function topKPlan(options: TopKPlanOptions): TopKPlan[] {
  const { perUser, itemsPerUser, ...read } = topKPlanDeclaration.read(options);
  const isBound = typeof perUser === "number" && perUser !== Number.POSITIVE_INFINITY;
  const guess = itemsPerUser ?? (isBound ? perUser : 1);
  const { epsilon, delta, neighbors, confidence } = read;
  const least = leastPossibleFor({ task: "topK", epsilon, delta, neighbors, confidence });
  const given = { ...read, guess, leastPossible: least };
  if (perUser === undefined) return leastOf(everyBound(given), "items");
  const noises = ["laplace", "gaussian"] as const;
  const ways =
    isBound || perUser === "spread" ? noises.map((noise) => above(given, perUser, noise)) : [];
  if (perUser !== "spread") {
    if (isBound) ways.push(drawn(given, perUser, "laplace"));
    ways.push(drawn(given, perUser, isBound ? "limited-domain" : "strict"));
  }
  return leastOf(ways, "items");
}

/** The options, and the number of items per user by guess. */
type Given = Omit<Request<PlanFields>, "perUser" | "itemsPerUser"> & {
  guess: number;
  leastPossible: number;
};

const everyBound = (given: Given): Omit<TopKPlan, "chosen" | "why">[] => [
  above(given, "spread", "auto"),
  ...boundsUpTo(given.guess).map((bound) => above(given, bound, "auto")),
  drawn(given, given.guess, "limited-domain"),
];

function above(
  { guess, kBar: _, leastPossible, ...read }: Given,
  perUser: number | "spread",
  asked: "auto" | "laplace" | "gaussian",
): Omit<TopKPlan, "chosen" | "why"> {
  const { conditions, parameters } = topKDeclaration.claim({
    ...{ ...read, perUser, variant: "threshold", noise: asked },
  });
  const noise = parameters.noise ?? "laplace";
  const namedFrom = Math.ceil(conditions.namedFrom! * usersForOne(perUser, guess));
  return { variant: "threshold", noise, perUser, namedFrom, leastPossible, countsAreFree: true };
}

function drawn(
  { guess, leastPossible, ...read }: Given,
  perUser: number,
  variant: "laplace" | "limited-domain" | "strict",
): Omit<TopKPlan, "chosen" | "why"> {
  const { conditions } = topKDeclaration.claim({ ...read, perUser, variant });
  const namedFrom = Math.ceil(conditions.namedFrom! * usersForOne(perUser, guess));
  return { variant, perUser, namedFrom, leastPossible, countsAreFree: variant === "laplace" };
}
