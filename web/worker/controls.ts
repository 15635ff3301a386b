/** The progress of a call. */
export interface Progress {
  /**
   * "sent": the data is on its way; "received": the worker runs this call; "charged": the public checks and the
   * charge are done (only with a ledger); "computing": the core draws; "done".
   */
  stage: "sent" | "received" | "charged" | "computing" | "done";
  /** Which stage this is, counted from 1. */
  step: number;
  /** How many stages this call has. */
  steps: number;
}

/** The members of an AbortSignal that a call uses, declared here so that no library of types is necessary. */
export interface CancelSignal {
  /** Whether it was given. */
  readonly aborted: boolean;
  /** Why. */
  readonly reason: unknown;
  /** Throws the reason if it was given. */
  throwIfAborted(): void;
  /** Adds a listener for the abort. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Removes the listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Options of every call through a worker, beyond the function's own. */
export interface Controls {
  /**
   * An AbortSignal. Cancels the call, which then rejects with the signal's reason. If the call is running, this
   * ends the worker and starts another: see docs/worker.md.
   */
  signal?: CancelSignal | undefined;
  /** Receives the progress of the call. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Whether typed arrays are moved to the worker instead of copied: yours are empty afterwards. A RowSliceSession then
   * goes there with its rows, but that of a table's `slices` keeps them here.
   */
  transfer?: boolean | undefined;
}
