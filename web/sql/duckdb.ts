import type { ColumnClass } from "./columns.js";
import { type Column, commonColumns, probeOf } from "./probe.js";
import { ascending, type Dialect, doubleQuoted } from "./writing.js";

const classes: Record<string, ColumnClass> = {
  ...{ TINYINT: "whole", SMALLINT: "whole", INTEGER: "whole", BIGINT: "whole", HUGEINT: "whole" },
  ...{ UTINYINT: "whole", USMALLINT: "whole", UINTEGER: "whole", UBIGINT: "whole" },
  ...{ FLOAT: "real", DOUBLE: "real", VARCHAR: "text", BOOLEAN: "truth", UUID: "uuid" },
  ...{ BLOB: "bytes", INTERVAL: "duration" },
  ...{ DATE: "day", TIMESTAMP: "time", "TIMESTAMP WITH TIME ZONE": "time" },
};

const asText = (value: string) => `CAST(${value} AS VARCHAR)`;
const identity = (value: string) => `encode(${asText(value)})`;
const shownDouble = (value: string) => asText(value);

/** A cast rounds halves away from 0. The fraction has the decimal's own type, so it fits any width and scale. */
function wholeOfDecimal(decimal: string) {
  const cut = `CAST(trunc(${decimal}) AS HUGEINT)`;
  return `CASE WHEN abs(${decimal} - trunc(${decimal})) = 0.5 AND ${cut} % 2 = 0 THEN ${cut} ELSE CAST(${decimal} AS HUGEINT) END`;
}

const zoned = "CAST('2026-01-02 03:04:05.678+00' AS TIMESTAMP WITH TIME ZONE)";

/** Without zeros at the end, and with a digit before the point. */
function textOfDecimal(decimal: string) {
  const text = asText(decimal);
  const whole = `CASE WHEN starts_with(${text}, '.') THEN '0' || ${text} WHEN starts_with(${text}, '-.') THEN '-0' || substr(${text}, 2) ELSE ${text} END`;
  return `CASE WHEN contains(${text}, '.') THEN rtrim(rtrim(${whole}, '0'), '.') ELSE ${text} END`;
}

/**
 * A finite time with a zone has no text without an extension of DuckDB's: it is read as one without, at UTC. An
 * infinite one is its own text: DuckDB's build for pages can fail on a CASE with several texts.
 */
function textOfTime(time: string, type: string) {
  if (type === "DATE") return asText(time);
  const iso = (value: string) => `replace(${asText(value)}, ' ', 'T') || 'Z'`;
  if (type === "TIMESTAMP") return iso(time);
  return `CASE WHEN isfinite(${time}) THEN ${iso(`make_timestamp(epoch_us(${time}))`)} ELSE ${asText(time)} || 'Z' END`;
}

/** Its parts are whole numbers of 32 and 64 bits. */
function duration(value: string) {
  const part = (name: string) => `CAST(datepart('${name}', ${value}) AS HUGEINT)`;
  const seconds = `${part("year")} * 31557600 + ${part("month")} * 2592000 + ${part("day")} * 86400`;
  const clock = `${part("hour")} * 3600000000 + ${part("minute")} * 60000000 + ${part("microsecond")}`;
  return { sql: `((${seconds}) * 1000000 + ${clock})`, kind: "whole" as const };
}

const nearest = (value: string) => `CAST(${value} AS bigint)`;
const state = `${asText("txid_current()")} || '/' || ${asText("epoch_us(now())")}`;

const probedColumns: Record<string, Column> = {
  ...commonColumns({ asText, identity }),
  half: [asText("(7) // (2)"), "3"],
  even: [asText(`${nearest("CAST('2.5' AS DOUBLE)")} + ${nearest("CAST('-0.5' AS DOUBLE)")}`), "2"],
  real: [shownDouble("CAST('0.30000000000000004' AS DOUBLE)"), "0.30000000000000004"],
  tiny: [shownDouble("CAST('5e-324' AS DOUBLE)"), "5e-324"],
  zero: [shownDouble("CAST('-0.0' AS DOUBLE) + 0"), "0.0"],
  text: ["decode(from_hex('6127225c20f09f9880'))", "a'\"\\ 😀"],
  time: [asText(`epoch_us(${zoned})`), "1767323045678000"],
};

export const duckdb: Dialect = {
  name: "duckdb",
  begin: "BEGIN TRANSACTION READ ONLY",
  settings: [],
  hasEscapes: false,
  scansOnce: false,
  computedOnce: (query) => query, // as it does anyway
  fewRows: () => "", // its planner needs no word
  mostWhole: 2n ** 127n,
  quoted: doubleQuoted,
  once: "",
  double: "DOUBLE",
  classOf: (type) =>
    /^DECIMAL\(/.test(type) ? "exact" : /^ENUM\(/.test(type) ? "text" : classes[type],
  state,
  columnsOf: (from) =>
    `SELECT column_name AS "name", ${state} AS "state" FROM (DESCRIBE SELECT * FROM ${from} AS t)`,
  foldsCase: true,
  typeOf: (value) => `typeof(${value})`,
  ofDomain: (value) => value, // there are none
  isNumber: (decimal) => `${decimal} IS NOT NULL`,
  textOfDecimal,
  textOfBytes: (bytes) => `lower(hex(${bytes}))`,
  textOfTime,
  duration,
  asText,
  identity,
  textOfHex: (hex) => `from_hex('${hex}')`,
  shownText: (identity) => `decode(${identity})`,
  hash: (text) => `md5_number(${text})`, // a number sorts quicker than its digits
  hexOfText: (identity) => `hex(${identity})`,
  divided: (a, b) => `(${a}) // (${b})`,
  wide: (value) => `CAST(${value} AS HUGEINT)`,
  wideDivided: (a, b) => `(${a}) // (${b})`,
  sum: (value) => `SUM(${value})`,
  sumInOrder: (value) => `SUM(${value} ORDER BY ${ascending(value)})`,
  isNaN: (value) => `isnan(${value})`,
  nearest,
  shownDouble,
  orderOfDouble: (text) => `CAST(${text} AS DOUBLE)`,
  bitsOfDouble: (value) => `CAST(CAST(${value} AS BIT) AS BIGINT)`,
  readDouble: (text) => Number(text.replace("inf", "Infinity")),
  doubleOfDecimal: (decimal) => `CAST(${asText(decimal)} AS DOUBLE)`,
  nearDecimal: (decimal) => decimal,
  wholeOfDecimal,
  microseconds: (time, type) =>
    type === "DATE" ? `epoch_us(CAST(${time} AS TIMESTAMP))` : `epoch_us(${time})`,
  ...probeOf(probedColumns, state, doubleQuoted),
};
