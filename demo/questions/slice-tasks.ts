// The questions that one slice can answer.

import type { DomainChoice } from "../data/domain-points.js";
import { domainOf, type ReleaseRecord } from "../engine.js";
import { reasons, roundedValue } from "./words.js";

/** The places of a ranking. */
const places = 3;

/** Whom a slice takes, and what it is asked. */
export interface SliceRequest {
  from: "low" | "high";
  length: number;
  by: string;
  /** how the rows of a person become one, where people have several */
  perUser?: "median" | "mean" | "min" | "max" | "sum";
  what: string;
  column: string;
}

/** The price of one question, and between which values the numbers lie. */
export interface Terms {
  epsilon: number;
  delta: number;
  domain: DomainChoice;
  signal?: AbortSignal;
}

/** A table of rows, or its plans: no signature of a table fits all questions. */
export type Questions<Answer> = Record<string, (...asked: unknown[]) => Promise<Answer>>;

/** What a slice told: numbers, or items in their order. */
export interface Told {
  value?: number | number[] | null;
  items?: { item: string }[];
  /** why there is no answer */
  reason?: string;
  record: ReleaseRecord;
}

interface SliceTask {
  value: string;
  text: string;
  /** of what it is asked, in the words of an answer */
  title: string;
  /** whether it takes a column of numbers, or one of texts */
  takes: "numbers" | "items";
  ask<Answer>(rows: Questions<Answer>, column: string, terms: Terms): Promise<Answer>;
}

const ranked = ({ epsilon, domain, signal }: Terms) => ({
  epsilon,
  domain: domainOf(domain),
  ...(signal && { signal }),
});

export const sliceTasks: SliceTask[] = [
  {
    value: "median",
    text: "the middle (median)",
    title: "the middle",
    takes: "numbers",
    ask: (rows, column, terms) => rows.median!(column, ranked(terms)),
  },
  {
    value: "mean",
    text: "the mean",
    title: "the mean",
    takes: "numbers",
    ask(rows, column, { domain, ...terms }) {
      const { epsilon, signal } = terms;
      const limits = domain.type === "every" ? {} : { domain: domainOf(domain) };
      return rows.mean!(column, { epsilon, ...limits, ...(signal && { signal }) });
    },
  },
  {
    value: "quartiles",
    text: "the three quartiles",
    title: "the quartiles",
    takes: "numbers",
    ask: (rows, column, terms) => rows.quantiles!(column, [0.25, 0.5, 0.75], ranked(terms)),
  },
  {
    value: "common",
    text: `the ${places} most common`,
    title: "the most common",
    takes: "items",
    ask: (rows, column, { epsilon, delta, signal }) =>
      rows.topK!(column, { k: places, epsilon, delta, perUser: 1, ...(signal && { signal }) }),
  },
];

export const taskOf = (what: string) => sliceTasks.find(({ value }) => value === what)!;

/** An answer in words. */
export function toldWords({ value, items, reason = "too-few" }: Omit<Told, "record">) {
  if (items !== undefined) {
    return items.length === 0 ? "none stands out" : items.map(({ item }) => item).join(", ");
  }
  if (value === null || value === undefined) return reasons[reason]!.value.toLowerCase();
  return [value]
    .flat()
    .map((one) => roundedValue(one))
    .join(", ");
}
