import { type Fields, kindOf } from "../core/options.js";
import { ExactColumn, narrow, type Worth } from "./exact-column.js";
import { isMissing } from "./missing.js";
import { finished, inSteps, type Steps } from "./stepped-column.js";

/**
 * The unit of a value of DuckDB's own classes, which every value of that column must share. Other classes
 * (intervals, times of day, lists) are unknown here, and the reader rejects them as objects.
 */
function worthOf(value: Fields): Worth | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (typeof value.toDouble === "function" && typeof value.value === "bigint") {
    return Number.isInteger(value.scale) ? { scale: value.scale as number } : undefined;
  }
  if (!("isFinite" in value)) return undefined; // times of day have the same fields
  const field = Object.keys(fields).find((name) =>
    ["bigint", "number"].includes(typeof value[name]),
  );
  return field === undefined ? undefined : { time: fields[field]! };
}

const fields: Record<string, "day" | "second" | "millisecond" | "microsecond" | "nanosecond"> = {
  days: "day",
  seconds: "second",
  millis: "millisecond",
  micros: "microsecond",
  nanos: "nanosecond",
};

const fieldOf: Record<string, string> = Object.fromEntries(
  Object.entries(fields).map(([field, unit]) => [unit, field]),
);

/**
 * Returns a column of plain values as it is, and DuckDB's decimals, dates or timestamps as an `ExactColumn`.
 * @param name its name in errors
 */
export function withEngineValues(
  column: ArrayLike<unknown>,
  name: string,
): ArrayLike<unknown> | ExactColumn {
  return finished(engineValueSteps(column, name));
}

/** The same with pauses. */
export function* engineValueSteps(
  column: ArrayLike<unknown>,
  name: string,
): Steps<ArrayLike<unknown> | ExactColumn> {
  let first = 0;
  while (first < column.length && isMissing(column[first])) ++first;
  const worth = worthOf(column[first] as Fields);
  if (worth === undefined) return column;
  const field = "time" in worth ? fieldOf[worth.time]! : "value";
  const wholeOf = (value: unknown) => {
    if (isMissing(value)) return null;
    const other = worthOf(value as Fields);
    if (JSON.stringify(other) !== JSON.stringify(worth)) {
      throw new TypeError(
        `${name} must be all of one type, got ${kindOf(value)} among ${kindOf(column[first])}`,
      );
    }
    return narrow(BigInt((value as Record<string, bigint>)[field]!));
  };
  const whole: ReturnType<typeof wholeOf>[] = new Array(column.length);
  yield* inSteps(column.length, (from, to) => {
    for (let i = from; i < to; ++i) whole[i] = wholeOf(column[i]);
  });
  return new ExactColumn(whole, worth);
}
