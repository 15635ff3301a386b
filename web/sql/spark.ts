import type { ColumnClass } from "./columns.js";
import { type Column, commonColumns, probeOf } from "./probe.js";
import type { Dialect } from "./writing.js";

const classes: Record<string, ColumnClass> = {
  ...{ tinyint: "whole", smallint: "whole", int: "whole", bigint: "whole" },
  ...{ float: "real", double: "real", string: "text", boolean: "truth", binary: "bytes" },
  ...{ date: "day", timestamp: "time", timestamp_ntz: "time" },
};

/** Double quotes are those of strings here. */
const quoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;
const asText = (value: string) => `CAST(${value} AS STRING)`;
/**
 * Bytes, under any collation. Invalid UTF-8 becomes U+FFFD, as it does in JavaScript: two names here for one
 * there would count a user twice.
 */
const identity = (value: string) => `CAST(make_valid_utf8(${asText(value)}) AS BINARY)`;
const wide = (value: string) => `CAST(${value} AS DECIMAL(38, 0))`;
const power = (exponent: string) => `pow(CAST('2' AS DOUBLE), ${exponent})`;

function textOfDecimal(decimal: string) {
  const text = asText(decimal);
  const cut = `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text}))`;
  return `CASE WHEN instr(${text}, '.') > 0 THEN ${cut} ELSE ${text} END`;
}

const aDay = "CAST('86400000000' AS bigint)";

/** The text of an instant is at UTC: a cast would take the zone of the session. */
function textOfTime(time: string, type: string) {
  if (type === "date") return asText(time);
  const micros = `unix_micros(${time})`;
  const days = `CAST(floor(${micros} / ${aDay}) AS INT)`;
  const seconds = `CAST(pmod(${micros}, ${aDay}) AS DECIMAL(18, 0)) / 1000000`;
  const atUtc = `(CAST('1970-01-01 00:00:00' AS timestamp_ntz) + make_dt_interval(${days}, 0, 0, ${seconds}))`;
  const plain = type === "timestamp" ? atUtc : time;
  return `(replace(${asText(plain)}, ' ', 'T') || 'Z')`;
}

/**
 * Reads a day, or a time without a zone, as if it were at UTC, under any zone of the session. NULL in place of an error
 * where a year is too far away.
 */
function microseconds(time: string, type: string) {
  if (type === "timestamp") return `unix_micros(${time})`;
  const day = `try_multiply(CAST(unix_date(CAST(${time} AS DATE)) AS bigint), ${aDay})`;
  if (type === "date") return day;
  const clock = `(hour(${time}) * 60 + minute(${time})) * CAST('60000000' AS bigint) + CAST(extract(SECOND FROM ${time}) * 1000000 AS bigint)`;
  return `(try_add(${day}, ${clock}))`;
}

/**
 * By powers of two, which are exact: no function has the bits. A logarithm may be one off, which two comparisons
 * put right.
 */
function bitsOfDouble(value: string) {
  const near = `GREATEST(-1022, LEAST(1023, CAST(floor(log2(${value})) AS INT)))`;
  const exponent = `(${near} + CASE WHEN ${value} < ${power(near)} THEN -1 WHEN ${value} >= ${power(`${near} + 1`)} THEN 1 ELSE 0 END)`;
  const half = `((52 - ${exponent}) div 2)`;
  const mantissa = `CAST(${value} * ${power(half)} * ${power(`52 - ${exponent} - ${half}`)} AS bigint)`;
  const least = power("-1022");
  // Numbers without an exponent of their own are their mantissa.
  const small = `CAST(${value} * ${power("537")} * ${power("537")} AS bigint)`;
  return `(CASE WHEN ${value} < ${least} THEN ${small} ELSE (${exponent} + 1022) * CAST('4503599627370496' AS bigint) + ${mantissa} END)`;
}

const state = "''";
const zoned = "CAST('2026-01-02 03:04:05.678+00' AS timestamp)";
const far = wide("'10633823966279326983230456482242756608'");

const probedColumns: Record<string, Column> = {
  ...commonColumns({ asText, identity }),
  half: [asText("(7) div (2)"), "3"],
  real: [asText("CAST('0.30000000000000004' AS DOUBLE)"), "0.30000000000000004"],
  tiny: [asText("CAST('5e-324' AS DOUBLE)"), "4.9E-324"],
  zero: [asText("CAST('-0.0' AS DOUBLE) + 0"), "0.0"],
  text: [asText("X'6127225c20f09f9880'"), "a'\"\\ 😀"],
  time: [asText(`unix_micros(${zoned})`), "1767323045678000"],
  bytes: [asText("CASE WHEN X'7a' < X'c3a4' THEN 1 ELSE 0 END"), "1"],
  wide: [asText(`${far} div ${wide("'4611686018427387904'")}`), "2305843009213693952"],
  plain: [asText("CAST('0' AS DECIMAL(38, 10))"), "0.0000000000"],
  valid: [asText(`length(${identity("X'61ff'")})`), "4"],
};

export const spark: Dialect = {
  name: "spark",
  begin: undefined, // it has no transaction that reads one state
  settings: [],
  hasEscapes: true,
  once: "",
  scansOnce: true,
  // Exchanges of the same rows are one. A join would put its own test of NULL before one of them.
  computedOnce: (query, spread, never) =>
    `SELECT /*+ REPARTITION(${spread}) */ * FROM (${query}) AS once WHERE ${never.map((column) => `${column} IS NOT NULL`).join(" AND ")}`,
  fewRows: (table) => `/*+ BROADCAST(${table}) */ `,
  mostWhole: 2n ** 63n,
  quoted,
  double: "DOUBLE",
  classOf: (type) =>
    /^decimal\(/.test(type) ? "exact" : /^string collate /.test(type) ? "text" : classes[type],
  state,
  columnsOf: (from) => `DESCRIBE QUERY SELECT * FROM ${from} AS t`,
  foldsCase: true,
  typeOf: (value) => `typeof(${value})`,
  ofDomain: (value) => value, // there are none
  isNumber: (decimal) => `${decimal} IS NOT NULL`,
  textOfDecimal,
  textOfBytes: (bytes) => `lower(hex(${bytes}))`,
  textOfTime,
  duration: (value) => ({ sql: value, kind: "whole" }), // no type is one
  asText,
  identity,
  textOfHex: (hex) => `X'${hex}'`,
  shownText: asText,
  hash: (text) => identity(`md5(${text})`),
  hexOfText: (identity) => `hex(${identity})`,
  divided: (a, b) => `(${a}) div (${b})`,
  wide,
  wideDivided: (a, b) => `(${a}) div (${b})`,
  sum: (value) => `SUM(${wide(value)})`,
  sumInOrder: (value) =>
    `aggregate(sort_array(collect_list(${value})), CAST('0' AS DOUBLE), (upto, one) -> upto + one)`,
  isNaN: (value) => `isnan(${value})`,
  nearest: (value) => `CAST(rint(${value}) AS bigint)`, // a cast alone cuts
  shownDouble: asText,
  orderOfDouble: (text) => `CAST(${text} AS DOUBLE)`,
  bitsOfDouble,
  readDouble: Number,
  doubleOfDecimal: (decimal) => `CAST(${asText(decimal)} AS DOUBLE)`,
  nearDecimal: (decimal) => decimal,
  wholeOfDecimal: (decimal) => `bround(${decimal}, 0)`,
  microseconds,
  ...probeOf(probedColumns, state, quoted),
};
