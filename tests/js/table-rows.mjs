// 4,000 users of three rows each, in each form that a table takes.
import * as arrow from "apache-arrow";
import { integers, table } from "../../dist/index.js";

export const range = (n, make) => Array.from({ length: n }, (_, i) => make(i));
export const domain = integers(0, 99);
/** 4,000 users of three rows each: half have 10, 20 and 30, in the towns a, b and a. */
export const list = range(12000, (i) => ({
  id: `user ${i % 4000}`,
  value: [10, 20, 30][i % 3],
  town: "aba"[i % 3],
  shop: 1 + ((i >> 2) % 2),
  day: i,
}));
const column = (name, rows = list) => rows.map((row) => row[name]);
export const names = ["id", "value", "town", "shop", "day"];
export const columns = {
  ...Object.fromEntries(names.map((name) => [name, column(name)])),
  value: Float64Array.from(column("value")),
  shop: Uint8Array.from(column("shop")),
};
const arrowTable = new arrow.Table({
  id: arrow.vectorFromArray(columns.id, new arrow.Utf8()),
  value: arrow.vectorFromArray(columns.value),
  town: arrow.vectorFromArray(columns.town),
  shop: arrow.vectorFromArray(columns.shop),
  day: arrow.vectorFromArray(columns.day, new arrow.Int32()),
});
export const forms = {
  "array of objects": list,
  "object of columns": columns,
  "Arrow table": arrowTable,
};
/** An answer from no rows has a probability of 1e-9. */
export const pure = { epsilon: 1, domain, confidence: 1 - 1e-9 };
export const of = (rows, more) => table(rows, { user: "id", ...more });

/** Every question to a table of all rows, with its arguments. */
export const questions = {
  median: ["value", pure],
  quantile: ["value", 0.9, pure],
  quantiles: ["value", [0.1, 0.9], pure],
  interiorPoint: ["value", pure],
  count: [{ epsilon: 1 }],
  sum: ["value", { epsilon: 1, domain: integers(0, 100) }],
  mean: ["value", { epsilon: 1, domain }],
  histogram: ["value", { epsilon: 1, edges: [15, 25] }],
};
