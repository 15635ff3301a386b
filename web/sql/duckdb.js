/** @type {Record<string, import("./columns.js").ColumnClass>} */
const classes = {
  ...{ TINYINT: "whole", SMALLINT: "whole", INTEGER: "whole", BIGINT: "whole", HUGEINT: "whole" },
  ...{ UTINYINT: "whole", USMALLINT: "whole", UINTEGER: "whole", UBIGINT: "whole" },
  ...{ FLOAT: "real", DOUBLE: "real", VARCHAR: "text", BOOLEAN: "truth", UUID: "uuid" },
  ...{ DATE: "day", TIMESTAMP: "time", "TIMESTAMP WITH TIME ZONE": "time" },
};

/** @param {string} value */
const asText = (value) => `CAST(${value} AS VARCHAR)`;
/** @param {string} value */
const identity = (value) => `encode(${asText(value)})`;
/** @param {string} value */
const shownDouble = (value) => asText(value);

/**
 * The whole number nearest to a decimal, by its digits: no type that holds both a decimal of 38 digits and
 * what is left of it after the point is wide enough.
 * @param {string} decimal
 */
function wholeOfDecimal(decimal) {
  const text = asText(decimal);
  const whole = `CAST(split_part(${text}, '.', 1) AS HUGEINT)`;
  const rest = `rtrim(split_part(${text}, '.', 2), '0')`;
  const up = `CASE WHEN ${rest} > '5' OR (${rest} = '5' AND ${whole} % 2 <> 0) THEN 1 ELSE 0 END`;
  return `${whole} + (${up}) * CASE WHEN ${text} LIKE '-%' THEN -1 ELSE 1 END`;
}

/** @type {import("./writing.js").Dialect} */
export const duckdb = {
  name: "duckdb",
  begin: "BEGIN TRANSACTION READ ONLY",
  double: "DOUBLE",
  classOf: (type) => (/^DECIMAL\(/.test(type) ? "exact" : classes[type]),
  columnsOf: (from) => `SELECT column_name AS "name" FROM (DESCRIBE SELECT * FROM ${from} AS t)`,
  foldsCase: true,
  typeOf: (value) => `typeof(${value})`,
  asText,
  identity,
  textOfHex: (hex) => `from_hex('${hex}')`,
  shownText: (identity) => `decode(${identity})`,
  hexOfText: (identity) => `hex(${identity})`,
  divided: (a, b) => `(${a}) // (${b})`,
  wide: (value) => `CAST(${value} AS HUGEINT)`,
  wideDivided: (a, b) => `(${a}) // (${b})`,
  isNaN: (value) => `isnan(${value})`,
  shownDouble,
  readDouble: (text) => Number(text.replace("inf", "Infinity")),
  doubleOfDecimal: (decimal) => `CAST(${asText(decimal)} AS DOUBLE)`,
  wholeOfDecimal,
  microseconds: (time, type) =>
    type === "DATE" ? `epoch_us(CAST(${time} AS TIMESTAMP))` : `epoch_us(${time})`,
  probe: `SELECT ${asText("CAST(9007199254740993 AS bigint)")} AS "big", ${asText("(7) // (2)")} AS "half", ${shownDouble("CAST('0.30000000000000004' AS DOUBLE)")} AS "real", ${shownDouble("CAST('5e-324' AS DOUBLE)")} AS "tiny", decode(from_hex('6127225c20f09f9880')) AS "text", ${asText(`CASE WHEN ${identity("'a'")} = ${identity("'A'")} OR ${identity("'a'")} = ${identity("'a '")} THEN 1 ELSE 0 END`)} AS "loose", ${shownDouble("CAST('-0.0' AS DOUBLE) + 0")} AS "zero", NULL AS "none"`,
  probed: {
    big: "9007199254740993",
    half: "3",
    real: "0.30000000000000004",
    tiny: "5e-324",
    text: "a'\"\\ 😀",
    loose: "0",
    zero: "0.0",
    none: null,
  },
};
