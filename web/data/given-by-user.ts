import { choice, type Needed, optional } from "../core/fields.js";
import { describe, wholeOption } from "../core/options.js";
import { perUserReducers } from "./one-each.js";

// What one user gives, for each of the functions that take rows of users (docs/users.md has them in a table).

const everyWay = ["spread", ...perUserReducers] as const;
const ofOneValue = `one value a user (${perUserReducers.join(", ")})`;

/**
 * A word, of which errors tell those that there are, or a number where that is one as well.
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

/** To groups: parts of one user, or 1 to each of so many. */
export const spreadOrMost = () =>
  numberOr(["spread"] as const, 'a whole number or "spread" where users are counted');

/** To bins: the same, or one value that is in one of them. */
export const spreadOrMostOrOne = () =>
  numberOr(everyWay, `a whole number, "spread" or ${ofOneValue}`);

/** To sums: one value (the total, or another), or totals of at most so many groups. */
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
