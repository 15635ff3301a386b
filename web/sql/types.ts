import type { GroupName } from "../data/group-names.js";
import type { ItemQuestions, TableQuestions } from "../tables/types.js";

// The types of a table in an engine: the questions of any table that an engine answers.

/** A table in an engine, of all rows. Made by `sqlTable`, it never changes. */
export interface SqlTable extends ItemQuestions<"rows", "engine"> {
  /** The cost and the accuracy of each answer: the same questions. It queries no engine. */
  readonly plan: SqlPlan;

  /**
   * The same questions by group, all of them for the price of one.
   * @param by a column, or several, whose values form the list that names a group; in your own query, `from`,
   *   they may be derived
   * @param groups the names of the groups to answer, public knowledge, never read off the data; or "private",
   *   for groups with enough users for release, which takes a delta
   * @throws {RangeError | TypeError}
   */
  groupBy(by: string | readonly string[], groups: readonly GroupName[] | "private"): SqlGroups;
}

/** A table in an engine, by groups. Made by `groupBy`. */
export interface SqlGroups extends TableQuestions<"groups", "engine"> {
  /** As `SqlTable.plan`, of all groups together. */
  readonly plan: SqlGroupsPlan;
}

/** The cost of questions, and their queries. */
export interface SqlPlan extends ItemQuestions<"plan", "engine"> {
  /**
   * The queries that each question would send first. None is sent. The first query about rows is among them once
   * the table has answered a question about the same columns.
   */
  readonly sql: ItemQuestions<"queries", "engine">;
}

/** The cost of questions about groups, and their queries. */
export interface SqlGroupsPlan extends TableQuestions<"plan", "engine"> {
  /** As `SqlPlan.sql`. */
  readonly sql: TableQuestions<"queries", "engine">;
}
