import { choice, type Needed, optional } from "../core/fields.js";
import { describe, wholeOption } from "../core/options.js";
import { perUserReducers } from "./one-each.js";

// A user's contribution, for each function that takes rows of users (docs/users.md has them in a table).

const everyWay = ["spread", ...perUserReducers] as const;
const ofOneValue = `one value a user (${perUserReducers.join(", ")})`;

/**
 * One of some keywords, or a number. Errors list the keywords.
 * @param allowed in words
 */
const numberOr = <Word extends string>(
  words: readonly Word[],
  allowed: string,
): Needed<number | Word> => ({
  kind: ["whole number", ...words.map((word) => `"${word}"`)].join(", "),
  example: 2,
  read: (name, value) => {
    if (typeof value === "number") return wholeOption(name, value);
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw new RangeError(`${name} must be ${allowed}, got ${describe(value)}`);
  },
});

/** For groups: "spread", or a maximum number of groups per user. */
export const spreadOrMost = () =>
  numberOr(["spread"] as const, 'a whole number or "spread" where users are counted');

/** For bins: "spread", a maximum number of bins per user, or one value. */
export const spreadOrMostOrOne = () =>
  numberOr(everyWay, `a whole number, "spread" or ${ofOneValue}`);

/** For sums: one value (the total, or another), or totals in a maximum number of groups. */
export const mostOrOne = () => numberOr(perUserReducers, `a whole number or ${ofOneValue}`);

/**
 * To ranks and means: parts of one voice for each row, or one value.
 * @param what has no use for a bound
 */
export const spreadOrOne = (what: string) => {
  const way = choice(everyWay);
  return optional(
    {
      kind: way.kind,
      read: (name: string, value: unknown) => {
        if (typeof value !== "number") return way.read(name, value);
        throw new RangeError(
          `${name} must be "spread" or ${ofOneValue} for ${what}, which need no bound on a user's rows, got ${value}`,
        );
      },
    },
    undefined,
  );
};
