/// <reference lib="esnext.disposable" />

import type { ItemOf, Rows } from "../data/histogram.js";
import type { Values } from "../data/values.js";
import type { StepOptions } from "../ledger/composition.js";
import type { Ledger, LedgerOptions, Loss } from "../ledger/ledger.js";
import type { ReleaseRecord } from "../ledger/record.js";
import type { MaybeFound } from "../ranks/options.js";
import type { SliceSessionOptions } from "../ranks/slice-session.js";
import type { AboveThresholdOptions } from "../streams/above-threshold.js";
import type { HeavyHitterOptions, User } from "../streams/heavy-hitter-monitor.js";
import type { SavedMechanism } from "../streams/saved-state.js";
import type { ThresholdMonitorOptions } from "../streams/threshold-monitor.js";
import type { TopKQuestion, TopKSessionOptions } from "../top-k/session.js";

/** How far a call is. */
export interface Progress {
  /**
   * "sent": the data is on its way; "received": the worker has begun with this call; "charged": all
   * that is public is checked and the ledger is charged (only with a ledger); "computing": the core
   * draws; "done".
   */
  stage: "sent" | "received" | "charged" | "computing" | "done";
  /** Which stage this is, counted from 1. */
  step: number;
  /** How many stages this call has. */
  steps: number;
}

/** What a call uses of an AbortSignal, by itself so that no library of types has to be there. */
export interface CancelSignal {
  /** Whether it was given. */
  readonly aborted: boolean;
  /** Why. */
  readonly reason: any;
  /** Throws the reason if it was given. */
  throwIfAborted(): void;
  /** Is told when it is given. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Is told no longer. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What every call through a worker takes besides the function's own options. */
export interface Controls {
  /**
   * An AbortSignal. Cancels the call, which then rejects with the signal's reason. If the call has begun, the worker is
   * ended and another one started: see docs/worker.md.
   */
  signal?: CancelSignal | undefined;
  /** Is told how far the call is. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether typed arrays are moved to the worker instead of copied: yours are empty afterwards. */
  transfer?: boolean | undefined;
}

/** Options of the main entry with a ledger of the worker. */
export type Remote<Options> = Omit<Options, "ledger"> & {
  ledger?: RemoteLedger | RemoteLedgerPart | RemoteLedgerSteps | undefined;
} & Controls;

interface Disposable {
  /** Ends it in the worker too. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A ledger in the worker. It survives when the worker is ended by a cancelled call. */
export interface RemoteLedger extends Disposable {
  /** The total and how it is counted. */
  readonly budget: LedgerOptions;
  /** What has been spent, a running call's charge included. */
  readonly spent: Loss;
  /** The largest loss that one more request may have. */
  readonly remaining: Loss;
  readonly entries: Promise<Ledger["entries"]>;
  toJSON(): Promise<ReturnType<Ledger["toJSON"]>>;
  parallel(name: string, declaration: string): Promise<RemoteLedgerParts>;
  steps(
    name: string,
    options: StepOptions & { epsilon: number; delta?: number } & Controls,
  ): Promise<RemoteLedgerSteps>;
}

/** Parts of a ledger in the worker. */
export interface RemoteLedgerParts {
  /** One of them; the same name is the same part. */
  part(name: string): RemoteLedgerPart;
}

/** A part of a ledger in the worker. */
export interface RemoteLedgerPart {
  /** The ledger that it is a part of. */
  readonly ledger: RemoteLedger;
}

/** Steps that a ledger in the worker has paid for. */
export interface RemoteLedgerSteps extends Disposable {
  readonly perStep: { epsilon: number; delta: number; bound: string };
  readonly remaining: Promise<number>;
}

interface Saved {
  /** Private state to go on with later: keep it as secret as the data, and go on from it once only. */
  toJSON(controls?: Controls): Promise<SavedMechanism>;
}

/** An AboveThreshold in the worker. Functions do not cross: ask with a count or with contributions. */
export interface RemoteAboveThreshold extends Disposable, Saved {
  readonly record: ReleaseRecord;
  readonly answersLeft: Promise<number>;
  readonly exhausted: Promise<boolean>;
  ask(question: number | ArrayLike<number | boolean>, controls?: Controls): Promise<boolean>;
  askNumber(
    question: number | ArrayLike<number | boolean>,
    controls?: Controls,
  ): Promise<number | null>;
}

/** A ThresholdMonitor in the worker. Functions do not cross: ask with contributions. */
export interface RemoteThresholdMonitor extends Disposable, Saved {
  readonly record: ReleaseRecord;
  ask(question: ArrayLike<number | boolean>, controls?: Controls): Promise<boolean>;
}

/** A HeavyHitterMonitor in the worker. */
export interface RemoteHeavyHitterMonitor extends Disposable, Saved {
  readonly record: ReleaseRecord;
  step<T>(holdings: Iterable<readonly [User, T]>, controls?: Controls): Promise<NonNullable<T>[]>;
}

/** A TopKSession in the worker. */
export interface RemoteTopKSession extends Disposable {
  readonly remaining: Promise<{ outcomes: number; calls: number }>;
  topK<R extends Rows>(
    rows: R,
    question: TopKQuestion & Controls,
  ): Promise<{ items: { item: ItemOf<R> }[]; complete: boolean; record: ReleaseRecord }>;
  toJSON(controls?: Controls): Promise<object>;
}

/** A slice of a SliceSession in the worker. */
export interface RemoteSlice extends Disposable {}

/** A SliceSession in the worker. */
export interface RemoteSliceSession<T = number> extends Disposable {
  readonly loss: Loss;
  slice(options: { length: number; from: "low" | "high" } & Controls): Promise<RemoteSlice>;
  interiorPoint(slice: RemoteSlice, options?: object & Controls): Promise<MaybeFound<T>>;
  median(slice: RemoteSlice, options?: object & Controls): Promise<MaybeFound<T>>;
  quantile(slice: RemoteSlice, q: number, options?: object & Controls): Promise<MaybeFound<T>>;
}

/** A class of the main entry: with or without `new` it gives a promise of an object in the worker. */
interface RemoteClass<Options, Made> {
  new (options: Options): Promise<Made>;
  (options: Options): Promise<Made>;
}

interface Resumes<Made, Data = Controls> {
  /** Goes on from what `toJSON` gave. */
  fromJSON(saved: string | object, data?: Data): Promise<Made>;
}

/** The classes of the main entry. */
export interface RemoteClasses {
  readonly Ledger: RemoteClass<LedgerOptions, RemoteLedger> & Resumes<RemoteLedger>;
  readonly AboveThreshold: RemoteClass<Remote<AboveThresholdOptions>, RemoteAboveThreshold> &
    Resumes<RemoteAboveThreshold, Pick<AboveThresholdOptions, "rows" | "columns"> & Controls>;
  readonly ThresholdMonitor: RemoteClass<Remote<ThresholdMonitorOptions>, RemoteThresholdMonitor> &
    Resumes<
      RemoteThresholdMonitor,
      Pick<ThresholdMonitorOptions, "rows" | "columns" | "records"> & Controls
    >;
  readonly HeavyHitterMonitor: RemoteClass<Remote<HeavyHitterOptions>, RemoteHeavyHitterMonitor> &
    Resumes<RemoteHeavyHitterMonitor>;
  readonly TopKSession: RemoteClass<Remote<TopKSessionOptions>, RemoteTopKSession> &
    Resumes<RemoteTopKSession>;
  readonly SliceSession: {
    new <T = number>(
      values: Values,
      options: Remote<SliceSessionOptions<T>>,
    ): Promise<RemoteSliceSession<T>>;
    <T = number>(
      values: Values,
      options: Remote<SliceSessionOptions<T>>,
    ): Promise<RemoteSliceSession<T>>;
  };
}
