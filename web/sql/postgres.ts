import type { ColumnClass } from "./columns.js";
import { type Column, commonColumns, probeOf } from "./probe.js";
import { ascending, type Dialect, doubleQuoted, hexOf } from "./writing.js";

const classes: Record<string, ColumnClass> = {
  ...{ smallint: "whole", integer: "whole", bigint: "whole", numeric: "exact" },
  ...{ real: "real", "double precision": "real", text: "text", "character varying": "text" },
  ...{ boolean: "truth", uuid: "uuid", character: "text", bytea: "bytes" },
  ...{ date: "day", interval: "duration" },
  ...{ "timestamp without time zone": "time", "timestamp with time zone": "time" },
};

const asText = (value: string) => `CAST(${value} AS text)`;
const identity = (value: string) => `(${asText(value)} COLLATE "C")`;
const textOfHex = (hex: string) => `(convert_from(decode('${hex}', 'hex'), 'UTF8') COLLATE "C")`;
const shownDouble = (value: string) => `encode(float8send(${value}), 'hex')`;
const numeric = (value: string) => `CAST('${value}' AS numeric)`;

/**
 * Clamps a numeric to a range: a value too large or too small for the type of a cast is an error, which would
 * reveal one row.
 */
const within = (value: string, most: string) =>
  `CASE WHEN ${value} = ${numeric("NaN")} THEN NULL WHEN ${value} > ${numeric(most)} THEN ${numeric(most)} WHEN ${value} < ${numeric(`-${most}`)} THEN ${numeric(`-${most}`)} ELSE ${value} END`;

/** `round` rounds halves away from 0. */
function wholeOfDecimal(decimal: string) {
  const cut = `trunc(${decimal})`;
  return `CAST(CASE WHEN abs(${decimal} - ${cut}) = 0.5 AND ${cut} % 2 = 0 THEN ${cut} ELSE round(${decimal}) END AS bigint)`;
}

function doubleOfDecimal(decimal: string) {
  // Half of the smallest double above 0; a smaller value would be an error too.
  const least = numeric("2.4703282292062328e-324");
  return `CAST(CASE WHEN abs(${decimal}) < ${least} THEN 0 ELSE ${within(decimal, "1.7976931348623157e308")} END AS float8)`;
}

/** The whole number of 16 hexadecimal digits. */
const wholeOfDigits = (digits: string) => `CAST(CAST('x' || ${digits} AS bit(64)) AS bigint)`;

/** A whole number in the order of doubles, from a double's digits: its bits, reversed for negative ones. */
function orderOfDouble(digits: string) {
  const bits = wholeOfDigits(digits);
  return `CASE WHEN ${bits} < 0 THEN -9223372036854775807 - 1 - ${bits} ELSE ${bits} END`;
}

/** @param digits of a double, sign and exponent first */
function readDouble(digits: string) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  return view.getFloat64(0);
}

/**
 * A type's name by the catalogue: a domain is its type, and an enumeration says that it is one, whatever it is
 * called.
 */
const typeOf = (value: string) =>
  `(WITH RECURSIVE base(oid, kind, parent, depth) AS (SELECT oid, typtype, typbasetype, 0 FROM pg_type WHERE oid = CAST(pg_typeof(${value}) AS oid) UNION ALL SELECT named.oid, typtype, typbasetype, depth + 1 FROM pg_type AS named JOIN base ON named.oid = parent WHERE kind = 'd') SELECT CASE WHEN depth > 0 THEN 'domain ' ELSE '' END || CASE WHEN kind = 'e' THEN 'enum ' ELSE '' END || format_type(oid, NULL) FROM base WHERE kind <> 'd')`;

/** A cast to the type of a domain; that of char(n) to its name would cut it to one letter. */
function ofDomain(value: string, type: string) {
  const base = type.startsWith("enum ") ? "text" : type === "character" ? "bpchar" : type;
  return `CAST(${value} AS ${base})`;
}

/** By JSON, whose times are in ISO format under any setting. */
function textOfTime(time: string, type: string) {
  if (type === "date") return `(to_jsonb(${time}) #>> '{}')`;
  const isZoned = type === "timestamp with time zone";
  return `((to_jsonb(${isZoned ? `${time} AT TIME ZONE 'UTC'` : time}) #>> '{}') || 'Z')`;
}

const microseconds = (time: string) => `CAST(EXTRACT(EPOCH FROM ${time}) * 1000000 AS bigint)`;
const nearest = (value: string) => `CAST(${value} AS bigint)`;
const state = `${asText("pg_backend_pid()")} || '/' || ${asText(microseconds("transaction_timestamp()"))}`;
const zoned = "CAST('2026-01-02 03:04:05.678+00' AS timestamp with time zone)";

const schema = (place: number) => `(current_schemas(TRUE))[${place}]`;
/** The schema that resolves functions and operators; a schema of temporary tables defines none. */
const searched = `CASE WHEN ${schema(1)} = 'pg_catalog' OR (${schema(1)} LIKE 'pg_temp%' AND ${schema(2)} = 'pg_catalog') THEN 'pg_catalog' ELSE 'another schema' END`;

/** Puts pg_catalog first, by functions and operators that another search path cannot replace. */
const path = "pg_catalog.current_setting('search_path')";
const searchFirst = `SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'pg_catalog', CASE WHEN pg_catalog.length(${path}) OPERATOR(pg_catalog.>) 0 THEN ${path} END), TRUE)`;

/** As the names of one row of NULLs: a query of the caller's has no place in the catalogue. */
const columnsOfQuery = (from: string) =>
  `SELECT names.name AS "name", ${state} AS "state" FROM (SELECT row_to_json(nothing) AS nothing FROM (SELECT t.* FROM (SELECT 1) AS one LEFT JOIN ${from} AS t ON FALSE) AS nothing) AS one, json_object_keys(one.nothing) AS names(name)`;

/** From the catalogue, which shows columns that may not be read too: a grant may be for some of them. */
const columnsOfTable = (from: string) =>
  `SELECT ${asText("attname")} AS "name", ${state} AS "state" FROM pg_attribute WHERE attrelid = CAST(${textOfHex(hexOf(from))} AS regclass) AND attnum > 0 AND NOT attisdropped ORDER BY attnum ASC NULLS LAST`;

const probedColumns: Record<string, Column> = {
  ...commonColumns({ asText, identity }),
  half: [asText("(7) / (2)"), "3"],
  even: [asText(`${nearest("CAST('2.5' AS float8)")} + ${nearest("CAST('-0.5' AS float8)")}`), "2"],
  real: [shownDouble("CAST('0.30000000000000004' AS float8)"), "3fd3333333333334"],
  tiny: [shownDouble("CAST('5e-324' AS float8)"), "0000000000000001"],
  zero: [shownDouble("CAST('-0.0' AS float8) + 0"), "0000000000000000"],
  text: [textOfHex("6127225c20f09f9880"), "a'\"\\ 😀"],
  time: [asText(microseconds(zoned)), "1767323045678000"],
  type: [asText("pg_typeof(CAST('' AS text))"), "text"],
  encoding: [asText("getdatabaseencoding()"), "UTF8"],
  search: [searched, "pg_catalog"],
};

export const postgres: Dialect = {
  name: "postgres",
  begin: "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
  settings: ["SET LOCAL quote_all_identifiers = off", searchFirst],
  hasEscapes: false,
  scansOnce: false,
  computedOnce: (query) => query, // as it does anyway
  fewRows: () => "", // its planner needs no word
  mostWhole: 2n ** 127n,
  quoted: doubleQuoted,
  once: "MATERIALIZED ",
  double: "float8",
  classOf: (type) => (type.startsWith("enum ") ? "text" : classes[type]),
  state,
  columnsOf: (from) => (from.startsWith("(") ? columnsOfQuery(from) : columnsOfTable(from)),
  foldsCase: false,
  typeOf,
  ofDomain,
  isNumber: (decimal) => `${decimal} <> ${numeric("NaN")}`,
  textOfDecimal: (decimal) => asText(`trim_scale(${decimal})`),
  textOfBytes: (bytes) => `encode(${bytes}, 'hex')`,
  textOfTime,
  duration: (value) => ({ sql: `(EXTRACT(EPOCH FROM ${value}) * 1000000)`, kind: "exact" }),
  asText,
  identity,
  textOfHex,
  shownText: (identity) => identity,
  hash: (text) => identity(`md5(${text})`),
  hexOfText: (identity) => `encode(convert_to(${identity}, 'UTF8'), 'hex')`,
  divided: (a, b) => `(${a}) / (${b})`,
  wide: (value) => `CAST(${value} AS numeric)`,
  wideDivided: (a, b) => `div(${a}, ${b})`,
  sum: (value) => `SUM(${value})`,
  sumInOrder: (value) => `SUM(${value} ORDER BY ${ascending(value)})`,
  isNaN: (value) => `(${value}) = CAST('NaN' AS float8)`,
  nearest,
  shownDouble,
  orderOfDouble,
  bitsOfDouble: (value) => wholeOfDigits(shownDouble(value)),
  readDouble,
  doubleOfDecimal,
  // Within the type of whole numbers, as decimals of many digits take longer.
  nearDecimal: (decimal) => within(decimal, "9e18"),
  wholeOfDecimal,
  // Reads a day or a time without a zone as UTC, as elsewhere for columns.
  microseconds,
  ...probeOf(probedColumns, state, doubleQuoted),
};
