import { type Domain, type Making, makingOf, wholeNumbers } from "../data/domains.js";
import { type Column, doubleOf, numbersOf } from "./columns.js";
import { reducedBy } from "./reduced.js";
import type { Question } from "./release.js";
import { bigint, type Dialect, double } from "./writing.js";

/** A key as the core names it: of doubles `number`, of whole numbers `key`. */
export type DrawnKey = { number: number; key: bigint };

/** A column that queries derive. `isCostly`: worth to be computed once for all that follow, which name it often */
export type Step = { name: string; sql: string; isCostly?: boolean };

/** The values of a column as the keys of a domain, the same keys that the core has for a table in memory. */
export interface Keys {
  /** from t's column to k, each from those before it; k is NULL where a row does not count */
  steps: Step[];
  /** the number of a key's cell, which never falls while the key grows; absent where a domain has few keys */
  cell?: ((key: string) => string) | undefined;
  /** as text */
  shown: (key: string) => string;
  /** shown ones, as the core takes them */
  read: (texts: string[]) => ArrayLike<number> | ArrayLike<bigint>;
  /** a key that the core names */
  written: (drawn: DrawnKey) => string;
  /** how the core reads them */
  reading: Record<string, unknown>;
}

/** Beyond them whole numbers count as equal. */
const farthest = 2n ** 62n;

const microseconds = {
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
};
const aDay = microseconds.day;

/** The arguments of `reals` and `dates`. */
type RealRange = { min?: number; max?: number; digits?: number };
type TimeRange = [from: number, to: number, unit: keyof typeof microseconds];

export function keysOf(
  dialect: Dialect,
  given: Column,
  { domain, outside }: { domain: Domain<unknown>; outside: string },
): Keys {
  const { maker, of } = makingOf(domain) as Making;
  const column = numbersOf(dialect, given);
  const terms = { dialect, column, domain, drops: outside === "drop" };
  if (maker === "reals") return realKeys(terms, of[0] as RealRange);
  if (maker === "integers") return wholeKeys(terms, wholeSteps(terms));
  if (maker === "decimals") return wholeKeys(terms, scaledSteps(terms, of[2] as number));
  return wholeKeys(terms, timeSteps(terms, of as TimeRange));
}

/** Rejects a domain without keys in engines: from public options, before the ledger's charge. */
export function checkKeys(domain: Domain<unknown>) {
  const { maker, of } = makingOf(domain) as Making;
  if (!["reals", "integers", "decimals", "dates"].includes(maker)) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates in an engine, got ${domain.name}`,
    );
  }
  if (maker === "reals" && (of[0] as RealRange).digits !== undefined) {
    throw new TypeError(`domain must be without digits in an engine, got ${domain.name}`);
  }
  const [low, high] = maker === "reals" ? [0n, 0n] : boundsOf(domain);
  if (low < -farthest || high > farthest) {
    throw new RangeError(`domain must be within +-2^62 in an engine, got ${domain.name}`);
  }
  if (maker !== "dates") return;
  const years = [of[0], of[1]].map((time) => new Date(time as number).getUTCFullYear());
  if (years[0]! < 1 || years[1]! > 9998) {
    throw new RangeError(`domain must be of the years 1 to 9998 in an engine, got ${domain.name}`);
  }
}

const kinds = {
  times: ["day", "time"],
  numbers: ["whole", "exact", "real", "duration"],
  amounts: ["whole", "exact", "real", "duration", "truth"],
};

/**
 * Rejects a column of another kind than the domain's. Its type is public.
 * @param numbers the kinds that are numbers: booleans are some to add, not to rank
 */
export function checkColumnFor(
  { name, kind, type }: Column,
  domain: Domain<unknown>,
  numbers: "numbers" | "amounts" = "numbers",
) {
  const isOfTime = makingOf(domain)?.maker === "dates";
  if (kinds[isOfTime ? "times" : numbers].includes(kind)) return;
  throw new TypeError(
    `column ${name} must be of ${isOfTime ? "dates or timestamps" : "numbers"} for ${domain.name}, got ${type}`,
  );
}

/** Rows whose values are keys of a domain, clamped to it. */
export function keyed(
  { dialect }: { dialect: Dialect },
  domain: Domain<unknown>,
  perUser?: unknown,
): Question["rowsFor"] {
  checkKeys(domain);
  return (rows, value) => {
    checkColumnFor(value, domain, "amounts");
    const { rows: own, value: reduced } = reducedBy(rows, value, perUser);
    return { ...own, keys: keysOf(dialect, reduced, { domain, outside: "clamp" }) };
  };
}

export type Terms = { dialect: Dialect; column: Column; domain: Domain<unknown>; drops: boolean };

function realKeys({ dialect, column, domain, drops }: Terms, { min, max }: RealRange): Keys {
  const low = double(dialect, min ?? -Number.MAX_VALUE);
  const high = double(dialect, max ?? Number.MAX_VALUE);
  return {
    steps: [
      { name: "v", sql: doubleOf(dialect, column), isCostly: column.kind === "exact" },
      { name: "k", sql: brought("v", "v", low, high, drops) },
    ],
    cell: (key) => cellOfDouble(dialect, key),
    shown: dialect.shownDouble,
    read: (texts) => Float64Array.from(texts, dialect.readDouble),
    written: ({ number }) => double(dialect, number),
    reading: { domain: domain.core, kind: "numbers", outside: "clamp" },
  };
}

/** How many equal cells a domain of whole numbers has. */
const cells = 4096n;
/** Cells of fewer keys spare nothing: there are few keys then, each of which many rows have. */
const leastInCell = 8n;

/** Cut towards 0: a difference to the lower end could need more than 64 bits. */
function cellOfWhole({ divided }: Dialect, width: bigint): Keys["cell"] {
  if (width < cells * leastInCell) return undefined;
  return (key) => divided(key, bigint(width / cells + 1n));
}

/**
 * Some twenty cells between a double near 1 and its double, on either side of 0. A square root is rounded correctly, so
 * it never falls while the double grows; a logarithm could. The 32nd root of no double is above 2^32.
 */
function cellOfDouble(dialect: Dialect, key: string) {
  const root = Array.from({ length: 5 }).reduce<string>((of) => `sqrt(${of})`, `ABS(${key})`);
  const cell = `CAST(floor(${root} * 1024) AS bigint)`;
  return `CASE WHEN ${key} < ${double(dialect, 0)} THEN -(${cell}) ELSE ${cell} END`;
}

/** @param steps to whole numbers */
function wholeKeys({ domain, dialect }: Terms, steps: Step[]): Keys {
  const [low, high] = boundsOf(domain);
  return {
    steps,
    cell: cellOfWhole(dialect, high - low),
    shown: dialect.asText,
    read: (texts) => BigUint64Array.from(texts, (text) => BigInt(text) - low),
    written: ({ key }) => bigint(low + BigInt.asUintN(64, key)),
    // Counted from the lower end, so that the core needs no sign.
    reading: { domain: wholeNumbers(0n, high - low), kind: "unsigned", outside: "clamp" },
  };
}

/** The ends of a domain of whole numbers, decimals (in their last digit) or dates (in units). */
export function boundsOf({ core }: Domain<unknown>): [bigint, bigint] {
  const { loLow, loHigh, hiLow, hiHigh } = core as ReturnType<typeof wholeNumbers>;
  return [(BigInt(loHigh) << 64n) + loLow, (BigInt(hiHigh) << 64n) + hiLow];
}

/**
 * A value clamped to a range, or dropped.
 * @param inside its SQL if it lies inside
 */
export const brought = (value: string, inside: string, low: string, high: string, drops: boolean) =>
  `CASE WHEN ${value} < ${low} THEN ${drops ? "NULL" : low} WHEN ${value} > ${high} THEN ${drops ? "NULL" : high} ELSE ${inside} END`;

function wholeSteps({ dialect, column, domain, drops }: Terms) {
  const [low, high] = boundsOf(domain).map(bigint) as [string, string];
  const last = { name: "k", sql: brought("v", "CAST(v AS bigint)", low, high, drops) };
  if (column.kind === "whole") return [{ name: "v", sql: column.sql }, last];
  if (column.kind === "exact")
    return [
      { name: "x", sql: dialect.nearDecimal(column.sql), isCostly: true },
      { name: "v", sql: dialect.wholeOfDecimal("x"), isCostly: true },
      last,
    ];
  const far = [`-${farthest}`, `${farthest}`].map((limit) => double(dialect, Number(limit)));
  return [
    { name: "d", sql: doubleOf(dialect, column) },
    { name: "y", sql: brought("d", "d", far[0]!, far[1]!, false) },
    { ...roundedStep(dialect), isCostly: true },
    last,
  ];
}

/** Decimals: doubles times 10^digits, as the reader of columns has them, then rounded. */
function scaledSteps({ dialect, column, domain, drops }: Terms, digits: number) {
  const scale = 10 ** digits;
  const [low, high] = boundsOf(domain).map(bigint) as [string, string];
  // Beyond the domain still, and nothing that the product of could be too large for.
  const far = [-1, 1].map((sign) => double(dialect, (sign * Number(farthest)) / scale));
  return [
    { name: "d", sql: doubleOf(dialect, column), isCostly: column.kind === "exact" },
    {
      name: "y",
      sql: `(${brought("d", "d", far[0]!, far[1]!, false)}) * ${double(dialect, scale)}`,
    },
    { ...roundedStep(dialect), isCostly: true },
    { name: "k", sql: brought("v", "v", low, high, drops) },
  ];
}

/** From y, a double, to v, the nearest whole number, halves to even. */
export const roundedStep = ({ nearest }: Dialect): Step => ({ name: "v", sql: nearest("y") });

/**
 * Units of time since the domain's first, cut down.
 * @param of the domain's ends and its unit
 */
function timeSteps({ dialect, column, domain, drops }: Terms, [from, , unit]: TimeRange) {
  const [, last] = boundsOf(domain);
  const size = microseconds[unit];
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
      isCostly: true,
    },
  ];
}

/**
 * A point in time, or the first day that does not begin before it.
 * @param time microseconds since 1970, whole milliseconds
 */
export function timeLiteral({ kind, type }: Column, time: bigint) {
  const rest = ((time % aDay) + aDay) % aDay;
  const at = kind === "day" && rest > 0n ? time - rest + aDay : time;
  const iso = new Date(Number(at / 1000n)).toISOString();
  const [day, clock] = [iso.slice(0, 10), iso.slice(11, 23)];
  if (kind === "day") return `CAST('${day}' AS date)`;
  const isZoned = /with time zone$/i.test(type) || type === "timestamp"; // as Spark calls it
  const zone = isZoned ? "+00" : "";
  return `CAST('${day} ${clock}${zone}' AS ${type})`;
}
