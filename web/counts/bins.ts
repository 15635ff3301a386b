import type { Optional } from "../core/fields.js";
import { describe, kindOf } from "../core/options.js";
import { integers } from "../data/domains.js";
import { checkItem } from "../data/items.js";
import { isDate, isMissing } from "../data/missing.js";

const mostBins = 2 ** 24;

/** A public list. */
const list = (
  check: (name: string, list: unknown[]) => void,
  example: unknown[],
  kind: string,
): Optional<unknown[] | undefined> => ({
  ...{ kind, example },
  read: (name, value) => {
    if (!Array.isArray(value))
      throw new TypeError(`${name} must be a list, got ${describe(value)}`);
    if (value.length === 0 || value.length >= mostBins) {
      throw new RangeError(
        `${name} must be 1 to ${(mostBins - 1).toLocaleString("en")}, got ${value.length}`,
      );
    }
    const all = [...value]; // the caller's may change
    check(name, all);
    return all;
  },
  fallback: () => undefined,
});

/** The edges between bins: numbers, BigInts or Dates, increasing. */
export const edges = () =>
  list(
    (name, all) => {
      all.forEach((edge, place) => {
        if (
          isMissing(edge) ||
          !(typeof edge === "number" || typeof edge === "bigint" || isDate(edge))
        ) {
          throw new TypeError(`${name} must be numbers, BigInts or Dates, got ${describe(edge)}`);
        }
        if (place > 0 && !((all[place - 1] as number) < (edge as number))) {
          throw new RangeError(`${name} must be increasing, got a value out of order`);
        }
      });
      if (all.some((edge) => isDate(edge) !== isDate(all[0]))) {
        throw new TypeError(`${name} must be all Dates or all numbers, got both`);
      }
    },
    [2, 5],
    "increasing numbers or Dates",
  );

/** Bins by their items. */
export const items = () =>
  list(
    (name, all) => {
      for (const item of all) checkItem(item, name);
      if (new Set(all).size === all.length) return;
      throw new RangeError(`${name} must differ from each other, got one twice`);
    },
    ["a", "b"],
    "list of items",
  );

/** Bins between edges, or one for each item: their names, and a function that finds a value's bin. */
export interface Bins {
  labels: object[];
  /** the kind of their items */
  kind: "numbers" | "dates" | "items";
  /** rejects values that have no reduction to one per user */
  check: (values: ArrayLike<unknown>) => void;
  /** -1 for none */
  binOf: (value: unknown) => number;
}

export function binsOf({ edges, items }: { edges?: unknown[]; items?: unknown[] }): Bins {
  if ((edges === undefined) === (items === undefined)) {
    throw new TypeError(
      `exactly one of edges and items must be given, got ${edges === undefined ? "neither" : "both"}`,
    );
  }
  return items === undefined ? between(edges ?? []) : oneEach(items);
}

function between(edges: unknown[]): Bins {
  const areDates = isDate(edges[0]);
  const labels = Array.from({ length: edges.length + 1 }, (_, bin) => ({
    ...(bin > 0 && { from: edges[bin - 1] }),
    ...(bin < edges.length && { to: edges[bin] }),
  }));
  const checkOne = (value: unknown) => {
    if (areDates ? !isDate(value) : typeof value !== "number" && typeof value !== "bigint") {
      throw new TypeError(
        `values must be ${areDates ? "Dates" : "numbers"} as edges are, got ${kindOf(value)} among them`,
      );
    }
  };
  const check = (values: ArrayLike<unknown>) => {
    for (let i = 0; i < values.length; ++i) {
      checkOne(values[i]);
      if (typeof values[i] === typeof values[0]) continue;
      throw new TypeError(
        "values must be all numbers or all BigInts to compute one value for each user, got both",
      );
    }
  };
  const binOf = (value: unknown) => {
    checkOne(value);
    let [low, high] = [0, edges.length]; // the first edge above the value
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] as number) <= (value as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { labels, kind: areDates ? "dates" : "numbers", check, binOf };
}

function oneEach(items: unknown[]): Bins {
  const places = new Map(items.map((item, place) => [item, place]));
  return {
    labels: items.map((item) => ({ item })),
    kind: "items",
    check: (values) => {
      for (let i = 0; i < values.length; ++i) checkItem(values[i], "values");
    },
    binOf: (value) => {
      const place = places.get(value);
      if (place === undefined) checkItem(value, "values");
      return place ?? -1;
    },
  };
}

/** The bins as the core reads them: it skips a bin without rows. */
export const domainOfBins = ({ labels }: Bins) => integers(0, labels.length - 1);
