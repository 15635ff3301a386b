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
import { topKDeclaration, type Variant } from "./options.js";

class PlanFields {
  /** how many items to return at most, 1 to 1,000,000 */
  k = whole(2);
  /**
   * at how many items one user counts at most, 1 to 1,000,000,000, or Infinity; or "spread". Left out, bounds up to
   * `itemsPerUser` are compared, and "spread"
   */
  perUser = optional(perUserOrSpread(), undefined);
  /**
   * how many items a user has, as you guess without looking at the data, 1 to 1,000,000,000; default `perUser` if it is
   * such a number, else 1
   */
  itemsPerUser = optional(whole(1), undefined);
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** from how many of the most frequent items the first variants draw; default 10 k */
  kBar = optional(whole(20), undefined);
  /** default "add-remove" */
  neighbors = neighbors();
  /** with which items are named; default 0.95 */
  confidence = confidence();
}

/**
 * What `plan.topK` compares.
 * @interface
 */
export type TopKPlanOptions = OptionsOf<PlanFields>;

/** What one way of ranking items needs. */
export interface TopKPlan {
  /** by which items are ranked */
  variant: Variant;
  /** of "threshold" */
  noise?: "laplace" | "gaussian";
  /** at how many items one user counts at most, or that users are spread */
  perUser: number | "spread";
  /**
   * how many users have to have any one item among the k highest, each of them `itemsPerUser` items, for it to be
   * returned with the confidence; of variants that draw how many more than have item kBar + 1
   */
  namedFrom: number;
  /** whether noisy counts come at no further cost */
  countsAreFree: boolean;
  /** whether that is the least of all */
  chosen: boolean;
  /** it is chosen or not, in words */
  why: string;
}

export const topKPlanDeclaration = new Declaration({ name: "plan.topK", Fields: PlanFields });

/**
 * Which way to rank items names them from the fewest users on. The variants that draw compare items with the first one
 * left out, which is taken to have no users here; where it has some, as in most data, they need so many more. So
 * "threshold" is chosen if they need as many.
 *
 * @throws {RangeError | TypeError}
 */
export function topKPlan(options: TopKPlanOptions): TopKPlan[] {
  const { perUser, itemsPerUser, ...read } = topKPlanDeclaration.read(options);
  const isBound = typeof perUser === "number" && perUser !== Number.POSITIVE_INFINITY;
  const guess = itemsPerUser ?? (isBound ? perUser : 1);
  const given = { ...read, guess };
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

/** What is compared, and how many items a user is guessed to have. */
type Given = Omit<Request<PlanFields>, "perUser" | "itemsPerUser"> & { guess: number };

const everyBound = (given: Given): Omit<TopKPlan, "chosen" | "why">[] => [
  above(given, "spread", "auto"),
  ...boundsUpTo(given.guess).map((bound) => above(given, bound, "auto")),
  drawn(given, given.guess, "limited-domain"),
];

function above(
  { guess, kBar: _, ...read }: Given,
  perUser: number | "spread",
  asked: "auto" | "laplace" | "gaussian",
): Omit<TopKPlan, "chosen" | "why"> {
  const { conditions, parameters } = topKDeclaration.claim({
    ...{ ...read, perUser, variant: "threshold", noise: asked },
  });
  const noise = parameters.noise ?? "laplace";
  const namedFrom = Math.ceil(conditions.namedFrom! * usersForOne(perUser, guess));
  return { variant: "threshold", noise, perUser, namedFrom, countsAreFree: true };
}

function drawn(
  { guess, ...read }: Given,
  perUser: number,
  variant: "laplace" | "limited-domain" | "strict",
): Omit<TopKPlan, "chosen" | "why"> {
  const { conditions } = topKDeclaration.claim({ ...read, perUser, variant });
  const namedFrom = Math.ceil(conditions.namedFrom! * usersForOne(perUser, guess));
  return { variant, perUser, namedFrom, countsAreFree: variant === "laplace" };
}
