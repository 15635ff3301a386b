import { ascending, type Dialect } from "./writing.js";

/** SQL that the engine computes, and the answer that it must return */
export type Column = [sql: string, answer: string | null];

/**
 * A query whose answers show whether a connection speaks a dialect and returns the engine's answers unchanged.
 * @param columns by their names
 * @param state of the dialect
 */
export function probeOf(
  columns: Record<string, Column>,
  state: string,
  quoted: Dialect["quoted"],
): Pick<Dialect, "probe" | "probed"> {
  const all = Object.entries({ ...columns, state: [state] });
  return {
    probe: `SELECT ${all.map(([name, [sql]]) => `${sql} AS ${quoted(name)}`).join(", ")}`,
    probed: Object.fromEntries(Object.entries(columns).map(([name, [, answer]]) => [name, answer])),
  };
}

const three = "(VALUES (2), (NULL), (1)) AS three(k)";
const countOfThree = `(SELECT MAX(n) FROM (SELECT COUNT(*) OVER () AS n FROM ${three}) AS counted)`;
const leastOfThree = `(SELECT k FROM ${three} ORDER BY ${ascending("k")} LIMIT 1)`;

/** The columns that every dialect answers alike. */
export function commonColumns({
  asText,
  identity,
}: Pick<Dialect, "asText" | "identity">): Record<string, Column> {
  const isEqual = (other: string) => `${identity("'a'")} = ${identity(other)}`;
  const isLoose = `CASE WHEN ${isEqual("'A'")} OR ${isEqual("'a '")} THEN 1 ELSE 0 END`;
  return {
    big: [asText("CAST(9007199254740993 AS bigint)"), "9007199254740993"],
    loose: [asText(isLoose), "0"],
    many: [asText(countOfThree), "3"],
    least: [asText(leastOfThree), "1"],
    none: ["NULL", null],
  };
}
