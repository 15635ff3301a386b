import { commonColumns, probeOf } from "./probe.js";

/** @type {Record<string, import("./columns.js").ColumnClass>} */
const classes = {
  ...{ smallint: "whole", integer: "whole", bigint: "whole", numeric: "exact" },
  ...{ real: "real", "double precision": "real", text: "text", "character varying": "text" },
  ...{ boolean: "truth", uuid: "uuid", date: "day" },
  ...{ "timestamp without time zone": "time", "timestamp with time zone": "time" },
};

/** @param {string} value */
const asText = (value) => `CAST(${value} AS text)`;
/** @param {string} value */
const identity = (value) => `(${asText(value)} COLLATE "C")`;
/** @param {string} hex */
const textOfHex = (hex) => `(convert_from(decode('${hex}', 'hex'), 'UTF8') COLLATE "C")`;
/** @param {string} value */
const shownDouble = (value) => `encode(float8send(${value}), 'hex')`;
/** @param {string} value */
const numeric = (value) => `CAST('${value}' AS numeric)`;

/**
 * A numeric brought between two: one too large or too small for the type that it is cast to is an error, which
 * would tell the world of one row.
 * @param {string} value
 * @param {string} most
 */
const within = (value, most) =>
  `CASE WHEN ${value} = ${numeric("NaN")} THEN NULL WHEN ${value} > ${numeric(most)} THEN ${numeric(most)} WHEN ${value} < ${numeric(`-${most}`)} THEN ${numeric(`-${most}`)} ELSE ${value} END`;

/** @param {string} decimal */
function wholeOfDecimal(decimal) {
  const value = `(${within(decimal, "1e19")})`;
  const rest = `(${value} - floor(${value}))`;
  return `floor(${value}) + CASE WHEN ${rest} > 0.5 OR (${rest} = 0.5 AND floor(${value}) % 2 <> 0) THEN 1 ELSE 0 END`;
}

/** @param {string} decimal */
function doubleOfDecimal(decimal) {
  // Half of the least double above 0; what is nearer to 0 would be an error too.
  const least = numeric("2.4703282292062328e-324");
  return `CAST(CASE WHEN abs(${decimal}) < ${least} THEN 0 ELSE ${within(decimal, "1.7976931348623157e308")} END AS float8)`;
}

/**
 * Of 16 hexadecimal digits.
 * @param {string} digits
 */
const wholeOfDigits = (digits) => `CAST(CAST('x' || ${digits} AS bit(64)) AS bigint)`;

/**
 * Of a double by its digits: its bits, of which those of negative ones run the other way.
 * @param {string} digits
 */
function orderOfDouble(digits) {
  const bits = wholeOfDigits(digits);
  return `CASE WHEN ${bits} < 0 THEN -9223372036854775807 - 1 - ${bits} ELSE ${bits} END`;
}

/** @param {string} digits of a double, sign and exponent first */
function readDouble(digits) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  return view.getFloat64(0);
}

const microseconds = (/** @type {string} */ time) =>
  `CAST(EXTRACT(EPOCH FROM ${time}) * 1000000 AS bigint)`;
const state = `${asText("pg_backend_pid()")} || '/' || ${asText(microseconds("transaction_timestamp()"))}`;
const zoned = "CAST('2026-01-02 03:04:05.678+00' AS timestamp with time zone)";

const schema = (/** @type {number} */ place) => `(current_schemas(TRUE))[${place}]`;
/** Whose functions and operators are meant: a schema of temporary tables gives none. */
const searched = `CASE WHEN ${schema(1)} = 'pg_catalog' OR (${schema(1)} LIKE 'pg_temp%' AND ${schema(2)} = 'pg_catalog') THEN 'pg_catalog' ELSE 'another schema' END`;

/** @type {Record<string, import("./probe.js").Column>} */
const probedColumns = {
  ...commonColumns({ asText, identity }),
  half: [asText("(7) / (2)"), "3"],
  real: [shownDouble("CAST('0.30000000000000004' AS float8)"), "3fd3333333333334"],
  tiny: [shownDouble("CAST('5e-324' AS float8)"), "0000000000000001"],
  zero: [shownDouble("CAST('-0.0' AS float8) + 0"), "0000000000000000"],
  text: [textOfHex("6127225c20f09f9880"), "a'\"\\ 😀"],
  time: [asText(microseconds(zoned)), "1767323045678000"],
  type: [asText("pg_typeof(CAST('' AS text))"), "text"],
  encoding: [asText("getdatabaseencoding()"), "UTF8"],
  search: [searched, "pg_catalog"],
};

/** @type {import("./writing.js").Dialect} */
export const postgres = {
  name: "postgres",
  begin: "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
  double: "float8",
  classOf: (type) => classes[type],
  // As the names of one row of NULLs: a query of the caller's has no place in the catalogue.
  state,
  columnsOf: (from) =>
    `SELECT names.name AS "name", ${state} AS "state" FROM (SELECT row_to_json(nothing) AS nothing FROM (SELECT t.* FROM (SELECT 1) AS one LEFT JOIN ${from} AS t ON FALSE) AS nothing) AS one, json_object_keys(one.nothing) AS names(name)`,
  foldsCase: false,
  typeOf: (value) => asText(`pg_typeof(${value})`),
  asText,
  identity,
  textOfHex,
  shownText: (identity) => identity,
  hexOfText: (identity) => `encode(convert_to(${identity}, 'UTF8'), 'hex')`,
  divided: (a, b) => `(${a}) / (${b})`,
  wide: (value) => `CAST(${value} AS numeric)`,
  wideDivided: (a, b) => `div(${a}, ${b})`,
  isNaN: (value) => `(${value}) = CAST('NaN' AS float8)`,
  shownDouble,
  orderOfDouble,
  bitsOfDouble: (value) => wholeOfDigits(shownDouble(value)),
  readDouble,
  doubleOfDecimal,
  wholeOfDecimal,
  // Of a day or a time without a zone as if it were at UTC, as columns are read elsewhere.
  microseconds,
  ...probeOf(probedColumns, state),
};
