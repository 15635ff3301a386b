import type { Rows } from "./kept-rows.js";
import type { Query } from "./query.js";
import { weighed } from "./weighed.js";
import { ascending, bigint } from "./writing.js";

/**
 * The private groups that are probably released. Their answer comes with the weights of all groups, by one query: it is
 * of use if they turn out to be the released ones.
 */
export interface Probable {
  /** a user's weight in the search for groups */
  userWeight: number;
  /** the weight from which on a group is one */
  from: bigint;
}

/**
 * Adds the table `probable`: the groups that are, numbered in the order of their names. The answer also says of each
 * group that occurs its name, its weight, and its number if it is probable.
 * @param query with the table `occurring`: u, g, k
 * @param sums of each user's rows in a group, as columns of `all_counted` if rows have users
 */
export function probableGroups(
  query: Query,
  rows: Rows & { probable: Probable },
  sums = "",
): Query {
  const { group, user, dialect } = rows;
  if (group === undefined) throw new TypeError("groups must be of a column, got none");
  const { userWeight, from } = rows.probable;
  if (user === null) {
    query.with("all_weighted", `SELECT g, ${bigint(userWeight)} AS w FROM occurring`);
  } else {
    const all: Rows = { ...rows, probable: undefined, bins: undefined };
    query.with("all_counted", `SELECT u, g, COUNT(*) AS c${sums} FROM occurring GROUP BY u, g`);
    weighed(query, all, userWeight, ["g"], { of: "all_" });
  }
  return query
    .with("found", "SELECT g, CAST(SUM(w) AS bigint) AS w FROM all_weighted GROUP BY g")
    .with(
      "probable",
      `SELECT g, ROW_NUMBER() OVER (ORDER BY ${ascending(...group.order("g"))}) - 1 AS number FROM found WHERE w >= ${bigint(from)}`,
    )
    .also(
      {
        number: dialect.asText("probable.number"),
        found: group.shown("found.g"),
        weight: dialect.asText("found.w"),
      },
      "found LEFT JOIN probable ON probable.g = found.g",
    );
}

/**
 * Those of a table that are in probable groups, by their numbers.
 * @param columns of it, except g
 */
export const inProbable = (table: string, columns: string[]) =>
  `SELECT ${[...columns, "probable.number AS g"].join(", ")} FROM ${table} JOIN probable ON probable.g = ${table}.g`;
