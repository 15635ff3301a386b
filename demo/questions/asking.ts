// What a question of the page is: its words, its fields, its price, and how its answer is drawn and shown.

import type { StoredLedger } from "#dist/index.js";
import type { Loss } from "../accounts.js";
import type { Progress, ReleaseRecord } from "../engine.js";
import type { Dataset, Workspace } from "../workspace.js";

/** What the page hands to a draw. */
export interface Extras {
  ledger: StoredLedger;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  note: { label?: string };
}

/** A drawn answer: all that leaves, as plain data. */
export interface Drawn {
  plain: object;
  record: ReleaseRecord;
}

/** An answer as the page shows it, made of what left only: also after a reload. */
export interface Shown {
  title: string;
  /** in large letters, such as "about 6,280" */
  value?: string;
  /** several of them, each with its words */
  values?: [string, string][];
  /** what it is */
  of: string;
  /** from how many people on there is one, where there is none */
  why?: string;
  chart?: Chart;
  /** the digits before rounding */
  full: string;
  /** as a table, for a spreadsheet */
  rows: (string | number)[][];
}

export type Chart =
  | {
      type: "line";
      points: number[];
      band?: [number, number];
      /** all of the line above or below its point */
      side?: "above" | "below";
      /** between which values the answer was asked for */
      limits?: [number, number] | undefined;
      words: string;
    }
  | {
      type: "bars";
      heads: [string, string];
      bars: { name: string; value: number | null }[];
      isRanked?: boolean;
    }
  | { type: "columns"; columns: { name: string; value: number }[] }
  | { type: "steps"; steps: { name: string; yes: boolean }[] }
  | { type: "slices"; slices: ToldSlice[] };

/** Whom a slice took, and what it told. */
export interface ToldSlice {
  whom: string;
  from: "low" | "high";
  /** how many slices took theirs from this end before */
  before: number;
  asked: string;
  answer: string;
  /** how far off it may be */
  usual: string;
}

/** What to expect of an answer, from public parameters only. */
export interface Expected {
  /** in large letters, such as "usually within 3 people; with 95% confidence within 47" */
  short: string;
  /** the sentence of the record */
  statement: string;
  /** how many people the error counts, if it counts people */
  people?: number;
}

/** Why data cannot be asked, and a sample that can. */
export interface Cannot {
  why: string;
  sample?: string;
}

export interface Asking {
  id: string;
  name: string;
  lead: string;
  /** the place of its first stop of exactness */
  stop: number;
  controls: Node[];
  /** other data are open */
  fill: () => void;
  /** why these data cannot be asked */
  cannot?: (dataset: Dataset) => Cannot | undefined;
  cost: () => Loss;
  expect: () => Promise<Expected>;
  /** for its step and its record */
  title: () => string;
  draw: (extras: Extras) => Promise<Drawn>;
  show: (plain: object, record: ReleaseRecord) => Shown;
  /** the true numbers, for the owner only */
  own: (last: object | undefined) => Promise<Node[]>;
}

/** What every question is made with. */
export interface Making {
  workspace: Workspace;
  /** the exactness that the visitor chose */
  exact: { readonly value: number };
}

export const noColumn: Cannot = { why: "These data have no column for this question." };
