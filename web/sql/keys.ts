import { makingOf, wholeNumbers } from "../data/domains.js";
import { bigint, double } from "./writing.js";

/** @typedef {import("./writing.js").Dialect} Dialect */
/** @typedef {import("./columns.js").Column} Column */

/**
 * The values of a column as the keys of a domain, which are the ones that the core sees of a table in memory.
 * @typedef {object} Keys
 * @property {{ name: string, sql: string }[]} steps from t's column to k, each from those before it; k is NULL
 *   where a row does not count
 * @property {(key: string) => string} shown as text
 * @property {(texts: string[]) => ArrayLike<number> | ArrayLike<bigint>} read shown ones, as the core takes them
 * @property {(drawn: any) => string} written a key that the core names
 * @property {Record<string, unknown>} reading how the core reads them
 */

/** Beyond them whole numbers are not told apart. */
const farthest = 2n ** 62n;

const microseconds = {
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
};
const aDay = microseconds.day;

/**
 * @param {Dialect} dialect
 * @param {Column} column
 * @param {{ domain: import("../data/domains.js").Domain<any>, outside: string }} read
 * @returns {Keys}
 */
export function keysOf(dialect, column, { domain, outside }) {
  const { maker, of } = /** @type {import("../data/domains.js").Making} */ (makingOf(domain));
  const terms = { dialect, column, domain, drops: outside === "drop" };
  if (maker === "reals") return realKeys(terms, of[0]);
  if (maker === "integers") return wholeKeys(terms, wholeSteps(terms));
  if (maker === "decimals") return wholeKeys(terms, scaledSteps(terms, of[2]));
  return wholeKeys(terms, timeSteps(terms, of));
}

/**
 * Refuses a domain that engines have no keys for: of public options, before a ledger is charged.
 * @param {import("../data/domains.js").Domain<any>} domain
 */
export function checkKeys(domain) {
  const { maker, of } = /** @type {import("../data/domains.js").Making} */ (makingOf(domain));
  if (!["reals", "integers", "decimals", "dates"].includes(maker)) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates in an engine, got ${domain.name}`,
    );
  }
  if (maker === "reals" && of[0].digits !== undefined) {
    throw new TypeError(`domain must be without digits in an engine, got ${domain.name}`);
  }
  const [low, high] = maker === "reals" ? [0n, 0n] : boundsOf(domain);
  if (low < -farthest || high > farthest) {
    throw new RangeError(`domain must be within +-2^62 in an engine, got ${domain.name}`);
  }
  if (maker !== "dates") return;
  const years = [of[0], of[1]].map((time) => new Date(time).getUTCFullYear());
  if (years[0] < 1 || years[1] > 9998) {
    throw new RangeError(`domain must be of the years 1 to 9998 in an engine, got ${domain.name}`);
  }
}

/**
 * Refuses a column of another kind than the domain's. Its type is public.
 * @param {Column} column
 * @param {import("../data/domains.js").Domain<any>} domain
 */
export function checkColumnFor({ name, kind, type }, domain) {
  const isOfTime = makingOf(domain)?.maker === "dates";
  if ((isOfTime ? ["day", "time"] : ["whole", "exact", "real"]).includes(kind)) return;
  throw new TypeError(
    `column ${name} must be of ${isOfTime ? "dates or timestamps" : "numbers"} for ${domain.name}, got ${type}`,
  );
}

/**
 * Rows whose values are keys of a domain, into which those outside are brought.
 * @param {{ dialect: Dialect }} table
 * @param {import("../data/domains.js").Domain<any>} domain
 * @returns {import("./release.js").Question["rowsFor"]}
 */
export function keyed({ dialect }, domain) {
  checkKeys(domain);
  return (rows, value) => {
    checkColumnFor(value, domain);
    return { ...rows, keys: keysOf(dialect, value, { domain, outside: "clamp" }) };
  };
}

/** @typedef {{ dialect: Dialect, column: Column, domain: import("../data/domains.js").Domain<any>, drops: boolean }} Terms */

/**
 * @param {Terms} terms
 * @param {{ min?: number, max?: number }} bounds
 * @returns {Keys}
 */
function realKeys({ dialect, column, domain, drops }, { min, max }) {
  const low = double(dialect, min ?? -Number.MAX_VALUE);
  const high = double(dialect, max ?? Number.MAX_VALUE);
  return {
    steps: [
      { name: "v", sql: doubleOf(dialect, column) },
      { name: "k", sql: brought("v", "v", low, high, drops) },
    ],
    shown: dialect.shownDouble,
    read: (texts) => Float64Array.from(texts, dialect.readDouble),
    written: ({ number }) => double(dialect, number),
    reading: { domain: domain.core, kind: "numbers", outside: "clamp" },
  };
}

/**
 * @param {Terms} terms
 * @param {{ name: string, sql: string }[]} steps to whole numbers
 * @returns {Keys}
 */
function wholeKeys({ domain, dialect }, steps) {
  const [low, high] = boundsOf(domain);
  return {
    steps,
    shown: dialect.asText,
    read: (texts) => BigUint64Array.from(texts, (text) => BigInt(text) - low),
    written: ({ key }) => bigint(low + BigInt.asUintN(64, key)),
    // Counted from the lower end, so that the core needs no sign.
    reading: { domain: wholeNumbers(0n, high - low), kind: "unsigned", outside: "clamp" },
  };
}

/**
 * The ends of a domain of whole numbers, decimals (in their last digit) or dates (in units).
 * @param {import("../data/domains.js").Domain<any>} domain
 * @returns {[bigint, bigint]}
 */
export function boundsOf({ core }) {
  const { loLow, loHigh, hiLow, hiHigh } = /** @type {any} */ (core);
  return [(BigInt(loHigh) << 64n) + loLow, (BigInt(hiHigh) << 64n) + hiLow];
}

/**
 * A value that is brought into a range, or left out.
 * @param {string} value
 * @param {string} inside what it is if it lies inside
 * @param {string} low
 * @param {string} high
 * @param {boolean} drops
 */
export const brought = (value, inside, low, high, drops) =>
  `CASE WHEN ${value} < ${low} THEN ${drops ? "NULL" : low} WHEN ${value} > ${high} THEN ${drops ? "NULL" : high} ELSE ${inside} END`;

/**
 * A column's values as doubles, NaN being missing.
 * @param {Dialect} dialect
 * @param {Column} column
 */
export function doubleOf(dialect, { sql, kind }) {
  if (kind === "exact") return `${dialect.doubleOfDecimal(sql)} + 0`;
  const value = `CAST(${sql} AS ${dialect.double})`;
  if (kind === "whole") return value;
  return `CASE WHEN ${dialect.isNaN(value)} THEN NULL ELSE ${value} + 0 END`;
}

/** @param {Terms} terms */
function wholeSteps({ dialect, column, domain, drops }) {
  const [low, high] = boundsOf(domain).map(bigint);
  const last = { name: "k", sql: brought("v", "CAST(v AS bigint)", low, high, drops) };
  if (column.kind === "whole") return [{ name: "v", sql: column.sql }, last];
  if (column.kind === "exact")
    return [{ name: "v", sql: dialect.wholeOfDecimal(column.sql) }, last];
  const far = [`-${farthest}`, `${farthest}`].map((limit) => double(dialect, Number(limit)));
  return [
    { name: "d", sql: doubleOf(dialect, column) },
    { name: "y", sql: brought("d", "d", far[0], far[1], false) },
    ...roundedSteps(),
    last,
  ];
}

/**
 * Decimals: doubles times 10^digits, as the reader of columns has them, then rounded.
 * @param {Terms} terms
 * @param {number} digits
 */
function scaledSteps({ dialect, column, domain, drops }, digits) {
  const scale = 10 ** digits;
  const [low, high] = boundsOf(domain).map(bigint);
  // Beyond the domain still, and nothing that the product of could be too large for.
  const far = [-1, 1].map((sign) => double(dialect, (sign * Number(farthest)) / scale));
  return [
    { name: "d", sql: doubleOf(dialect, column) },
    {
      name: "y",
      sql: `(${brought("d", "d", far[0], far[1], false)}) * ${double(dialect, scale)}`,
    },
    ...roundedSteps(),
    { name: "k", sql: brought("v", "v", low, high, drops) },
  ];
}

/** From y, a double, to v, the nearest whole number, halves to even. What is left of y after f is exact. */
export const roundedSteps = () => [
  { name: "f", sql: "CAST(floor(y) AS bigint)" },
  {
    name: "v",
    sql: "f + CASE WHEN y - floor(y) > 0.5 OR (y - floor(y) = 0.5 AND f % 2 <> 0) THEN 1 ELSE 0 END",
  },
];

/**
 * Units of time since the domain's first, cut down.
 * @param {Terms} terms
 * @param {any[]} of the domain's ends and its unit
 */
function timeSteps({ dialect, column, domain, drops }, [from, , unit]) {
  const [, last] = boundsOf(domain);
  const size = microseconds[/** @type {keyof typeof microseconds} */ (unit)];
  const low = BigInt(from) * 1000n;
  const end = low + (last + 1n) * size;
  const { sql, type } = column;
  const count = dialect.divided(`${dialect.microseconds(sql, type)} - ${bigint(low)}`, `${size}`);
  // By the column's own type, which knows infinite dates and more years than microseconds do.
  const below = `${sql} < ${timeLiteral(column, low)}`;
  const beyond = `${sql} >= ${timeLiteral(column, end)}`;
  const [first, final] = drops ? ["NULL", "NULL"] : [bigint(0), bigint(last)];
  return [
    {
      name: "k",
      sql: `CASE WHEN ${below} THEN ${first} WHEN ${beyond} THEN ${final} ELSE ${count} END`,
    },
  ];
}

/**
 * A point in time, or the first day that does not begin before it.
 * @param {Column} column
 * @param {bigint} time microseconds since 1970, whole milliseconds
 */
export function timeLiteral({ kind, type }, time) {
  const rest = ((time % aDay) + aDay) % aDay;
  const at = kind === "day" && rest > 0n ? time - rest + aDay : time;
  const iso = new Date(Number(at / 1000n)).toISOString();
  const [day, clock] = [iso.slice(0, 10), iso.slice(11, 23)];
  if (kind === "day") return `CAST('${day}' AS date)`;
  const zone = /with time zone$/i.test(type) ? "+00" : "";
  return `CAST('${day} ${clock}${zone}' AS ${type})`;
}
