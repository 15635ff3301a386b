import type { RankQuestions } from "../tables/types.js";

// What a table in an engine takes and gives: of what can be asked of any table, what an engine answers.

/** The name of a group, as the engine has it. */
export type SqlGroupName = string | number | bigint | boolean;

/** A table in an engine, of all rows. Made by `sqlTable`, it never changes. */
export interface SqlTable extends RankQuestions<"rows", "engine"> {
  /**
   * The same questions by the groups of a column, all of them for the price of one.
   * @param column in a query of your own, `from`, it may be derived
   * @param groups the names of those that are answered for, public knowledge, never read off the data; or
   *   "private", for those with enough users to be named, which takes a delta
   * @throws {RangeError | TypeError}
   */
  groupBy(column: string, groups: readonly SqlGroupName[] | "private"): SqlGroups;
}

/** A table in an engine, by groups. Made by `groupBy`. */
export type SqlGroups = RankQuestions<"groups", "engine">;
