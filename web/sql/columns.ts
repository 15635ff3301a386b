import type { GroupName } from "../data/group-names.js";
import { noColumn } from "../tables/no-column.js";
import { type Dialect, hexOf, identifier, textOfHex } from "./writing.js";

/** How to read values of a column's type. */
export type ColumnClass =
  | ("whole" | "exact" | "real" | "duration")
  | ("text" | "uuid" | "bytes")
  | ("truth" | "day" | "time");

/** A column of the table, as the engine declares it. */
export interface Column {
  name: string;
  /** how queries write it */
  sql: string;
  type: string;
  kind: ColumnClass;
}

/** How queries write a column of the table, which they call t. */
export const columnNamed = (option: string, name: unknown, quoted?: Dialect["quoted"]) =>
  `t.${identifier(option, name, quoted)}`;

/**
 * Rejects names of columns that do not exist, before an engine does in its own words.
 * @param there the names of all columns
 */
export function checkThere(
  { foldsCase }: Dialect,
  there: string[],
  asked: { option: string; name: string }[],
) {
  const folded = (name: string) => (foldsCase ? name.toLowerCase() : name);
  const known = new Set(there.map(folded));
  for (const { option, name } of asked) {
    if (!known.has(folded(name))) throw noColumn(option, there, name);
  }
}

/** The query for the types of columns. It reads no row. */
export function typesQuery(dialect: Dialect, from: string, columns: string[]) {
  const types = columns.map(
    (sql, place) =>
      `${dialect.typeOf(`(SELECT ${sql} FROM ${from} AS t LIMIT 0)`)} AS ${dialect.quoted(`type${place}`)}`,
  );
  return `SELECT ${[...types, `${dialect.state} AS ${dialect.quoted("state")}`].join(", ")}`;
}

/** @param declared as `typesQuery` has it */
export function columnOf(
  dialect: Dialect,
  name: string,
  sql: string,
  declared: string | null,
): Column {
  const isDomain = declared?.startsWith("domain ") ?? false;
  const type = isDomain ? declared!.slice("domain ".length) : declared;
  const kind = dialect.classOf(type ?? "");
  if (kind !== undefined && type !== null) {
    return { name, sql: isDomain ? dialect.ofDomain(sql, type) : sql, type, kind };
  }
  throw new TypeError(
    `column ${name} must be of numbers, text, booleans, bytes, dates, timestamps or durations, got ${type}: cast it in \`from\``,
  );
}

/** A column that is read as numbers: true as 1, and durations in microseconds. */
export function numbersOf(dialect: Dialect, column: Column): Column {
  const { kind, sql } = column;
  if (kind === "duration") return { ...column, ...dialect.duration(sql) };
  if (kind !== "truth") return column;
  return { ...column, kind: "whole", sql: `(CASE WHEN ${sql} THEN 1 WHEN NOT ${sql} THEN 0 END)` };
}

/** A column's values as doubles, NaN being missing. */
export function doubleOf(dialect: Dialect, { sql, kind }: Column) {
  if (kind === "exact") return `${dialect.doubleOfDecimal(sql)} + 0`;
  const value = `CAST(${sql} AS ${dialect.double})`;
  if (kind === "whole") return value;
  return `CASE WHEN ${dialect.isNaN(value)} THEN NULL ELSE ${value} + 0 END`;
}

/**
 * Identifies users or groups: as in a table in memory, text is its bytes, 0 is -0 and NaN is missing.
 */
export interface Identity {
  sql: string;
  /** whether it is not missing */
  isThere: string;
  /** as text without a letter beyond ASCII, which differs where it differs */
  shown: (sql: string) => string;
  /** a shown one */
  read: (text: string) => GroupName;
  /** a name as SQL; undefined for a name that no row can have */
  written: (name: unknown) => string | undefined;
  /** the order that they have in memory, in SQL */
  order: (sql: string) => string[];
}

/** The identity of one column; several of them form an `Identity`. */
export interface ColumnIdentity extends Identity {
  read: (text: string) => Exclude<GroupName, readonly unknown[]>;
  orderOfShown: (text: string) => string;
}

const mostPlain = 2n ** 63n;

/** A whole number. A literal of more than 64 bits without its type would be a double in an engine, or invalid. */
const writtenWhole = ({ wide }: Dialect, whole: bigint) =>
  whole > -mostPlain && whole < mostPlain ? `(${whole})` : wide(`'${whole}'`);

export function identityOf(
  dialect: Dialect,
  { sql, kind, type, name }: Column,
  option: string,
): ColumnIdentity {
  const { asText } = dialect;
  const isThere = `${sql} IS NOT NULL`;
  const order = (sql: string) => [sql];
  const text = textOf(dialect, { sql, kind, type, name });
  if (text !== undefined) {
    return {
      order,
      orderOfShown: dialect.identity,
      sql: dialect.identity(text),
      isThere: kind === "exact" ? `${isThere} AND ${dialect.isNumber(sql)}` : isThere,
      shown: dialect.hexOfText, // connectors may leave out a byte order mark
      read: textOfHex,
      written: (name) => (typeof name === "string" ? dialect.textOfHex(hexOf(name)) : undefined),
    };
  }
  if (kind === "whole") {
    const read = (text: string) =>
      Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
    return {
      ...{ sql, isThere, shown: asText, read, order, orderOfShown: dialect.wide },
      written: (name) => {
        if (typeof name !== "bigint" && !Number.isSafeInteger(name)) return undefined;
        const whole = BigInt(name as number | bigint);
        if (whole < -dialect.mostWhole || whole >= dialect.mostWhole) return undefined;
        return writtenWhole(dialect, whole);
      },
    };
  }
  if (kind === "truth") {
    const read = (text: string) => text === "true";
    return {
      ...{ sql, isThere, shown: asText, read, order, orderOfShown: dialect.identity },
      written: (name) => (typeof name === "boolean" ? `${name}` : undefined),
    };
  }
  if (kind === "real") {
    const value = `(CAST(${sql} AS ${dialect.double}) + 0)`;
    return {
      sql: value,
      isThere: `${isThere} AND NOT (${dialect.isNaN(value)})`,
      ...{ order, orderOfShown: dialect.orderOfDouble },
      shown: dialect.shownDouble,
      read: dialect.readDouble,
      written: (name) =>
        typeof name === "number" ? `CAST('${name}' AS ${dialect.double})` : undefined,
    };
  }
  throw new TypeError(
    `${option} must be a column of text, numbers, booleans, bytes, dates or timestamps, got ${name} of type ${type}: cast it in \`from\``,
  );
}

/** The text that identifies values which no type of JavaScript holds; undefined for other kinds. */
function textOf(dialect: Dialect, { sql, kind, type }: Column): string | undefined {
  if (kind === "text" || kind === "uuid") return sql;
  if (kind === "exact") return dialect.textOfDecimal(sql);
  if (kind === "bytes") return dialect.textOfBytes(sql);
  if (kind === "day" || kind === "time") return dialect.textOfTime(sql, type);
  return undefined;
}

/**
 * Separates the parts of an identity: it occurs in none of them, as they are digits, hexadecimal, numbers or truth
 * values.
 */
const between = "/";

/**
 * The identity of groups of several columns: the texts of each column's identity, joined. A row with a missing
 * part is in no group, as in a table in memory.
 */
export function identityOfSeveral(dialect: Dialect, parts: ColumnIdentity[]): Identity {
  const joined = (texts: string[]) => dialect.identity(`(${texts.join(` || '${between}' || `)})`);
  return {
    sql: joined(parts.map(({ sql, shown }) => shown(sql))),
    isThere: parts.map(({ isThere }) => isThere).join(" AND "),
    shown: dialect.shownText,
    order: (sql) =>
      parts.map(({ orderOfShown }, i) =>
        orderOfShown(`split_part(${dialect.shownText(sql)}, '${between}', ${i + 1})`),
      ),
    read: (text) => text.split(between).map((part, i) => parts[i]!.read(part)),
    written: (names) => {
      const written = parts.map((part, i) => part.written((names as unknown[])[i]));
      if (written.includes(undefined)) return undefined;
      return joined(parts.map(({ shown }, i) => shown(written[i] as string)));
    },
  };
}
