import type { GroupName } from "../data/group-names.js";
import type { ItemQuestions, TableQuestions } from "../tables/types.js";

// What a table in an engine takes and gives: of what can be asked of any table, what an engine answers.

/** A table in an engine, of all rows. Made by `sqlTable`, it never changes. */
export interface SqlTable extends ItemQuestions<"rows", "engine"> {
  /** What an answer will cost and how far off it may be: the same questions. Nothing is asked of the engine. */
  readonly plan: ItemQuestions<"plan", "engine">;

  /**
   * The same questions by groups, all of them for the price of one.
   * @param by a column, or several, of which a group's name is the list of values; in a query of your own, `from`,
   *   they may be derived
   * @param groups the names of those that are answered for, public knowledge, never read off the data; or
   *   "private", for those with enough users to be named, which takes a delta
   * @throws {RangeError | TypeError}
   */
  groupBy(by: string | readonly string[], groups: readonly GroupName[] | "private"): SqlGroups;
}

/** A table in an engine, by groups. Made by `groupBy`. */
export interface SqlGroups extends TableQuestions<"groups", "engine"> {
  /** As `SqlTable.plan`, of all groups together. */
  readonly plan: TableQuestions<"plan", "engine">;
}
