import { describe } from "../core/options.js";
import { isDate } from "../data/missing.js";
import { type Column, doubleOf, identityOf, numbersOf } from "./columns.js";
import type { Rows } from "./kept-rows.js";
import { timeLiteral } from "./keys.js";
import { checkFew, checkList, listedNames } from "./names.js";
import { type Dialect, double } from "./writing.js";

export type Binned = Pick<Rows, "keys" | "items" | "bins">;

/** The edges between bins, all of one kind, as the option reads them. */
type Edge = number | bigint | Date;

/** Within them whole numbers of a query fit into the widest type of every engine. */
const farthest = 2n ** 126n;

/** Rejects bins without a query: from public options, before the ledger's charge. */
export function checkBins({ edges, items }: { edges?: unknown[]; items?: unknown[] }) {
  if (items !== undefined) return checkList("items", items);
  const list = edges ?? [];
  checkFew("edges", list);
  for (const edge of list) {
    if (!isDate(edge) || isInYears(edge)) continue;
    throw new RangeError(
      `edges must be of the years 1 to 9998 in an engine, got ${edge.toISOString()}`,
    );
  }
}

const isInYears = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9998;

/** Which bin a row of a column is in, as queries write it. Rejects a column of another kind than the bins. */
export function binsIn(
  dialect: Dialect,
  column: Column,
  { edges, items }: { edges?: unknown[]; items?: unknown[] },
): Binned {
  if (items !== undefined) {
    const identity = identityOf(dialect, column, "column");
    return { items: { identity, bins: listedNames(identity, items) }, bins: items.length };
  }
  const all = (edges ?? []) as Edge[];
  const { value, below } = comparison(dialect, column, all[0]);
  const sql = `CASE WHEN v IS NULL THEN NULL ELSE ${placeAmong(all.map(below))} END`;
  const steps = [
    { name: "v", sql: value },
    { name: "k", sql },
  ];
  return { keys: { steps }, bins: all.length + 1 };
}

/**
 * The comparable form of a column's value, and its comparison with edges.
 * @param edge any edge
 * @returns `below`: whether v is
 */
function comparison(
  dialect: Dialect,
  given: Column,
  edge: Edge | undefined,
): { value: string; below(edge: Edge): string } {
  const column = numbersOf(dialect, given);
  const { name, kind, type, sql } = column;
  if (isDate(edge) !== ["day", "time"].includes(kind) || ["text", "bytes", "uuid"].includes(kind)) {
    throw new TypeError(
      `column ${name} must be of ${isDate(edge) ? "dates or timestamps" : "numbers"} as edges are, got ${type}`,
    );
  }
  if (isDate(edge)) {
    const written = (date: Date) => timeLiteral(column, BigInt(+date) * 1000n);
    return { value: sql, below: (date: Date) => `v < ${written(date)}` };
  }
  if (kind === "whole") return { value: sql, below: belowWhole };
  return {
    value: doubleOf(dialect, column),
    below: (number: number | bigint) => `v < ${double(dialect, doubleAt(name, number))}`,
  };
}

function belowWhole(edge: number | bigint) {
  if (typeof edge === "number" && !Number.isFinite(edge)) return edge > 0 ? "TRUE" : "FALSE";
  const least = typeof edge === "bigint" ? edge : BigInt(Math.ceil(edge));
  if (least >= farthest) return "TRUE";
  return least <= -farthest ? "FALSE" : `v < (${least})`;
}

function doubleAt(column: string, edge: number | bigint) {
  const number = Number(edge);
  if (typeof edge !== "bigint" || BigInt(number) === edge) return number;
  throw new RangeError(
    `edges must be numbers that doubles hold, as column ${column} is read as such, got ${describe(edge)}`,
  );
}

/**
 * How many edges v is not below, found by halving.
 * @param below for each edge
 */
function placeAmong(below: string[], from = 0, to: number = below.length): string {
  if (from === to) return `${from}`;
  const middle = (from + to) >> 1;
  return `CASE WHEN ${below[middle]} THEN ${placeAmong(below, from, middle)} ELSE ${placeAmong(below, middle + 1, to)} END`;
}
