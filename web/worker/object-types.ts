import type { Rows } from "../data/histogram.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LedgerSteps } from "../ledger/steps.js";
import type { MaybeFound } from "../ranks/options.js";
import type { SliceSession } from "../ranks/slice-session.js";
import type { AboveThreshold } from "../streams/above-threshold.js";
import type { HeavyHitterMonitor, User } from "../streams/heavy-hitter-monitor.js";
import type { ThresholdMonitor } from "../streams/threshold-monitor.js";
import type { CutOptions } from "../tables/slices/fields.js";
import type { RowSlice } from "../tables/slices/row-slice.js";
import type { RowSliceSession, SliceKey } from "../tables/slices/session.js";
import type { Table, UngroupedQuestions } from "../tables/types.js";
import type { TopKSession } from "../top-k/session.js";
import type { TopKQuestion } from "../top-k/session-fields.js";
import type { Controls } from "./controls.js";
import type { RemoteObject } from "./crossing.js";

// Objects in the worker by name. By hand are generic methods, whose items would come back as unknown, and
// members that are at hand on this side.

/** A ledger in the worker. It survives a cancelled call that ends the worker. */
export interface RemoteLedger extends RemoteObject<Ledger, "budget" | "spent" | "remaining"> {
  /** The total and how it is counted. */
  readonly budget: Ledger["budget"];
  /** The spent loss, a running call's charge included. */
  readonly spent: Ledger["spent"];
  /** The largest loss that one more request may have. */
  readonly remaining: Ledger["remaining"];
}

/** Parts of a ledger in the worker. */
export interface RemoteLedgerParts {
  /** Returns one part; the same name means the same part. */
  part(name: string): RemoteLedgerPart;
}

/** A part of a ledger in the worker. */
export interface RemoteLedgerPart {
  /** The ledger that it is a part of. */
  readonly ledger: RemoteLedger;
}

/** Steps that a ledger in the worker has charged. */
export interface RemoteLedgerSteps extends RemoteObject<LedgerSteps> {}

/** An AboveThreshold in the worker. Functions do not cross: ask with a count or with contributions. */
export interface RemoteAboveThreshold extends RemoteObject<AboveThreshold> {}

/** A ThresholdMonitor in the worker. Functions do not cross: ask with contributions. */
export interface RemoteThresholdMonitor extends RemoteObject<ThresholdMonitor> {}

/** A HeavyHitterMonitor in the worker. */
export interface RemoteHeavyHitterMonitor extends RemoteObject<HeavyHitterMonitor, "step"> {
  step<T>(holdings: Iterable<readonly [User, T]>, controls?: Controls): Promise<NonNullable<T>[]>;
}

/** A TopKSession in the worker. */
export interface RemoteTopKSession extends RemoteObject<TopKSession, "topK"> {
  topK<R extends Rows>(
    rows: R,
    question: TopKQuestion & Controls,
  ): Promise<ReturnType<typeof TopKSession.prototype.topK<R>>>;
}

/** A slice of a SliceSession in the worker. */
export interface RemoteSlice extends RemoteObject<object> {}

type Computing = "slice" | "interiorPoint" | "median" | "quantile";

/** A SliceSession in the worker. */
export interface RemoteSliceSession<T = number> extends RemoteObject<SliceSession<T>, Computing> {
  slice(options: { length: number; from: "low" | "high" } & Controls): Promise<RemoteSlice>;
  interiorPoint(slice: RemoteSlice, options?: object & Controls): Promise<MaybeFound<T>>;
  median(slice: RemoteSlice, options?: object & Controls): Promise<MaybeFound<T>>;
  quantile(slice: RemoteSlice, q: number, options?: object & Controls): Promise<MaybeFound<T>>;
}

/** The budget of a slice of rows in the worker. It ends with its worker, so its properties are promises. */
export interface RemoteSliceLedger extends RemoteObject<Ledger, "parallel" | "steps"> {
  parallel(name: string, declaration: string, controls?: Controls): Promise<RemoteLedgerParts>;
}

/**
 * A slice of a RowSliceSession through a worker. Its rows are on this side, and as secret as the data; its table's
 * answers are promises, which the slice pays for.
 */
export interface RemoteRowSlice<Row = unknown> extends Omit<RowSlice<Row>, "ledger" | "table"> {
  /** For the option `ledger`; with `computes` the pieces that are left. */
  readonly ledger: RemoteSliceLedger | RemoteLedgerSteps;
  /** The rows as a table. */
  readonly table: Table<Row, "worker">;
}

/**
 * Options of a cut through a worker.
 * @interface
 */
export type RemoteCutOptions<Row> = CutOptions<SliceKey<Row>> & Controls;

/** A RowSliceSession through a worker. Rows stay on this side, where the functions run that order them. */
export interface RemoteRowSliceSession<Row = unknown>
  extends RemoteObject<RowSliceSession<Row>, "slice" | "slices"> {
  slice(options: RemoteCutOptions<Row>): Promise<RemoteRowSlice<Row>>;
  /** The slices of all sessions, in the order in which they were cut. */
  readonly slices: Promise<RemoteRowSlice<Row>[]>;
}

/** The rows of a slice in the worker, with the questions of a table. */
export interface MovedTable extends UngroupedQuestions<"rows", "worker"> {
  /** Ends it in the worker too. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A slice of a MovedRowSliceSession. Its rows stay in the worker, and the slice pays for what is asked of them. */
export interface MovedRowSlice extends RemoteObject<object> {
  /** For the option `ledger`; with `computes` the pieces that are left. */
  readonly ledger: Promise<RemoteSliceLedger | RemoteLedgerSteps>;
  /** The rows as a table. */
  readonly table: Promise<MovedTable>;
}

/**
 * A RowSliceSession in the worker with its rows, which `transfer: true` moved there: a cut or a question sends names
 * of columns, and no row crosses any more. It has no list of its slices. `RowSliceSession.fromJSON` resumes what it saves
 * with rows here: the saved state has none.
 */
export interface MovedRowSliceSession extends RemoteObject<RowSliceSession, "slice" | "slices"> {
  slice(options: RemoteCutOptions<never>): Promise<MovedRowSlice>;
}

/** The objects that the classes of the main entry make. */
export interface RemoteObjects {
  Ledger: RemoteLedger;
  AboveThreshold: RemoteAboveThreshold;
  ThresholdMonitor: RemoteThresholdMonitor;
  HeavyHitterMonitor: RemoteHeavyHitterMonitor;
  TopKSession: RemoteTopKSession;
}
