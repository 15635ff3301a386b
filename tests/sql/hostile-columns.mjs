// The column types of engines, each with values that may make queries fail: as text that the engine casts.
import fc from "fast-check";

/**
 * @typedef {object} Hostile
 * @property {string} type as declared in the engine
 * @property {string[]} values
 * @property {fc.Arbitrary<string>} [more] other values of the type
 * @property {(text: string) => unknown} [alike] equal for values of one user, group or item; default: the text
 */

const ends = (bits) => [`${-(2n ** (bits - 1n))}`, `${2n ** (bits - 1n) - 1n}`];
const signed = (type, bits) => whole(type, ...ends(bits));
const unsigned = (type, bits) => whole(type, "0", `${2n ** bits - 1n}`);

/** @returns {Hostile} */
function whole(type, least, most) {
  const [min, max] = [BigInt(least), BigInt(most)];
  const inside = (value) => value >= min && value <= max;
  const others = [0n, 1n, -1n, 2n, 3n, min + 1n, max - 1n, 2n ** 53n + 1n, -(2n ** 62n), 2n ** 62n];
  const values = [min, max, ...others.filter(inside)];
  const near = fc.bigInt({ min: min < -9n ? -9n : min, max: 9n });
  return {
    type,
    values: [...new Set(values)].map(String),
    more: fc.oneof(fc.bigInt({ min, max }), near).map(String),
  };
}

/** A decimal's shortest digits, as one whole number and its power of ten. */
function shortest(text) {
  const [digits, power = "0"] = text.toLowerCase().split("e");
  const [before, after = ""] = digits.split(".");
  if (!/^-?\d*$/.test(before)) return text; // NaN and infinities
  let whole = BigInt(`${before}${after}`);
  let exponent = Number(power) - after.length;
  while (whole !== 0n && whole % 10n === 0n) [whole, exponent] = [whole / 10n, exponent + 1];
  return whole === 0n ? "0" : `${whole}e${exponent}`;
}

/** A time without its zone, which is UTC, and without zeros after its second. */
const instant = (text) =>
  text
    .replace(/( UTC|\+00)$/, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

/** Decimals with a number of digits and decimal places. @returns {Hostile} */
function decimal(name, digits, scale) {
  const most = 10n ** BigInt(digits) - 1n;
  const half = scale > 0 ? 5n * 10n ** BigInt(scale - 1) : 1n;
  const shifted = (number) => {
    const text = `${number < 0n ? -number : number}`.padStart(scale + 1, "0");
    const [before, after] = [text.slice(0, text.length - scale), text.slice(text.length - scale)];
    return `${number < 0n ? "-" : ""}${before}${scale > 0 ? `.${after}` : ""}`;
  };
  const one = 10n ** BigInt(scale);
  const all = [
    0n,
    1n,
    half,
    half + 1n,
    half - 1n,
    one,
    one + half,
    2n * one + half,
    most,
    most - 1n,
  ];
  const values = all.flatMap((number) => [number, -number]).filter((n) => n <= most && n >= -most);
  return {
    type: `${name}(${digits}, ${scale})`,
    values: [...new Set(values)].map(shifted),
    more: fc.bigInt({ min: -most, max: most }).map(shifted),
    alike: shortest,
  };
}

const byNumber = (text) => Number(text.replace("inf", "Infinity")) + 0;
const doubles = [
  ...["0", "-0.0", "1", "-1", "0.5", "1.5", "2.5", "-0.5", "NaN", "Infinity", "-Infinity"],
  ...["5e-324", "-5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1e18", "-1e19"],
  ...[
    "-1.7976931348623157e308",
    "9223372036854775807",
    "4503599627370495.5",
    "0.30000000000000004",
  ],
];
const floats = [
  ...["0", "-0.0", "1", "-1", "0.5", "1.5", "-0.5", "NaN", "Infinity", "-Infinity"],
  ...["1.401298464324817e-45", "3.4028234663852886e38", "-3.4028234663852886e38", "16777217"],
];
const asText = (double) => (Object.is(double, -0) ? "-0.0" : `${double}`);
const real = (type) => ({ type, values: doubles, more: fc.double().map(asText), alike: byNumber });
const single = (type) => ({ type, values: floats, more: fc.float().map(asText), alike: byNumber });

const long = "long ".repeat(2000);
const texts = [
  ...["", " ", "a", "A", "a ", "'", '"', "\\", "\\x41", "/", "%", "NULL", "\n", "\r\n", "\t", "ß"],
  ...["\u0001", "\u0007", "\u001b[2J", "\u007f", "\u0085", "\u202e", "\u2028", "\ufeff", "\ufffd"],
  ...["\ufffe", "\uffff", "\u{10ffff}", "\u{1f600}", "ä", "a\u0308", "1", "-0", "inf", "nan", long],
];
const written = fc.string({ unit: "binary", maxLength: 8 });
const withoutNul = written.map((text) => text.replaceAll("\0", "\u0001"));

const days = (least, most) =>
  fc.date({ min: new Date(least), max: new Date(most), noInvalidDate: true });
const usualDays = days("0001-01-02", "9999-12-30");
const day = (date) => date.toISOString().slice(0, 10);
const moment = (date) => date.toISOString().slice(0, 23).replace("T", " ");

const dates = ["1970-01-01", "2026-01-01", "2026-12-31", "2024-02-29", "0001-01-01", "9999-12-31"];
const clocks = ["00:00:00", "23:59:59.999999", "12:34:56.789999"];
const times = dates.flatMap((date) => clocks.map((clock) => `${date} ${clock}`));
const clock = ["00:00:00", "23:59:59.999999", "24:00:00"];
const uuids = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
const truths = { type: "boolean", values: ["true", "false"] };
const infinite = ["infinity", "-infinity"];

/** @type {Hostile[]} */
const duckdb = [
  ...[signed("TINYINT", 8n), signed("SMALLINT", 16n), signed("INTEGER", 32n)],
  ...[signed("BIGINT", 64n), signed("HUGEINT", 128n), unsigned("UTINYINT", 8n)],
  ...[unsigned("USMALLINT", 16n), unsigned("UINTEGER", 32n), unsigned("UBIGINT", 64n)],
  unsigned("UHUGEINT", 128n),
  ...[decimal("DECIMAL", 4, 0), decimal("DECIMAL", 3, 3), decimal("DECIMAL", 9, 9)],
  ...[decimal("DECIMAL", 18, 4), decimal("DECIMAL", 18, 18), decimal("DECIMAL", 38, 0)],
  ...[decimal("DECIMAL", 38, 6), decimal("DECIMAL", 38, 37), decimal("DECIMAL", 38, 38)],
  ...[single("FLOAT"), real("DOUBLE"), truths],
  { type: "VARCHAR", values: [...texts, "\0", "a\0b", "a\0c"], more: written },
  { type: "VARCHAR COLLATE NOCASE", values: texts, more: written },
  {
    type: "DATE",
    values: [...dates, ...infinite, "5877642-06-25 (BC)", "5881580-07-10"],
    more: usualDays.map(day),
  },
  ...["TIMESTAMP", "TIMESTAMP WITH TIME ZONE"].map((type) => ({
    type,
    values: [
      ...[...times, ...infinite, "290309-12-22 (BC) 00:00:00", "294247-01-10 04:00:54.775806"],
    ].map((text) => (type === "TIMESTAMP" || infinite.includes(text) ? text : `${text}+00`)),
    more: usualDays.map((date) => moment(date) + (type === "TIMESTAMP" ? "" : "+00")),
    alike: instant,
  })),
  { type: "TIMESTAMP_S", values: [...dates, ...infinite] },
  { type: "TIMESTAMP_MS", values: [...times, ...infinite] },
  { type: "TIMESTAMP_NS", values: ["1970-01-01", "2026-01-01 00:00:00.123456789", ...infinite] },
  { type: "TIME", values: clock },
  { type: "TIME WITH TIME ZONE", values: clock.map((time) => `${time}+15:59:59`) },
  {
    type: "INTERVAL",
    values: ["0 days", "1 month", "30 days", "-178956970 years", "1 microsecond"],
  },
  { type: "UUID", values: uuids },
  { type: "ENUM ('a', 'A', '')", values: ["a", "A", ""] },
  { type: "BLOB", values: ["", "\\x00", "\\xFF\\xFE", "a"] },
  { type: "BIT", values: ["0", "00", "1", "0101010101"] },
  { type: "INTEGER[]", values: ["[]", "[1, NULL]", "[0]"] },
  { type: "DOUBLE[2]", values: ["[0, -0.0]", "[NaN, Infinity]"] },
  { type: "STRUCT(a DOUBLE, b VARCHAR)", values: ["{'a': -0.0, 'b': 'x'}"] },
  { type: "MAP(VARCHAR, INTEGER)", values: ["{a=1}", "{}"] },
];

/** @type {Hostile[]} */
const postgres = [
  ...[signed("smallint", 16n), signed("integer", 32n), signed("bigint", 64n), truths],
  ...[decimal("numeric", 4, 0), decimal("numeric", 3, 3), decimal("numeric", 18, 4)],
  ...[decimal("numeric", 38, 38), decimal("numeric", 38, 6), decimal("numeric", 1000, 500)],
  {
    type: "numeric",
    values: [
      ...["NaN", "Infinity", "-Infinity", "0", "1.0", "1.00", "0.5", "-0.5", `1${"0".repeat(400)}`],
      ...[`-1${"0".repeat(400)}`, `0.${"0".repeat(400)}1`, "2.4703282292062327e-324", "5e-324"],
      ...["1.7976931348623159e308", "1e19", "-1e19", "9223372036854775808", `9${"9".repeat(9999)}`],
    ],
    more: fc
      .tuple(fc.bigInt(), fc.integer({ min: -400, max: 400 }))
      .map((parts) => parts.join("e")),
    alike: shortest,
  },
  ...[single("real"), real("double precision")],
  { type: "text", values: texts, more: withoutNul },
  { type: "varchar(5)", values: ["a", "a    ", "", "\u{10ffff}"] },
  { type: 'text COLLATE "unlike"', values: texts, more: withoutNul },
  { type: "char(3)", values: ["a", "a  ", ""], alike: (text) => text.trimEnd() },
  { type: "name", values: ["a", ""] },
  { type: '"char"', values: ["a", ""] },
  {
    type: "date",
    values: [...dates, ...infinite, "4713-01-01 BC", "5874897-12-31"],
    more: usualDays.map(day),
  },
  ...["timestamp", "timestamp with time zone"].map((type) => ({
    type,
    values: [
      ...[...times, ...infinite, "4713-01-02 00:00:00 BC", "294276-12-30 23:59:59.999999"],
    ].map((text) => (type === "timestamp" || infinite.includes(text) ? text : `${text} UTC`)),
    more: usualDays.map((date) => moment(date) + (type === "timestamp" ? "" : "+00")),
    alike: instant,
  })),
  { type: "time without time zone", values: clock },
  { type: "time with time zone", values: clock.map((time) => `${time}+15:59`) },
  { type: "interval", values: ["0", "1 month", "30 days", "-178000000 years"] },
  { type: "uuid", values: uuids },
  { type: "mood", values: ["a", "A", ""] },
  ...["whole_domain", "decimal_domain"].map((type) => ({ type, values: ["0", "-1", "5"] })),
  { type: "text_domain", values: texts },
  { type: "bytea", values: ["", "\\x00", "\\xfffe"] },
  { type: "bit(3)", values: ["000", "101"] },
  { type: "bit varying", values: ["", "0", "00"] },
  { type: "integer[]", values: ["{}", "{1,NULL}"] },
  { type: "double precision[]", values: ["{0,-0}", "{NaN}"] },
  { type: "pair", values: ["(1,a)", "(,)"] },
  ...["json", "jsonb"].map((type) => ({ type, values: ["null", '{"a": -0.0}', "[]", '"x"'] })),
  { type: "inet", values: ["0.0.0.0/0", "::1"] },
  { type: "money", values: ["0", "-92233720368547758.08"] },
  { type: "oid", values: ["0", "4294967295"] },
  { type: "point", values: ["(0,-0)", "(NaN,1)"] },
  { type: "int4range", values: ["empty", "(,)"] },
];

export const hostileColumns = { duckdb, postgres };

/** Types that need a declaration first. */
export const declarations = {
  duckdb: [],
  postgres: [
    `CREATE COLLATION "unlike" (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
    "CREATE TYPE mood AS ENUM ('a', 'A', '')",
    "CREATE TYPE pair AS (a integer, b text)",
    "CREATE DOMAIN whole_domain AS integer",
    "CREATE DOMAIN decimal_domain AS numeric",
    "CREATE DOMAIN text_domain AS text",
  ],
};
